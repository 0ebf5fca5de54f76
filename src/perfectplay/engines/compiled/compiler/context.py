"""State shared by all parts of the compiler: the code so far, the frame, and values of any kind."""

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
"""Integers up to this are exact as floats."""


@dataclasses.dataclass(frozen=True)
class Rooms:
    """Limits for anything of variable length; positions that need more are left to Python."""

    items: int = 256
    """The elements of a list."""
    words: int = 1 << 14
    """The words of a position's program."""


AMPLE = Rooms()


@dataclasses.dataclass(eq=False)
class Frame:
    """A call of a function: the names it knows, and where it returns to."""

    scope: Scope
    env: dict[str, Value]
    label: str = ""
    returns: list[tuple[list[Statement], Value]] = dataclasses.field(default_factory=list)
    loops: list[LoopFrame] = dataclasses.field(default_factory=list)
    loads: Counter[str] = dataclasses.field(default_factory=Counter)
    changed: frozenset[str] = frozenset()
    """The names of values that are modified in place."""
    node: ast.AST = dataclasses.field(default_factory=ast.Pass)
    """The function's source."""
    active: bool = True


@dataclasses.dataclass(eq=False)
class LoopFrame:
    """A loop of the rules: where `continue` and `break` lead, and what to do first."""

    again: str
    end: str
    leave: Callable[[], None]


class Context(Writer):
    """The state of the compiler."""

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
        """The numbers of labels, if labels are to be written."""
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
        """An error for rules the compiler does not understand; raise it."""
        return NotCompiledError(f"{self.frame.scope.file}:{self.line}: {why}")

    def at(self, node: ast.AST) -> None:
        """Remember the line, in case it has to be refused."""
        self.line = getattr(node, "lineno", self.line)

    def state(self) -> tuple[Any, ...]:
        """The compiler's state, to return to when something is not understood."""
        return self.out, self.frame, self.frame.env, self.line, self.depth, self.loops, [*self.path]

    def restore(self, state: tuple[Any, ...]) -> None:
        """Go back to an earlier state."""
        self.out, self.frame, self.frame.env, self.line, self.depth, self.loops, path = state
        self.path[:] = path

    # Unions

    def each_way(self, value: Union, action: Callable[[Value], None]) -> None:
        """Apply an action to a value, once for each alternative if it is a union."""
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
        """The result of an action for a value, merged over the alternatives if it is a union."""
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
        """One of two values, by a condition."""
        if isinstance(condition, bool):
            return then() if condition else otherwise()
        first, second = Static(True), Static(False)
        tag = Op("not", (condition,))
        union = Union(self.keep(tag), [first, second])
        return self.map_ways(union, lambda way: then() if way is first else otherwise())

    def settle(self, value: Value) -> Value:
        """A copy that later changes cannot affect."""
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
        """Whether a value is certainly an integer."""
        if isinstance(value, Union):
            return all(map(self.is_int, value.ways))
        return isinstance(value, Int) or (isinstance(value, Static) and isinstance(value.obj, int))

    def is_float(self, value: Value) -> bool:
        """Whether a value is certainly a float."""
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
        """The sum of two indices, which cannot overflow."""
        if a == Const(0) or b == Const(0):
            return b if a == Const(0) else a
        return self.keep(Op("add", (a, b)))

    def truth(self, value: Value) -> bool | Expr:
        """Whether a value is true: decided now, or as an expression."""
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
                return Op("ne", (power, Const(1)))  # the power of the empty text
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
        """Whether a single alternative is true, where that takes no code."""
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
        """Leave the position to Python if a row of a table has no object."""
        if not table.objects:
            raise self.dead_end()
        if table.guarded:
            there = self.cell(table.there(), row)
            self.trap_if(Op("not", (there,)))
            if not table.known:
                raise DeadEnd

    # Rows

    def promise(self, table: ObjectTable, key: Any, holds: Callable[[Any], bool]) -> None:
        """Keep a table that may grow from accepting rows that violate a condition."""
        if table.root.grows:

            def kept(obj: Any) -> bool:
                if not holds(obj):
                    raise TypeError(obj)
                return True

            table.derive(("promise", key), kept)

    def row(self, table: ObjectTable, row: Expr) -> Value:
        """The object in a row of a table; as a number if all objects are numbers."""
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
        """The result of a function for the object in a row."""
        return self.row(table.derive(key, fn, parents), row)

    # Tuples and sequences

    def parts(self, value: Value, count: Size) -> list[Value]:
        """The elements of a value of known length."""
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
        """The elements of a value, in a store."""
        from perfectplay.engines.compiled.compiler import sequences

        return sequences.stored(self, value)

    def still(self, value: Value) -> Value:
        """Mark a value as immutable from here on: it is being looped over or is part of a tuple."""
        if isinstance(value, Sequence) and value.size is not None:
            self.freeze(value)
        return value

    def freeze(self, value: Sequence) -> None:
        """Note that a copy exists, so that a later change would miss one of the two."""
        if not value.frozen:
            self.changes.append(value.store.born)
        value.frozen = True

    def text(self, value: Value) -> Text:
        """A value as a text, of which only the hash is known."""
        from perfectplay.engines.compiled.compiler import texts

        return texts.text_of(self, value)

    @contextlib.contextmanager
    def step(self, *where: Any) -> Iterator[None]:
        """A step of the path that distinguishes the places of inlined code."""
        self.path.append(where)
        try:
            yield
        finally:
            self.path.pop()

    def new_store(self, most: Size | None = None) -> ElementStore:
        """A new store for elements."""
        return ElementStore(self, self.rooms.items if most is None else most)


def part(at: int, count: int) -> Callable[[Any], Any]:
    """A function that takes one element out of a value of known length."""

    def taken(obj: Any) -> Any:
        found = list(obj if not dataclasses.is_dataclass(obj) else fields_of(obj))
        if len(found) != count:
            raise ValueError(obj)
        return found[at]

    return taken


def whole_of(is_bool: bool | None) -> Callable[[Any], int]:
    """A test for whole numbers that are truth values, or that are not (or either)."""

    def number(obj: Any) -> int:
        if is_bool is not None and isinstance(obj, bool) != is_bool:
            raise TypeError(obj)
        return whole(obj)

    return number


def number_of(obj: Any) -> float:
    """A float, not an instance of a subclass."""
    if type(obj) is not float:
        raise TypeError(obj)
    return obj
