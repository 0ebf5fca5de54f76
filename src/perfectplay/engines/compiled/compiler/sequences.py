"""Loops over anything with elements, and lists, sets and dicts made at run time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay.engines.compiled.compiler import equality
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.places import KnownElements
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op, Var
from perfectplay.engines.compiled.compiler.values import (
    Generator,
    Int,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Stream,
    Text,
    Union,
    Value,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant

UNROLLED = 4
"""Loops over at most this many known objects are unrolled."""
SETS = (set, frozenset)


def each(
    c: Context, value: Value, action: Callable[[Value], None], *, ordered: bool = True
) -> None:
    """Write the code that handles each element of a value."""
    match value:
        case Stream(run):
            run(action)
        case Union():
            c.each_way(value, lambda way: each(c, way, action, ordered=ordered))
        case Static(obj):
            each_known(c, obj, action)
        case RecordValue(_, parts):
            if len(parts) > UNROLLED and all(map(c.is_int, parts)):
                each(c, stored(c, value), action)
            else:
                unrolled(c, parts, action)
        case Sequence():
            if value.cls in SETS and ordered:
                raise c.refuse("goes through a set, whose order is Python's own")
            source = value.keys or value.store
            length = c.keep(value.length.expr)
            if value.length.high > 0:
                c.repeat(length, lambda at: action(source.read(c.plus(value.offset, at))))
        case RowValue(table, row):
            if any(isinstance(obj, SETS) for obj in table.known) and ordered:
                raise c.refuse("goes through a set, whose order is Python's own")
            if ordered:
                c.promise(table, "no set", lambda obj: not isinstance(obj, SETS))
            starts, lengths, child = table.children()
            start, length = c.cell(starts, row), c.cell(lengths, row)
            c.repeat(length, lambda at: action(c.row(child, c.plus(start, at))))
        case _:
            raise c.refuse(f"goes through {name_of(value)}")


def each_known(c: Context, obj: Any, action: Callable[[Value], None]) -> None:
    """Write the code for each of some known objects."""
    try:
        objects = list(obj)
    except TypeError:
        raise c.dead_end() from None
    if isinstance(obj, range) and len(objects) > 1:
        first, step = constant(obj.start), constant(obj.step)
        low, high = min(objects), max(objects)

        def one(at: Expr) -> None:
            place = c.arithmetic("mul", Int(at, 0, len(objects)), step)
            number = c.arithmetic("add", place, first)
            action(Int(number.expr, low, high))

        c.repeat(Const(len(objects)), one)
    elif len(objects) <= UNROLLED:
        unrolled(c, list(map(Static, objects)), action)
    else:
        table = c.tables.of(objects)
        c.repeat(Const(len(objects)), lambda at: action(c.row(table, at)))


def unrolled(
    c: Context, values: list[Value] | list[Static], action: Callable[[Value], None]
) -> None:
    """Write the code for each of some values, one after another."""
    for at, value in enumerate(values):
        with c.step(at):
            action(value)


def fold(
    c: Context,
    value: Value,
    start: int,
    operation: str,
    of: Callable[[Value], Expr],
    *,
    ordered: bool = False,
) -> Var:
    """Combine all elements by an operation, one after another."""
    found = c.var()
    c.set(found, Const(start))
    each(c, value, lambda item: c.set(found, Op(operation, (found, of(item)))), ordered=ordered)
    return found


def count_of(value: Value) -> int | None:
    """An upper bound on the number of elements, if known."""
    match value:
        case Stream():
            return value.most
        case Static(obj):
            return len(obj) if hasattr(obj, "__len__") else None
        case RecordValue(_, parts):
            return len(parts)
        case Sequence():
            return min(value.length.high, value.store.most)
        case RowValue(table):
            lengths = [len(obj) for obj in table.known if hasattr(obj, "__len__")]
            return max(lengths, default=0) * (2 if table.root.grows else 1)
        case Union(_, ways):
            counts = [count_of(way) for way in ways]
            return None if None in counts else max(each for each in counts if each is not None)
    return None


# Construction


def new(c: Context, cls: type, most: int | None = None) -> Sequence:
    """An empty list, set or dict."""
    size = c.var()
    c.set(size, Const(0))
    most = min(c.rooms.items * 4, c.rooms.items if most is None else most)
    made = Sequence(cls, c.new_store(most), Int(size, 0, most), size=size, depth=c.loops)
    if cls is dict:
        made.keys = c.new_store(most)
        made.known = set()
    return made


def append(c: Context, to: Sequence, value: Value, key: Value | None = None) -> None:
    """Append an element."""
    changeable(c, to)
    assert to.size is not None
    place = c.keep(to.size)
    c.trap_if(Op("ge", (place, Const(to.store.most))))
    to.store.write(place, value)
    if key is not None:
        assert to.keys is not None
        to.keys.write(place, key)
    c.set(to.size, Op("add", (place, Const(1))))


def changeable(c: Context, value: Sequence) -> None:
    """Refuse to modify a value that is visible elsewhere or was not made here."""
    if value.frozen or value.size is None or value.cls in (tuple, frozenset):
        raise c.refuse(f"changes a {value.cls.__name__} that is used in several places")


def put(c: Context, to: Sequence, key: Value, value: Value) -> None:
    """Set a key of a dict; an equal key keeps its place and gets the new value."""
    changeable(c, to)
    assert to.keys is not None
    key = as_key(c, key)
    value = c.settle(value)
    if isinstance(key, Union):
        c.each_way(key, lambda way: put(c, to, way, value))
        return
    static = key.obj if isinstance(key, Static) else None
    fresh = (
        isinstance(key, Static)
        and to.known is not None
        and static not in to.known
        and to.depth == c.loops
    )
    if isinstance(key, Static) and to.known is not None:
        to.known.add(static)
    else:
        to.known = None
    if fresh:
        append(c, to, value, key)
        return
    found = c.var()
    c.set(found, Const(-1))
    search(c, to.keys, to.length, key, lambda at: c.set(found, at))
    c.when(Op("ge", (found, Const(0))), lambda: to.store.write(found, value))
    c.when(Op("lt", (found, Const(0))), lambda: append(c, to, value, key))


def search(c: Context, store: Any, length: Int, key: Value, action: Callable[[Expr], None]) -> None:
    """Write code that runs where an equal key is; texts made at run time are left to Python."""
    if not store.ways:
        if store.loops < c.loops:
            store.way(equality.key_shape(key))
        else:
            return

    def one(at: Expr) -> None:
        known = store.read(at)
        if isinstance(known, Union):  # what the other ways hold there was never set
            c.each_way(known, lambda way: compare(at, way))
        else:
            compare(at, known)

    def compare(at: Expr, known: Value) -> None:
        same = equality.equal(c, known, key)
        if same is False:
            return
        if isinstance(known, Text) or isinstance(key, Text):
            c.trap_if(c.expr(same))
        else:
            c.when(c.expr(same), lambda: action(at))

    c.repeat(c.keep(length.expr), one)


def as_key(c: Context, key: Value) -> Value:
    """A label in a form that can be compared with others."""
    key = c.settle(key)
    if isinstance(key, Sequence) and key.cls in (list, dict, set):
        raise c.dead_end()
    if isinstance(key, Static):
        try:
            hash(key.obj)
        except TypeError:
            raise c.dead_end() from None
    return key


def gather(c: Context, value: Value, cls: type) -> Sequence:
    """A new list, tuple or set of the elements of a value."""
    made = new(c, list if cls in (tuple, Generator) else cls, count_of(value))
    if cls in SETS:
        made.cls = set
        each(c, value, lambda item: add(c, made, item), ordered=False)
    else:
        each(c, value, lambda item: append(c, made, item))
    return finished(c, made, cls)


def finished(c: Context, made: Sequence, cls: type) -> Sequence:
    """A finished collection in its final form; tuples and frozensets no longer change."""
    made.cls = cls
    if cls in (tuple, frozenset, Generator):
        made.length = Int(c.keep(made.length.expr), 0, made.store.most)
        made.size = None
    return made


def add(c: Context, to: Sequence, value: Value) -> None:
    """Add an element to a set unless it is there."""
    if isinstance(value, Union):
        c.each_way(value, lambda way: add(c, to, way))
        return
    to.store.way(equality.key_shape(value))
    there = equality.contains(c, to, value)
    if there is not True:
        c.when(Op("not", (c.expr(there),)), lambda: append(c, to, value))


def stored(c: Context, value: Value) -> Sequence:
    """A snapshot of a value's elements in a store."""
    match value:
        case Sequence():
            return value
        case RecordValue(cls, parts):
            store = c.new_store(len(parts))
            for at, item in enumerate(parts):
                store.write(Const(at), item)
            return Sequence(tuple if cls is not list else list, store, constant(len(parts)))
        case Static(obj) if isinstance(obj, (tuple, list, range, *SETS)):
            items = sorted(obj) if isinstance(obj, SETS) else obj
            if len(obj) > 1 and not all(isinstance(item, int) for item in items):
                cls = type(obj) if not isinstance(obj, range) else tuple
                kept: list[Any] = c.memos.setdefault(("items", id(obj)), list(items))
                c.keep_alive.append(obj)
                return Sequence(cls, KnownElements(c, kept), constant(len(kept)))
            made = stored(c, RecordValue(tuple, list(map(Static, items))))
            made.cls = type(obj) if not isinstance(obj, range) else tuple
            return made
        case Static(obj) if isinstance(obj, dict):
            made = new(c, dict, len(obj) + c.rooms.items)
            for key, each_value in obj.items():
                append(c, made, Static(each_value), Static(key))
                assert made.known is not None
                made.known.add(key)
            return made
        case RowValue(table):
            classes = {type(obj) for obj in table.known}
            if len(classes) == 1:
                cls = classes.pop()
                c.promise(table, ("is", cls), lambda obj: type(obj) is cls)
                return gather_row(c, value, cls)
        case Union():
            if len({type_of(way) for way in value.ways}) == 1:
                found = c.map_ways(value, lambda way: stored(c, way))
                if isinstance(found, Sequence):
                    return found
        case Stream():
            return gather(c, value, value.cls)
    raise c.refuse(f"takes {name_of(value)} for a sequence")


def gather_row(c: Context, value: RowValue, cls: type) -> Sequence:
    """The elements of a row, in a store."""
    if cls is dict:
        raise c.refuse("changes a dict of a table")
    made = new(c, list, count_of(value))
    each(c, value, lambda item: append(c, made, item), ordered=False)
    return finished(c, made, cls if cls in (list, *SETS) else tuple)


def type_of(value: Value) -> type | None:
    """The class of a collection."""
    match value:
        case Static(obj):
            return type(obj)
        case Sequence(cls) | RecordValue(cls):
            return cls
    return None


def class_of(value: Value) -> type | None:
    """The same, for rows of tables and numbers too."""
    if isinstance(value, RowValue):
        classes = {type(obj) for obj in value.table.known}
        return classes.pop() if len(classes) == 1 else None
    return int if isinstance(value, Int) else type_of(value)


# Elements


def element(c: Context, of: Sequence, index: Int) -> Value:
    """The element at an index, which may be negative."""
    place = place_of(c, of, index)
    return of.store.read(c.plus(of.offset, place))


def place_of(c: Context, of: Sequence, index: Int) -> Expr:
    """The position of an index; out of range is left for Python to report."""
    length = of.length
    if index.high < 0:
        index = c.arithmetic("add", Int(c.keep(length.expr), length.low, length.high), index)
    elif index.low < 0:
        moved = c.arithmetic("add", Int(c.keep(length.expr), length.low, length.high), index)
        negative = Op("lt", (index.expr, Const(0)))
        chosen = c.keep(Op("select", (negative, moved.expr, index.expr)))
        index = Int(chosen, min(moved.low, 0), max(moved.high, index.high))
    if index.low < 0:
        c.trap_if(Op("lt", (index.expr, Const(0))))
    if index.high >= length.low:
        c.trap_if(Op("ge", (index.expr, length.expr)))
    return index.expr


def cut(c: Context, of: Value, start: Value | None, stop: Value | None) -> Value:
    """A slice: the elements from one index up to another."""
    source = c.sequence(of)
    if source.cls not in (tuple, list):
        raise c.refuse(f"takes a slice of a {source.cls.__name__}")
    length = Int(c.keep(source.length.expr), source.length.low, source.length.high)
    first = bound(c, start, length) if start is not None else constant(0)
    last = bound(c, stop, length) if stop is not None else length
    count = c.arithmetic("sub", last, first)
    if count.low < 0:
        none = Op("lt", (count.expr, Const(0)))
        expr = c.keep(Op("select", (none, Const(0), count.expr)))
        count = Int(expr, 0, max(count.high, 0))
    if source.size is None:
        return Sequence(source.cls, source.store, count, c.plus(source.offset, first.expr))
    view = Sequence(tuple, source.store, count, c.plus(source.offset, first.expr))
    return gather(c, view, source.cls)


def bound(c: Context, value: Value, length: Int) -> Int:
    """An end of a slice, clipped to the length."""
    number = c.int(value)
    if number.low < 0:
        moved = c.arithmetic("add", number, length)
        negative = Op("lt", (number.expr, Const(0)))
        chosen = c.keep(Op("select", (negative, moved.expr, number.expr)))
        number = Int(chosen, min(moved.low, 0), max(moved.high, number.high))
        if number.low < 0:
            below = Op("lt", (number.expr, Const(0)))
            number = Int(c.keep(Op("select", (below, Const(0), number.expr))), 0, number.high)
    if number.high > length.low:
        beyond = Op("gt", (number.expr, length.expr))
        chosen = c.keep(Op("select", (beyond, length.expr, number.expr)))
        number = Int(chosen, min(number.low, length.low), max(min(number.high, length.high), 0))
    return number


def concatenated(c: Context, parts: list[Value], cls: type) -> Value:
    """The elements of several values, concatenated."""
    if cls is tuple and all(known_length(part) for part in parts):
        items: list[Value] = []
        for each_part in parts:
            items += (
                each_part.parts
                if isinstance(each_part, RecordValue)
                else map(Static, each_part.obj)  # type: ignore[union-attr]  # static
            )
        return RecordValue(tuple, items)
    counts = [count_of(one) for one in parts]
    most = None if None in counts else sum(number for number in counts if number is not None)

    def run(action: Callable[[Value], None]) -> None:
        for at, one in enumerate(parts):
            with c.step("part", at):
                each(c, one, action)

    return gather(c, Stream(run, most), cls)


def has_distinct(c: Context, value: Value, *, whole: bool) -> bool:
    """Whether no element occurs twice or, for pairs, no first part."""

    def distinct(obj: Any) -> bool:
        items = list(obj)
        return len({item if whole else item[0] for item in items}) == len(items)

    match value:
        case Stream():
            return value.distinct and whole == value.whole
        case Static(obj):
            try:
                return distinct(obj)
            except (TypeError, IndexError):
                return False
        case RowValue(table):
            try:
                if not all(map(distinct, table.known)):
                    return False
            except (TypeError, IndexError):
                return False

            c.promise(table, ("distinct", whole), distinct)
            return True
    return False


def known_length(value: Value) -> bool:
    """Whether a value has parts that are known one by one."""
    return isinstance(value, RecordValue) or (
        isinstance(value, Static) and isinstance(value.obj, (tuple, list))
    )
