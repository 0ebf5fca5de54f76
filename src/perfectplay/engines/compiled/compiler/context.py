"""What all parts of the compiler share: the code so far, the frame, and values of every kind."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from perfectplay.engines.compiled.compiler.places import ElementStore, merge_values, pick
from perfectplay.engines.compiled.compiler.tables import CompiledTables, ObjectTable, whole
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op, Statement
from perfectplay.engines.compiled.compiler.values import (
    ChanceValue,
    DeadEnd,
    Float,
    Int,
    NotCompiledError,
    RecordValue,
    RowValue,
    Scope,
    Sequence,
    Static,
    Stream,
    Text,
    Union,
    Value,
    is_passing,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import Writer, constant
from perfectplay.engines.compiled.layout import NUMBERS, Layout, fields_of
from perfectplay.engines.compiled.record import Labels, Numbers
from perfectplay.model.game import Game

Size: TypeAlias = int
EXACT = 1 << 53
"""Integers up to this are floats, too."""


@dataclasses.dataclass(frozen=True)
class Rooms:
    """How much room there is for what is of any length; positions that need more go to Python."""

    items: int = 256
    """The elements of a list."""
    words: int = 1 << 14
    """The words of a position's program."""


AMPLE = Rooms()


@dataclasses.dataclass(eq=False)
class Frame:
    """A call of a function: the names it knows, and where it returns."""

    scope: Scope
    env: dict[str, Value]
    label: str = ""
    returns: list[tuple[list[Statement], Value]] = dataclasses.field(default_factory=list)
    loops: list[LoopFrame] = dataclasses.field(default_factory=list)
    loads: Counter[str] = dataclasses.field(default_factory=Counter)
    changed: frozenset[str] = frozenset()
    """The names of what is changed in place."""
    node: ast.AST = dataclasses.field(default_factory=ast.Pass)
    """The function's source."""
    active: bool = True


@dataclasses.dataclass(eq=False)
class LoopFrame:
    """A loop of the rules: where `continue` and `break` lead, and what to do before."""

    again: str
    end: str
    leave: Callable[[], None]


class Context(Writer):
    """The compiler at work."""

    def __init__(
        self,
        game: Game[Any],
        layout: Layout,
        numbers: Numbers,
        positions: list[Any],
        *,
        tracked: bool,
        labels: Labels | None = None,
        rooms: Rooms = AMPLE,
    ) -> None:
        super().__init__()
        self.rooms = rooms
        self.game, self.layout, self.numbers = game, layout, numbers
        self.labels = labels
        """The numbers of labels, if these are to be written."""
        self.positions, self.tracked = positions, tracked
        self.classes = {kind.token[0] for kind in layout.kinds} - {int, str, tuple, frozenset}
        self.tables = CompiledTables()
        self.frame = Frame(Scope({}, "?"), {})
        self.path: list[Any] = []
        self.line = 0
        self.changes: list[int] = []
        self.shapes: dict[Any, Any] = {}
        self.depth = 0
        self.score: Expr = Const(0)
        self.memos: dict[Any, Any] = {}
        self.keep_alive: list[Any] = []

    # Refusing

    def refuse(self, why: str) -> NotCompiledError:
        """The error for rules that are not understood; to be raised."""
        return NotCompiledError(f"{self.frame.scope.file}:{self.line}: {why}")

    def at(self, node: ast.AST) -> None:
        """Note the line for what may be refused."""
        self.line = getattr(node, "lineno", self.line)

    def state(self) -> tuple[Any, ...]:
        """Where the compiler is, to go back there when something is not understood."""
        return self.out, self.frame, self.frame.env, self.line, self.depth, self.loops, [*self.path]

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to where the compiler was."""
        self.out, self.frame, self.frame.env, self.line, self.depth, self.loops, path = state
        self.path[:] = path

    # Ways

    def each_way(self, value: Union, action: Callable[[Value], None]) -> None:
        """Do something with whichever of several values it is."""
        outs: list[list[Statement]] = []
        alive = False
        for way in value.ways:
            with self.into([]) as out, contextlib.suppress(DeadEnd):
                action(way)
                alive = True
            outs.append(out)
        pick(self, value.tag, outs)
        if not alive:
            raise DeadEnd

    def map_ways(self, value: Union, action: Callable[[Value], Value]) -> Value:
        """What something gives for whichever of several values it is."""
        ways: list[tuple[list[Statement], Value]] = []
        outs: list[list[Statement]] = []
        for way in value.ways:
            with self.into([]) as out, contextlib.suppress(DeadEnd):
                found = self.settle(action(way))
                ways.append((self.out, found))
            outs.append(out)
        if not ways:
            pick(self, value.tag, outs)
            raise DeadEnd
        met = merge_values(self, ways)
        pick(self, value.tag, outs)
        return met

    def choose(
        self, condition: bool | Expr, then: Callable[[], Value], otherwise: Callable[[], Value]
    ) -> Value:
        """One of two values."""
        if isinstance(condition, bool):
            return then() if condition else otherwise()
        first, second = Static(True), Static(False)
        tag = Op("not", (condition,))
        union = Union(self.keep(tag), [first, second])
        return self.map_ways(union, lambda way: then() if way is first else otherwise())

    def settle(self, value: Value) -> Value:
        """A value that stays what it is, whatever happens afterwards."""
        from perfectplay.engines.compiled.compiler import chances, sequences

        if isinstance(value, ChanceValue):
            return chances.written(self, value)
        if isinstance(value, Stream):
            return sequences.gather(self, value, value.cls)
        return value

    # Numbers

    def int(self, value: Value) -> Int:
        """A value as an integer."""
        match value:
            case Int():
                return value
            case Static(obj) if isinstance(obj, int):
                try:
                    whole(obj)
                except TypeError:
                    raise self.dead_end() from None
                return constant(obj)
            case RowValue(table, row):
                number = table.derive("int", whole)
                self.require(number, row)
                whole_number = self.whole_in(number, row)
                assert isinstance(whole_number, Int)
                return whole_number
            case Union():
                found = self.map_ways(value, self.int)
                assert isinstance(found, Int)
                return found
        raise self.refuse(f"needs a whole number, not {name_of(value)}")

    def is_int(self, value: Value) -> bool:
        """Whether a value is an integer whatever happens."""
        if isinstance(value, Union):
            return all(map(self.is_int, value.ways))
        return isinstance(value, Int) or (isinstance(value, Static) and isinstance(value.obj, int))

    def is_float(self, value: Value) -> bool:
        """Whether a value is a float whatever happens."""
        return isinstance(value, Float) or (
            isinstance(value, Static) and isinstance(value.obj, float)
        )

    def float(self, value: Value) -> Expr:
        """A value as a float."""
        if isinstance(value, Float):
            return value.expr
        if isinstance(value, Static) and isinstance(value.obj, float):
            return Const(float(value.obj))
        number = self.int(value)
        if number.low < -EXACT or number.high > EXACT:
            self.trap_if(Op("gt", (number.expr, Const(EXACT))))
            self.trap_if(Op("lt", (number.expr, Const(-EXACT))))
        return self.keep(Op("float", (number.expr,)))

    def plus(self, a: Expr, b: Expr) -> Expr:
        """The sum of two places, which is small."""
        if a == Const(0) or b == Const(0):
            return b if a == Const(0) else a
        return self.keep(Op("add", (a, b)))

    def truth(self, value: Value) -> bool | Expr:
        """Whether a value is true, if that is known, or how to tell."""
        if is_passing(value):
            return True
        match value:
            case Static(obj):
                return bool(obj)
            case Int(expr, low, high, is_bool):
                if low > 0 or high < 0:
                    return True
                return expr if is_bool else Op("ne", (expr, Const(0)))
            case Float(expr):
                return Op("ne", (expr, Const(0.0)))
            case RecordValue(cls, parts):
                return bool(parts) or not issubclass(cls, (tuple, list))
            case Text(_, power):
                return Op("ne", (power, Const(1)))  # that of the empty text
            case Sequence():
                length = value.length
                return self.compare("gt", length, constant(0))
            case RowValue(table, row):
                return self.truth(self.derived(table, row, "truth", bool))
            case Union():
                known = [self.truth_of_way(way) for way in value.ways]
                if all(each is known[0] and each is not None for each in known):
                    return bool(known[0])
                found = self.map_ways(value, lambda way: self.as_bool(self.truth(way)))
                return self.int(found).expr if not isinstance(found, Static) else found.obj
            case Stream():
                return self.truth(self.settle(value))
        return True

    def truth_of_way(self, value: Value) -> bool | None:
        """Whether a value is true, where that takes no code."""
        if isinstance(value, Static):
            return bool(value.obj)
        if isinstance(value, RecordValue):
            return bool(self.truth(value))
        return None

    def as_bool(self, condition: bool | Expr) -> Value:
        """A condition as a value."""
        if isinstance(condition, bool):
            return Static(condition)
        return Int(self.keep(condition), 0, 1, is_bool=True)

    def expr(self, condition: bool | Expr) -> Expr:
        """A condition as an expression."""
        return Const(int(condition)) if isinstance(condition, bool) else condition

    def require(self, table: ObjectTable, row: Expr) -> None:
        """Leave it to Python where a row of a table has no object."""
        if not table.objects:
            raise self.dead_end()
        if table.guarded:
            there = self.cell(table.there(), row)
            self.trap_if(Op("not", (there,)))
            if not table.known:
                raise DeadEnd

    # Rows

    def promise(self, table: ObjectTable, key: Any, holds: Callable[[Any], bool]) -> None:
        """Let a table that grows take no rows for which something does not hold."""
        if table.root.grows:

            def kept(obj: Any) -> bool:
                if not holds(obj):
                    raise TypeError(obj)
                return True

            table.derive(("promise", key), kept)

    def row(self, table: ObjectTable, row: Expr) -> Value:
        """The object in a row of a table; as a number, if all of them are."""
        self.require(table, row)
        if not table.root.grows and len(table.objects) == 1:
            return Static(table.objects[0])
        if all(type(obj) in NUMBERS for obj in table.known):
            return self.whole_in(table, row)
        if all(type(obj) is float for obj in table.known):
            column = table.column("float", number_of, "float")
            return Float(self.cell(column, row, "float"))
        return RowValue(table, row)

    def whole_in(self, table: ObjectTable, row: Expr) -> Value:
        """The whole number in a row of a table."""
        truths = {isinstance(obj, bool) for obj in table.known}
        is_bool = None if len(truths) > 1 else truths.pop()
        try:
            column = table.column(("int", is_bool), whole_of(is_bool))
        except TypeError:
            return RowValue(table, row)
        expr = self.cell(column, row)
        if table.root.grows:
            return Int(expr, is_bool=is_bool) if not is_bool else Int(expr, 0, 1, is_bool=True)
        known = table.known
        return Int(expr, int(min(known)), int(max(known)), is_bool)

    def derived(
        self, table: ObjectTable, row: Expr, key: Any, fn: Callable[..., Any], *parents: ObjectTable
    ) -> Value:
        """What a function gives for the object in a row."""
        return self.row(table.derive(key, fn, parents), row)

    # Tuples and sequences

    def parts(self, value: Value, count: Size) -> list[Value]:
        """The elements of what has so many."""
        match value:
            case RecordValue(_, parts) if len(parts) == count:
                return parts
            case Static(obj):
                try:
                    found = list(obj if not dataclasses.is_dataclass(obj) else fields_of(obj))
                except TypeError:
                    raise self.dead_end() from None
                if len(found) == count:
                    return list(map(Static, found))
            case RowValue(table, row):
                return [
                    self.derived(table, row, ("part", at, count), part(at, count))
                    for at in range(count)
                ]
            case Sequence():
                length = self.compare("ne", value.length, constant(count))
                if length is not True:
                    self.trap_if(self.expr(length))
                    read = value.keys or value.store
                    places = [self.plus(value.offset, Const(at)) for at in range(count)]
                    return [read.read(place) for place in places]
            case Stream():
                return self.parts(self.settle(value), count)
            case Union():
                found_ = self.map_ways(
                    value, lambda way: RecordValue(tuple, self.parts(way, count))
                )
                assert isinstance(found_, RecordValue)
                return found_.parts
            case RecordValue():
                pass
            case _:
                raise self.refuse(f"takes {name_of(value)} apart")
        raise self.dead_end()

    def sequence(self, value: Value) -> Sequence:
        """The elements of a value in a store."""
        from perfectplay.engines.compiled.compiler import sequences

        return sequences.stored(self, value)

    def still(self, value: Value) -> Value:
        """What a loop goes through or a tuple holds: it must not be changed any more."""
        if isinstance(value, Sequence) and value.size is not None:
            self.freeze(value)
        return value

    def freeze(self, value: Sequence) -> None:
        """Note that there is a copy, so that a change would be seen in one of them alone."""
        if not value.frozen:
            self.changes.append(value.store.born)
        value.frozen = True

    def text(self, value: Value) -> Text:
        """A value as a text, of which only the hash is known."""
        from perfectplay.engines.compiled.compiler import texts

        return texts.text_of(self, value)

    @contextlib.contextmanager
    def step(self, *where: Any) -> Iterator[None]:
        """A step on the path that tells the places of inlined code apart."""
        self.path.append(where)
        try:
            yield
        finally:
            self.path.pop()

    def new_store(self, most: Size | None = None) -> ElementStore:
        """A store for elements."""
        return ElementStore(self, self.rooms.items if most is None else most)


def part(at: int, count: int) -> Callable[[Any], Any]:
    """Takes an element out of what has so many."""

    def taken(obj: Any) -> Any:
        found = list(obj if not dataclasses.is_dataclass(obj) else fields_of(obj))
        if len(found) != count:
            raise ValueError(obj)
        return found[at]

    return taken


def whole_of(is_bool: bool | None) -> Callable[[Any], int]:
    """Whole numbers that are truth values, or are none (or may be)."""

    def number(obj: Any) -> int:
        if is_bool is not None and isinstance(obj, bool) != is_bool:
            raise TypeError(obj)
        return whole(obj)

    return number


def number_of(obj: Any) -> float:
    """A float, and nothing else."""
    if type(obj) is not float:
        raise TypeError(obj)
    return obj
