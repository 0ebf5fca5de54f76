"""Places that hold values: variables where branches meet, and arrays for the elements of lists."""

from __future__ import annotations

import functools
from collections.abc import Callable
from collections.abc import Sequence as Many
from typing import TYPE_CHECKING, Any

from perfectplay import model
from perfectplay.engines.compiled.compiler.shapes import (
    FloatShape,
    IntShape,
    NodeShape,
    RecordShape,
    RowShape,
    SameShape,
    SequenceShape,
    Shape,
    StaticShape,
    TextShape,
    UnionShape,
    join,
    loose,
    merge,
    shape_of,
    slots,
    widened,
)
from perfectplay.engines.compiled.compiler.tree import (
    PYTHON,
    Array,
    Const,
    Expr,
    If,
    Op,
    Statement,
    Type,
    Var,
)
from perfectplay.engines.compiled.compiler.values import (
    DeadEnd,
    FinalValue,
    Float,
    GainValue,
    Int,
    Node,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Text,
    Union,
    UnplacedError,
    Value,
    name_of,
)

if TYPE_CHECKING:
    from perfectplay.engines.compiled.compiler.context import Context

Path = tuple[int, ...]
PATIENCE = 6
"""How often the range of a list's elements may grow before it is left unbounded."""


class ElementStore:
    """The elements of a list, each of one of some shapes: an array for each number in a shape."""

    def __init__(self, c: Context, most: int) -> None:
        self.c, self.most = c, most
        self.loops, self.born, self.changes = c.loops, c.count, 0
        self.ways: list[tuple[Shape, dict[Path, Array]]] = []
        self.tags: Array | None = None

    @property
    def shape(self) -> Shape | None:
        """The shape of an element; None if there are none yet."""
        ways = tuple(shape for shape, _ in self.ways)
        return None if not ways else ways[0] if len(ways) == 1 else UnionShape(ways)

    def way(self, shape: Shape) -> int:
        """The index of the alternative that can hold a shape."""
        shape = loose(shape)
        for at, (known, arrays) in enumerate(self.ways):
            both = merge(known, shape)
            if both is not None and storable(known, both):
                if both != known:
                    self.changes += 1
                    if self.changes > PATIENCE:
                        both = widened(known, both)
                    self.change(at, both, arrays)
                return at
        if isinstance(shape, (UnionShape, SameShape)):
            raise UnplacedError("keeps functions in a list")
        self.ways.append((shape, {}))
        self.change(len(self.ways) - 1, shape, {})
        return len(self.ways) - 1

    def change(self, at: int, shape: Shape, arrays: dict[Path, Array]) -> None:
        """Widen an alternative so that it can hold more."""
        for path, _ in slots(shape):
            if path not in arrays:
                arrays[path] = self.c.array(self.most)
        self.ways[at] = shape, arrays
        self.c.changes.append(self.born)

    def write(self, index: Expr, value: Value) -> None:
        """Store a value at an index."""
        if isinstance(value, Union):
            self.c.each_way(value, lambda way: self.write(index, way))
            return
        value = self.c.settle(value)
        for place, part in enumerate(value.parts if isinstance(value, RecordValue) else ()):
            if isinstance(part, Union):
                assert isinstance(value, RecordValue)
                self.c.each_way(part, functools.partial(self.write_with, index, value, place))
                return
        at = self.way(shape_of(value))
        shape, arrays = self.ways[at]
        if self.tags is None:
            self.tags = self.c.array(self.most)
        self.c.store(self.tags, index, Const(at))
        for path, number in flat(self.c, value, shape):
            bits = Op("bits", (number,)) if number.type == "float" else number
            self.c.store(arrays[path], index, bits)

    def write_with(self, index: Expr, record: RecordValue, at: int, part: Value) -> None:
        """Store a record with one part replaced."""
        parts = [*record.parts[:at], part, *record.parts[at + 1 :]]
        self.write(index, RecordValue(record.cls, parts))

    def read(self, index: Expr) -> Value:
        """The element at an index."""
        if not self.ways:
            raise self.c.dead_end()
        ways = [self.load(index, at) for at in range(len(self.ways))]
        if len(ways) == 1:
            return ways[0]
        assert self.tags is not None
        return Union(self.c.load(self.tags, index), ways)

    def load(self, index: Expr, at: int) -> Value:
        """The element at an index, if it has a certain alternative's shape."""
        shape, arrays = self.ways[at]

        def number(path: Path, kind: Type) -> Expr:
            found = self.c.load(arrays[path], index)
            return self.c.keep(Op("unbits", (found,))) if kind == "float" else found

        return build(self.c, shape, number)

    def copy(self, index: Expr, source: ElementStore, place: Expr) -> None:
        """Store an element of another store at an index."""
        if len(source.ways) == 1 and isinstance(source.ways[0][0], IntShape):
            self.write(index, source.load(place, 0))
        elif source.ways:
            self.write(index, source.read(place))


class KnownElements(ElementStore):
    """The elements of a known list, as rows of a table."""

    def __init__(self, c: Context, objects: list[Any]) -> None:
        super().__init__(c, len(objects))
        self.table = c.tables.of(objects)
        self.ways = [(RowShape(self.table), {})] if objects else []

    def write(self, index: Expr, value: Value) -> None:  # noqa: ARG002  # as all stores
        """Refuse: known elements are read-only."""
        raise self.c.refuse("changes a list that is used in several places")

    def load(self, index: Expr, at: int) -> Value:  # noqa: ARG002  # there is one way
        """The element at an index."""
        return self.c.row(self.table, index)


def storable(before: Shape, after: Shape) -> bool:
    """Whether something written with one shape can be read with another."""
    match before, after:
        case RecordShape(), RecordShape():
            pairs = zip(before.parts, after.parts, strict=False)
            return len(before.parts) == len(after.parts) and all(storable(a, b) for a, b in pairs)
        case SequenceShape(), SequenceShape():
            if before.cls is not after.cls or before.key or after.key:
                return False
            return not before.element or storable(before.element, after.element or before.element)
        case UnionShape(), UnionShape():
            return all(map(storable, before.ways, after.ways))
    return type(before) is type(after) and not isinstance(after, UnionShape)


def flat(c: Context, value: Value, shape: Shape, path: Path = ()) -> list[tuple[Path, Expr]]:
    """The numbers a value consists of, by their paths in a shape."""
    match shape, value:
        case IntShape(), _:
            return [(path, c.int(value).expr)]
        case FloatShape(), _:
            return [(path, c.float(value))]
        case RowShape(), RowValue():
            return [(path, value.row)]
        case TextShape(), Text():
            return [((*path, 0), value.hash), ((*path, 1), value.power)]
        case NodeShape(), Node():
            return [((*path, 0), value.start), ((*path, 1), value.end)]
        case RecordShape(), _:
            parts = parts_of(c, value, len(shape.parts))
            pairs = zip(parts, shape.parts, strict=True)
            return [each for at, (a, b) in enumerate(pairs) for each in flat(c, a, b, (*path, at))]
        case SequenceShape(), _:
            given = c.sequence(value)
            found = [((*path, 0), given.length.expr)]
            for at in range(min(given.store.most, given.length.high)):
                if shape.element is None:
                    raise UnplacedError("keeps more in a list than was ever seen there")
                place = c.plus(given.offset, Const(at))
                item = given.store.read(place)
                found += flat(c, item, shape.element, (*path, at + 1))
            return found
        case StaticShape(), _:
            return []
        case UnionShape(ways), _:
            chosen = way_among(ways, shape_of(value))
            if chosen is not None:
                told = ((*path, 0), Const(chosen))
                return [told, *flat(c, value, ways[chosen], (*path, chosen + 1))]
    raise UnplacedError(f"keeps {name_of(value)} in a list")


def build(c: Context, shape: Shape, number: Callable[[Path, Type], Expr], path: Path = ()) -> Value:
    """The value of a shape, given its numbers."""
    match shape:
        case StaticShape(obj):
            return Static(obj)
        case SameShape(value):
            return value
        case IntShape(low, high, is_bool):
            return Int(number(path, "int"), low, high, is_bool)
        case FloatShape():
            return Float(number(path, "float"))
        case TextShape():
            return Text(number((*path, 0), "int"), number((*path, 1), "int"))
        case NodeShape(kind):
            return Node(number((*path, 0), "int"), number((*path, 1), "int"), kind)
        case RowShape(table):
            return RowValue(table, number(path, "int"))
        case RecordShape(cls, parts):
            return made_of(
                cls, [build(c, part, number, (*path, at)) for at, part in enumerate(parts)]
            )
        case UnionShape(ways):
            tag = number((*path, 0), "int")
            built = [build(c, way, number, (*path, at + 1)) for at, way in enumerate(ways)]
            return Union(tag, built)
        case SequenceShape(cls, element, most, _):
            length = Int(number((*path, 0), "int"), 0, most)
            store = ElementStore(c, most)
            if element is not None:
                for at in range(most):
                    item = build(c, element, number, (*path, at + 1))
                    store.write(Const(at), item)
            return Sequence(cls, store, length, frozen=True)
    raise AssertionError(shape)


def made_of(cls: type, parts: list[Value]) -> Value:
    """The value of a class with these parts."""
    nodes: dict[type, Callable[..., Value]] = {model.Final: FinalValue, model.Gain: GainValue}
    return nodes[cls](*parts) if cls in nodes else RecordValue(cls, parts)


def parts_of(c: Context, value: Value, count: int) -> list[Value]:
    """The parts of a final position, a gain, or a record of known length."""
    match value:
        case FinalValue(payoff):
            return [payoff]
        case GainValue(points, then):
            return [points, then]
    return c.parts(value, count)


# Where branches meet


def place_for(c: Context, shape: Shape) -> Value:
    """Variables (and for sequences, arrays) for everything a shape holds."""
    match shape:
        case SequenceShape(cls, element, most, key):
            size = c.var()
            made = Sequence(
                cls, ElementStore(c, most), Int(size, 0, most), size=size, depth=c.loops
            )
            if element is not None:
                prepare(made.store, element)
            if key is not None or cls is dict:
                made.keys = ElementStore(c, most)
                if key is not None:
                    prepare(made.keys, key)
            return made
        case RecordShape(cls, parts):
            return made_of(cls, [place_for(c, part) for part in parts])
        case UnionShape(ways):
            return Union(c.var(), [place_for(c, way) for way in ways])
        case _:
            return build(c, shape, lambda _, kind: c.var(kind))


def prepare(store: ElementStore, shape: Shape) -> None:
    """Prepare a store for a shape from the start."""
    for way in shape.ways if isinstance(shape, UnionShape) else (shape,):
        store.way(way)


def assign(c: Context, place: Value, value: Value) -> None:
    """Write a value to a place that has room for its shape."""
    if place is value:
        return
    match place, value:
        case Union(), Union():
            c.each_way(value, lambda way: assign(c, place, way))
        case Union(), _:
            at = way_for(place, value)
            c.set(variable(place.tag), Const(at))
            assign(c, place.ways[at], value)
        case Int(), _:
            c.set(variable(place.expr), c.int(value).expr)
        case Float(), _:
            c.set(variable(place.expr), c.float(value))
        case Text(), Text():
            c.set(variable(place.hash), value.hash)
            c.set(variable(place.power), value.power)
        case Node(), Node():
            c.set(variable(place.start), value.start)
            c.set(variable(place.end), value.end)
        case RowValue(), RowValue():
            c.set(variable(place.row), value.row)
        case (RecordValue(), _) | (FinalValue(), FinalValue()) | (GainValue(), GainValue()):
            parts = place.parts if isinstance(place, RecordValue) else parts_of(c, place, 0)
            for part, each in zip(parts, parts_of(c, value, len(parts)), strict=True):
                assign(c, part, each)
        case Sequence(), _:
            copy(c, place, value)
        case Static(), _:
            return
        case _:
            raise UnplacedError(f"keeps {name_of(value)} where there was {name_of(place)}")


def variable(expr: Expr) -> Var:
    """The variable of a place."""
    assert isinstance(expr, Var)
    return expr


def way_for(place: Union, value: Value) -> int:
    """The alternative of a union that has room for a value."""
    at = way_among(tuple(map(shape_of, place.ways)), shape_of(value))
    if at is None:
        raise UnplacedError(f"keeps {name_of(value)} where there was {name_of(place)}")
    return at


def way_among(ways: tuple[Shape, ...], shape: Shape) -> int | None:
    """The index of the alternative that has room for a shape."""
    return next((at for at, known in enumerate(ways) if merge(known, shape) == known), None)


def copy(c: Context, place: Sequence, value: Value) -> None:
    """Copy the elements of a sequence to a place."""
    given = c.sequence(value)
    if given.size is not None and given.cls in (list, dict, set):
        c.freeze(given)
    assert place.size is not None
    length = c.keep(given.length.expr)
    if given.length.high > place.store.most:
        c.trap_if(Op("gt", (length, Const(place.store.most))), PYTHON)
    c.repeat(length, lambda at: place.store.copy(at, given.store, c.plus(given.offset, at)))
    if place.keys is not None and given.keys is not None:
        keys, source = place.keys, given.keys
        c.repeat(length, lambda at: keys.copy(at, source, c.plus(given.offset, at)))
    c.set(place.size, length)


def merge_values(c: Context, ways: Many[tuple[list[Statement], Value]]) -> Value:
    """Merge the values of several branches into one; appends the assignments to each branch."""
    first = ways[0][1]
    if all(value is first for _, value in ways):
        return first
    shape: Shape | None = None
    for out, value in ways:
        with c.into(out):
            each = shape_of(value)
        shape = each if shape is None or each == shape else join(shape, each)
    assert shape is not None
    place = place_for(c, shape)
    for out, value in ways:
        with c.into(out):
            try:
                assign(c, place, value)
            except DeadEnd:
                continue
    return place


def pick(c: Context, tag: Expr, outs: list[list[Statement]]) -> None:
    """Write one of several lists of statements, selected by a number."""
    chosen: list[Statement] = outs[-1]
    for at in range(len(outs) - 2, -1, -1):
        chosen = [If(Op("eq", (tag, Const(at))), outs[at], chosen)]
    c.out += chosen
