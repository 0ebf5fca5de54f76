"""Whether two values are equal, and whether a collection contains a value."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from numbers import Real
from typing import Any

from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.shapes import Shape, loose, shape_of
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    MISSING,
    FinalValue,
    Float,
    FunctionValue,
    GainValue,
    Int,
    Node,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Stream,
    Text,
    Union,
    Value,
    is_written,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant

Answer = bool | Expr
SETS = (set, frozenset)
PLAIN = (object.__eq__, str.__eq__, type(None).__eq__)


def equal(c: Context, a: Value, b: Value) -> Answer:
    """Whether two values are equal."""
    if isinstance(b, Union) and not isinstance(a, Union):
        a, b = b, a
    for each in (a, b):
        require_usual(c, each)
    match a, b:
        case Union(), _:
            other = b
            found = c.map_ways(a, lambda way: c.as_bool(equal(c, way, other)))
            return c.truth(found)
        case Static(x), Static(y):
            return bool(x == y)
        case (RowValue(), RowValue()):
            return equal_rows(c, a, b)
        case (RowValue(), Static(obj)) | (Static(obj), RowValue()):
            row = a if isinstance(a, RowValue) else b
            assert isinstance(row, RowValue)
            if obj is MISSING:
                return False
            key = ("equal", type(obj), repr(obj), id(obj))
            c.keep_alive.append(obj)
            return c.truth(c.derived(row.table, row.row, key, lambda each: bool(each == obj)))
    if isinstance(a, Text) or isinstance(b, Text):
        return equal_texts(c, a, b)
    if isinstance(a, RowValue) or isinstance(b, RowValue):
        row, other = (a, b) if isinstance(a, RowValue) else (b, a)
        assert isinstance(row, RowValue)
        return equal_row(c, row, other)
    if numeric(a) and numeric(b):
        if c.is_int(a) and c.is_int(b):
            return c.compare("eq", c.int(a), c.int(b))
        return Op("eq", (c.float(a), c.float(b)))
    if any(isinstance(each, Sequence) and each.cls is dict for each in (a, b)):
        raise c.refuse("compares dicts")
    if has_items(a) and has_items(b):
        return equal_items(c, a, b)
    if isinstance(a, (Node, FunctionValue, Stream, FinalValue, GainValue)) or isinstance(
        b, (Node, FunctionValue, Stream)
    ):
        raise c.refuse(f"compares {name_of(a)} with {name_of(b)}")
    for one, other in ((a, b), (b, a)):
        plain = isinstance(one, Static) and not numeric(one) and not has_items(one)
        if plain and type(getattr(one, "obj", None)).__eq__ in PLAIN:
            return False
        if numeric(one) and has_items(other):
            return False
    raise c.refuse(f"compares {name_of(a)} with {name_of(b)}")


def require_usual(c: Context, value: Value) -> None:
    """Refuse to compare objects that define their own equality."""
    if isinstance(value, RowValue):
        for cls in {type(obj) for obj in value.table.known}:
            if not is_usual(cls):
                raise c.refuse(f"compares {cls.__name__}, which has an equality of its own")
        c.promise(value.table, "usual", lambda obj: is_usual(type(obj)))
    elif isinstance(value, Static) and not is_usual(type(value.obj)):
        raise c.refuse(f"compares {type(value.obj).__name__}, which has an equality of its own")


def is_usual(cls: type) -> bool:
    """Whether objects of a class are compared as Python's built-in ones are."""
    trusted = cls.__module__ in ("fractions", "enum", "decimal")
    return trusted or not (is_written(cls, "__eq__") or is_written(cls, "__ne__"))


def numeric(value: Value) -> bool:
    """Whether a value is a number at run time."""
    return isinstance(value, (Int, Float)) or (
        isinstance(value, Static) and isinstance(value.obj, (int, float))
    )


def has_items(value: Value) -> bool:
    """Whether a value is a tuple, a list or a set."""
    return isinstance(value, (RecordValue, Sequence)) or (
        isinstance(value, Static) and isinstance(value.obj, (tuple, list, *SETS))
    )


def equal_rows(c: Context, a: RowValue, b: RowValue) -> Answer:
    """Whether the objects of two rows are equal."""
    if a.table is b.table and a.row == b.row:
        return True
    tables = [each.table.derive("number", c.tables.equal.number) for each in (a, b)]
    numbers = [c.whole_in(table, each.row) for table, each in zip(tables, (a, b), strict=True)]
    for table, each in zip(tables, (a, b), strict=True):
        c.require(table, each.row)
    first, second = map(c.int, numbers)
    return Op("eq", (first.expr, second.expr))


def equal_row(c: Context, row: RowValue, other: Value) -> Answer:
    """Whether the object of a row equals a value made at run time."""
    if isinstance(other, Int):
        there = c.truth(c.derived(row.table, row.row, "is whole", is_whole))
        if there is False:
            return False
        number = c.derived(row.table, row.row, "or 0", lambda obj: int(obj) if is_whole(obj) else 0)
        return Op("and", (c.expr(there), c.expr(c.compare("eq", c.int(number), other))))
    if has_items(other):
        cls = other.cls if isinstance(other, (RecordValue, Sequence)) else type(other)
        if all(isinstance(obj, tuple) == issubclass(cls, tuple) for obj in row.table.known):
            return equal_items(c, row, other)
    raise c.refuse(f"compares {name_of(row)} with {name_of(other)}")


def is_whole(obj: Any) -> bool:
    """Whether an object is equal to a whole number."""
    return isinstance(obj, (Real, Decimal)) and obj % 1 == 0


def equal_texts(c: Context, a: Value, b: Value) -> Answer:
    """Whether two texts have the same hash."""
    from perfectplay.engines.compiled.compiler import texts

    for one in (a, b):
        if isinstance(one, Static) and not isinstance(one.obj, str):
            return False
        if isinstance(one, (Int, Float, RecordValue, Sequence)):
            return False
    return Op("eq", (texts.content(c, a).hash, texts.content(c, b).hash))


def equal_items(c: Context, a: Value, b: Value) -> Answer:
    """Whether two tuples or sets have equal elements."""
    classes = [
        each.cls if isinstance(each, (RecordValue, Sequence)) else type(getattr(each, "obj", ()))
        for each in (a, b)
    ]
    tuples = [issubclass(cls, tuple) for cls in classes]
    if tuples[0] != tuples[1] or any((cls in SETS) != (classes[0] in SETS) for cls in classes):
        return False
    if not all(tuples) and classes[0] not in SETS and classes[0] is not classes[1]:
        return False
    if isinstance(a, RecordValue) and isinstance(b, (RecordValue, Static)):
        count = len(b.parts) if isinstance(b, RecordValue) else len(b.obj)
        if len(a.parts) != count:
            return False
        whole: Answer = True
        for x, y in zip(a.parts, c.parts(b, count), strict=True):
            whole = conjunction(whole, equal(c, x, y))
        return whole
    first, second = c.sequence(a), c.sequence(b)
    if classes[0] in SETS:
        return subset(c, first, second, same_size=True)
    found = c.var()
    c.set(found, c.expr(c.compare("eq", first.length, second.length)))

    def one(at: Expr) -> None:
        x = first.store.read(c.plus(first.offset, at))
        y = second.store.read(c.plus(second.offset, at))
        c.set(found, Op("and", (found, c.expr(equal(c, x, y)))))

    if first.length.high and second.length.high:
        c.when(found, lambda: c.repeat(c.keep(first.length.expr), one))
    return found


def conjunction(a: Answer, b: Answer) -> Answer:
    """Whether both hold."""
    if a is False or b is False:
        return False
    if a is True or b is True:
        return b if a is True else a
    assert not isinstance(a, bool)
    assert not isinstance(b, bool)
    return Op("and", (a, b))


def contains(c: Context, where: Value, item: Value) -> Answer:
    """Whether a collection contains a value."""
    from perfectplay.engines.compiled.compiler import sequences

    if isinstance(where, Union):
        return c.truth(c.map_ways(where, lambda way: c.as_bool(contains(c, way, item))))
    if isinstance(where, Static) and isinstance(where.obj, range) and c.is_int(item):
        return within(c, where.obj, c.int(item))
    if isinstance(where, Static) and isinstance(item, RowValue) and not is_collection(where.obj):
        key = "in", id(where.obj)
        return c.truth(c.derived(item.table, item.row, key, held_by(c, where.obj)))
    if isinstance(where, RowValue) and not all(map(is_collection, where.table.known)):
        if isinstance(item, Static):
            key = "has", id(item.obj)
            c.keep_alive.append(item.obj)
            return c.truth(c.derived(where.table, where.row, key, lambda obj: item.obj in obj))
        raise c.refuse(f"looks for {name_of(item)} in {name_of(where)}")
    if isinstance(where, Static) and not is_collection(where.obj):
        raise c.refuse(f"looks for {name_of(item)} in {name_of(where)}")
    if isinstance(where, Static) and not isinstance(item, RowValue):
        objects = list(where.obj)
        if len(objects) <= 16:
            whole: Answer = False
            for obj in objects:
                whole = disjunction(whole, equal(c, item, Static(obj)))
            return whole
    found = c.var()
    c.set(found, Const(0))

    def one(each: Value) -> None:
        same = equal(c, each, item)
        if same is not False:
            c.set(found, Op("or", (found, c.expr(same))))

    sequences.each(c, where, one, ordered=False)
    return found


def is_collection(obj: Any) -> bool:
    """Whether `in` agrees with iterating over the object."""
    return isinstance(obj, (tuple, list, dict, range, *SETS))


def held_by(c: Context, where: Any) -> Callable[[Any], bool]:
    """Whether one value is in another."""
    c.keep_alive.append(where)
    return lambda obj: obj in where


def disjunction(a: Answer, b: Answer) -> Answer:
    """Whether either holds."""
    if a is True or b is True:
        return True
    if a is False or b is False:
        return b if a is False else a
    assert not isinstance(a, bool)
    assert not isinstance(b, bool)
    return Op("or", (a, b))


def within(c: Context, known: range, item: Int) -> Answer:
    """Whether a number is in a known range."""
    if not known:
        return False
    low, high = min(known), max(known)
    whole = conjunction(c.compare("ge", item, constant(low)), c.compare("le", item, constant(high)))
    if abs(known.step) > 1:
        off = c.keep(Op("sub", (item.expr, Const(low))))
        step = Op("eq", (Op("mod", (off, Const(abs(known.step)))), Const(0)))
        whole = conjunction(whole, step)
    return whole


def subset(c: Context, small: Value, big: Value, *, same_size: bool = False) -> Expr:
    """Whether one collection contains all elements of another."""
    from perfectplay.engines.compiled.compiler import sequences

    found = c.var()
    c.set(found, Const(1))
    if same_size:
        first, second = c.sequence(small), c.sequence(big)
        c.set(found, c.expr(c.compare("eq", first.length, second.length)))

    def one(item: Value) -> None:
        c.set(found, Op("and", (found, c.expr(contains(c, big, item)))))

    sequences.each(c, small, one, ordered=False)
    return found


def key_shape(value: Value) -> Shape:
    """The shape of a key."""
    return loose(shape_of(value))
