"""Python's built-in functions, as far as rules use them."""

from __future__ import annotations

import ast
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import (
    calls,
    chances,
    equality,
    lists,
    members,
    nodes,
    operators,
    ordering,
    sequences,
    texts,
)
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.places import assign, place_for
from perfectplay.engines.compiled.compiler.shapes import IntShape, RecordShape, loose, shape_of
from perfectplay.engines.compiled.compiler.tree import Const, Exit, Expr, If, Loop, Op
from perfectplay.engines.compiled.compiler.values import (
    LEAST,
    MOST,
    ChanceValue,
    FinalValue,
    Float,
    GainValue,
    Generator,
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
    is_passing,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant, negated

SETS = (set, frozenset)


def known(fn: Any) -> Callable[..., Value] | None:
    """The compiled version of a built-in function or node class, if there is one."""
    try:
        return SPECIAL.get(fn)
    except TypeError:
        return None


def length(c: Context, value: Value) -> Value:
    """`len`."""
    if is_passing(value):
        raise c.dead_end()
    match value:
        case RecordValue(_, parts):
            return Static(len(parts))
        case Sequence():
            return Int(c.keep(value.length.expr), value.length.low, value.length.high)
        case RowValue(table, row):
            return c.derived(table, row, "len", len)
        case Union():
            return c.map_ways(value, lambda way: length(c, way))
        case Stream():
            return length(c, c.settle(value))
    raise c.refuse(f"len of {name_of(value)}")


def total(c: Context, value: Value, start: Value | None = None) -> Value:
    """`sum`."""
    place: Value = start or Static(0)
    if isinstance(value, RecordValue) and any(map(c.is_float, (place, *value.parts))):
        raise c.refuse("adds up floats")  # which Python may do with less rounding error
    if isinstance(place, Static) and isinstance(value, RecordValue):
        for part in value.parts:
            place = operators.operate(c, ast.Add(), place, part)
        return place
    result = c.var()
    c.set(result, c.int(place).expr)
    bounds = [0, 0]

    def one(item: Value) -> None:
        if c.is_float(item):
            raise c.refuse("adds up floats")
        number = c.int(item)
        bounds[0] = min(bounds[0], number.low)
        bounds[1] = max(bounds[1], number.high)
        c.set(result, Op("add", (result, number.expr), checked=True))

    sequences.each(c, value, one, ordered=False)
    most = sequences.count_of(value)
    first = c.int(place)
    if most is None:
        return Int(c.keep(result))
    low, high = first.low + most * bounds[0], first.high + most * bounds[1]
    return Int(c.keep(result), max(low, LEAST), min(high, MOST))


def any_of(c: Context, value: Value) -> Value:
    """`any`."""
    return c.as_bool(sequences.fold(c, value, 0, "or", lambda item: c.expr(c.truth(item))))


def all_of(c: Context, value: Value) -> Value:
    """`all`."""
    return c.as_bool(sequences.fold(c, value, 1, "and", lambda item: c.expr(c.truth(item))))


def extreme(name: str) -> Callable[..., Value]:
    """`min` or `max`."""

    def found(
        c: Context, *values: Value, key: Value | None = None, default: Value | None = None
    ) -> Value:
        source = values[0] if len(values) == 1 else RecordValue(tuple, list(values))
        if isinstance(source, Stream):
            source = c.settle(source)
        if key is None and isinstance(source, RecordValue) and all(map(c.is_int, source.parts)):
            numbers = [c.int(part) for part in source.parts]
            if not numbers:
                raise c.dead_end()
            return functools.reduce(lambda a, b: better(c, name, a, b), numbers)
        return best(c, name, source, key, default)

    return found


def better(c: Context, name: str, a: Int, b: Int) -> Int:
    """The smaller or larger of two integers; the first if they are equal."""
    holds = c.compare(name, b, a)
    pick = min if name == "lt" else max
    truth = a.is_bool if a.is_bool == b.is_bool else None
    low, high = pick(a.low, b.low), pick(a.high, b.high)
    if isinstance(holds, bool):
        chosen = b if holds else a
        return Int(chosen.expr, chosen.low, chosen.high, chosen.is_bool)
    return Int(c.keep(Op("select", (holds, b.expr, a.expr))), low, high, truth)


def best(c: Context, name: str, source: Value, key: Value | None, default: Value | None) -> Value:
    """The smallest or largest element, by a key if one is given."""
    stored = c.sequence(source)
    ordered = key is not None
    if ordered and stored.cls in SETS:
        raise c.refuse("the best of a set, whose order is Python's own")
    shape = stored.store.shape if stored.keys is None else stored.keys.shape
    read = stored.keys or stored.store
    if shape is None:
        if default is not None:
            return default
        raise c.dead_end()
    size = c.keep(stored.length.expr)
    if default is None:
        c.trap_if(Op("eq", (size, Const(0))))
    first = read.read(stored.offset)
    first_mark = calls.call(c, key, [first], {}) if key else first
    place, mark = place_for(c, loose(shape_of(first))), place_for(c, widest(first_mark))
    assign(c, place, first)
    assign(c, mark, first_mark)

    def one(at: Expr) -> None:
        item = read.read(c.plus(stored.offset, at))
        now = calls.call(c, key, [item], {}) if key else item

        def take() -> None:
            assign(c, place, item)
            assign(c, mark, now)

        c.when(c.expr(ordering.smaller(c, name, now, mark)), take)

    c.repeat(size, one)
    if default is None:
        return place
    return c.choose(Op("gt", (size, Const(0))), lambda: place, lambda: default)


def widest(value: Value) -> Any:
    """The shape of a value with every number at its widest range."""
    shape = loose(shape_of(value))
    if isinstance(shape, IntShape):
        return IntShape(LEAST, MOST, None)
    if isinstance(shape, RecordShape) and isinstance(value, RecordValue):
        return RecordShape(shape.cls, tuple(map(widest, value.parts)))
    return shape


def absolute(c: Context, value: Value) -> Value:
    """`abs`."""
    if c.is_float(value):
        expr = c.float(value)
        minus = Op("fmul", (Const(-1.0), expr))
        return Float(c.keep(Op("select", (Op("lt", (expr, Const(0.0))), minus, expr))))
    number = c.int(value)
    if number.low >= 0:
        return Int(number.expr, number.low, number.high)
    turned = c.arithmetic("sub", constant(0), number)
    expr = c.keep(Op("select", (Op("lt", (number.expr, Const(0))), turned.expr, number.expr)))
    return Int(expr, 0, max(turned.high, number.high))


def quotient_and_rest(c: Context, a: Value, b: Value) -> Value:
    """`divmod`."""
    first = operators.operate(c, ast.FloorDiv(), a, b)
    return RecordValue(tuple, [first, operators.operate(c, ast.Mod(), a, b)])


def as_int(c: Context, value: Value | None = None) -> Value:
    """`int`."""
    if value is None:
        return Static(0)
    if isinstance(value, RowValue):
        return c.derived(value.table, value.row, "to int", int)
    if not c.is_int(value):
        raise c.refuse(f"int of {name_of(value)}")
    number = c.int(value)
    return Int(number.expr, number.low, number.high)


def as_truth(c: Context, value: Value | None = None) -> Value:
    """`bool`."""
    return Static(obj=False) if value is None else c.as_bool(c.truth(value))


def as_float(c: Context, value: Value) -> Value:
    """`float`."""
    if isinstance(value, RowValue):
        return c.derived(value.table, value.row, "to float", float)
    return Float(c.float(value))


def as_text(c: Context, value: Value) -> Value:
    """`str`."""
    if isinstance(value, RowValue):
        return c.derived(value.table, value.row, "to str", str)
    return texts.text_of(c, value)


def collection(cls: type) -> Callable[..., Value]:
    """`list`, `tuple`, `set` or `frozenset`."""

    def made(c: Context, value: Value | None = None) -> Value:
        if value is None:
            return sequences.new(c, cls)
        if isinstance(value, RecordValue) and cls is tuple:
            return RecordValue(tuple, value.parts)
        if isinstance(value, Sequence) and value.cls is tuple and cls is tuple:
            return value
        if isinstance(value, Sequence) and value.cls in SETS and cls not in SETS:
            raise c.refuse("a list of a set, whose order is Python's own")
        if isinstance(value, Sequence) and value.cls in SETS and cls in SETS:
            return copied_set(c, value, cls)
        return sequences.gather(c, value, cls)

    return made


def copied_set(c: Context, value: Sequence, cls: type) -> Value:
    """A set of the same elements."""
    made = sequences.new(c, set, None if cls is set else value.store.most)
    sequences.each(c, value, lambda item: sequences.append(c, made, item), ordered=False)
    return sequences.finished(c, made, cls)


def as_dict(c: Context, value: Value | None = None, **named: Value) -> Value:
    """`dict`."""
    made = sequences.new(c, dict)
    if value is not None:
        lists.update(c, made, value)
    for name, item in named.items():
        sequences.put(c, made, Static(name), item)
    return made


def numbers(c: Context, *ends: Value) -> Value:
    """`range`."""
    given = [c.int(end) for end in ends]
    start = given[0] if len(given) > 1 else constant(0)
    stop = given[1] if len(given) > 1 else given[0]
    step = given[2].expr.value if len(given) > 2 and isinstance(given[2].expr, Const) else 1
    if len(given) > 2 and not isinstance(given[2].expr, Const):
        raise c.refuse("a range with a step that is not known")
    by = int(step)
    if by == 0:
        raise c.dead_end()
    span = c.arithmetic("sub", stop, start) if by > 0 else c.arithmetic("sub", start, stop)
    size = abs(by)
    expr = span.expr
    if size > 1:
        more = c.arithmetic("add", span, constant(size - 1))
        expr = c.keep(Op("floordiv", (more.expr, Const(size))))
    high = max(-(-span.high // size), 0)
    count: Expr = expr
    if span.low < 0:
        count = c.keep(Op("select", (Op("lt", (expr, Const(0))), Const(0), expr)))
    low_end = start.low if by > 0 else min(stop.low + 1, start.low)
    high_end = max(stop.high - 1, start.low) if by > 0 else start.high

    def run(action: Callable[[Value], None]) -> None:
        def one(at: Expr) -> None:
            moved = Op("mul", (at, Const(by))) if by != 1 else at
            place = c.keep(Op("add", (start.expr, moved)))
            action(Int(place, min(low_end, high_end), high_end))

        if high:
            c.repeat(count, one)

    return Stream(run, high, distinct=True)


def enumerated(c: Context, value: Value, start: Value | None = None) -> Value:
    """`enumerate`."""
    first = c.int(start or Static(0))
    most = sequences.count_of(value)
    if isinstance(value, RecordValue) and not all(map(c.is_int, value.parts)):
        parts: list[Value] = []
        for at, part in enumerate(value.parts):
            number = c.arithmetic("add", first, constant(at))
            counted = Static(at) if start is None else number
            parts.append(RecordValue(tuple, [counted, part]))
        return RecordValue(Generator, parts)

    def run(action: Callable[[Value], None]) -> None:
        count = c.var()
        c.set(count, first.expr)

        def one(item: Value) -> None:
            place = c.keep(count)
            c.set(count, Op("add", (place, Const(1))))
            high = first.high + most - 1 if most else 1 << 40
            action(RecordValue(tuple, [Int(place, first.low, max(high, first.low)), item]))

        sequences.each(c, value, one)

    return Stream(run, most, distinct=True, whole=False, cls=Generator)


def zipped(c: Context, *values: Value, strict: Value | None = None) -> Value:
    """`zip`."""
    if all(isinstance(value, (RecordValue, Static)) for value in values):
        rows = [
            value.parts if isinstance(value, RecordValue) else list(map(Static, value.obj))
            for value in values
            if isinstance(value, (RecordValue, Static))
        ]
        few = min(map(len, rows), default=0)
        if few <= sequences.UNROLLED or not all(c.is_int(x) for row in rows for x in row):
            if strict is not None and len(set(map(len, rows))) > 1:
                raise c.dead_end()
            pairs = zip(*rows, strict=False)
            return RecordValue(Generator, [RecordValue(tuple, list(each)) for each in pairs])
    readers = [reader(c, value) for value in values]
    if not readers:
        return Static(())
    count = functools.reduce(lambda a, b: better(c, "lt", a, b), [size for size, _ in readers])
    if strict is not None and c.truth(strict) is True:
        for size, _ in readers:
            c.trap_if(c.expr(c.compare("ne", size, count)))

    def run(action: Callable[[Value], None]) -> None:
        def one(at: Expr) -> None:
            action(RecordValue(tuple, [read(at) for _, read in readers]))

        if count.high:
            c.repeat(count.expr, one)

    return Stream(run, count.high, cls=Generator)


def reader(c: Context, value: Value) -> tuple[Int, Callable[[Expr], Value]]:
    """The length of a value, and a function that reads its elements by index."""
    if isinstance(value, RowValue):
        starts, lengths, child = value.table.children()
        start = c.cell(starts, value.row)
        most = sequences.count_of(value) or 0
        if any(isinstance(obj, SETS) for obj in value.table.known):
            raise c.refuse("goes through a set, whose order is Python's own")
        size = Int(c.cell(lengths, value.row), 0, 1 << 40 if value.table.root.grows else most)
        return size, lambda at: c.row(child, c.plus(start, at))
    if isinstance(value, Static) and not isinstance(value.obj, range):
        objects = list(value.obj)
        if not objects:
            return constant(0), lambda _: Static(None)
        table = c.tables.of(objects)
        return constant(len(objects)), lambda at: c.row(table, at)
    stored = c.sequence(value)
    if stored.cls in SETS:
        raise c.refuse("goes through a set, whose order is Python's own")
    read = stored.keys or stored.store
    size = Int(c.keep(stored.length.expr), stored.length.low, stored.length.high)
    return size, lambda at: read.read(c.plus(stored.offset, at))


def mapped(c: Context, fn: Value, *values: Value) -> Value:
    """`map`."""
    source = values[0] if len(values) == 1 else zipped(c, *values)
    count = len(values)

    def given(item: Value) -> list[Value]:
        return [item] if count == 1 else c.parts(item, count)

    if isinstance(source, RecordValue):
        found = [c.settle(calls.call(c, fn, given(x), {})) for x in source.parts]
        return RecordValue(Generator, found)

    def run(action: Callable[[Value], None]) -> None:
        sequences.each(c, source, lambda item: action(calls.call(c, fn, given(item), {})))

    return Stream(run, sequences.count_of(source), cls=Generator)


def filtered(c: Context, fn: Value, value: Value) -> Value:
    """`filter`."""

    def run(action: Callable[[Value], None]) -> None:
        def one(item: Value) -> None:
            wanted = isinstance(fn, Static) and fn.obj is None
            holds = c.truth(item if wanted else calls.call(c, fn, [item], {}))
            c.when(holds, lambda: action(item))

        sequences.each(c, value, one)

    return Stream(run, sequences.count_of(value), cls=Generator)


def backwards(c: Context, value: Value) -> Value:
    """`reversed`."""
    if isinstance(value, RecordValue):
        return RecordValue(Generator, value.parts[::-1])
    if isinstance(value, Static):
        return Static(Generator(reversed(value.obj)))
    turned = members.reverse(c, c.settle(value))
    return Stream(functools.partial(sequences.each, c, turned), cls=Generator)


def iterated(c: Context, value: Value) -> Value:
    """`iter`."""
    return Stream(functools.partial(sequences.each, c, value), cls=Generator)


def in_order(
    c: Context, value: Value, key: Value | None = None, reverse: Value | None = None
) -> Value:
    """`sorted`: a stable insertion sort."""
    if isinstance(value, Sequence) and value.cls in SETS and key is not None:
        raise c.refuse("sorts a set by a key, whose order is Python's own")
    source = c.sequence(value)
    made = sequences.new(c, list, source.store.most)
    downwards = c.truth(reverse) if reverse is not None else False
    if not isinstance(downwards, bool):
        raise c.refuse("sorts in a direction that is not known")
    read = source.keys or source.store

    def one(at: Expr) -> None:
        item = read.read(c.plus(source.offset, at))
        insert_in_order(c, made, item, key, downwards=downwards)

    if source.length.high:
        c.repeat(c.keep(source.length.expr), one)
    assert made.size is not None
    made.length = Int(made.size, source.length.low, source.length.high)
    return made


def insert_in_order(
    c: Context, to: Sequence, item: Value, key: Value | None, *, downwards: bool
) -> None:
    """Insert an element into a sorted list, after any equal ones."""
    assert to.size is not None
    place, label = c.var(), c.name("L")
    c.set(place, to.size)
    sequences.append(c, to, item)
    mark = calls.call(c, key, [item], {}) if key else item
    with c.into([]) as body:
        c.emit(If(Op("eq", (place, Const(0))), [Exit(label)]))
        before = c.keep(Op("sub", (place, Const(1))))
        other = to.store.read(before)
        other_mark = calls.call(c, key, [other], {}) if key else other
        later = ordering.smaller(c, "gt" if downwards else "lt", mark, other_mark)
        c.emit(If(c.expr(negated(later)), [Exit(label)]))
        to.store.copy(place, to.store, before)
        c.set(place, before)
    c.emit(Loop(label, body))
    to.store.write(place, item)


def is_instance(c: Context, value: Value, cls: Value) -> equality.Answer:
    """Whether a value is an instance of a class, if that can be decided."""
    if not isinstance(cls, Static):
        raise c.refuse("isinstance of a class that is not known")
    wanted = (
        cls.obj if isinstance(cls.obj, (type, tuple)) else getattr(cls.obj, "__args__", cls.obj)
    )
    match value:
        case Static(obj):
            return isinstance(obj, wanted)
        case RecordValue(known_cls) | Sequence(known_cls):
            return issubclass(known_cls, wanted)
        case RowValue(table, row):
            key = ("isinstance", repr(wanted))
            return c.truth(c.derived(table, row, key, lambda obj: isinstance(obj, wanted)))
        case Int(_, _, _, is_bool) if is_bool is not None:
            return issubclass(bool if is_bool else int, wanted)
        case Int() if issubclass(int, wanted):
            return True
        case Float():
            return issubclass(float, wanted)
        case Text():
            return issubclass(str, wanted)
        case Node(_, _, kind):
            return issubclass(kind, wanted)
        case FinalValue():
            return issubclass(model.Final, wanted)
        case GainValue():
            return issubclass(model.Gain, wanted)
        case ChanceValue():
            return issubclass(model.Chance, wanted)
        case Union():
            return c.truth(c.map_ways(value, lambda way: c.as_bool(is_instance(c, way, cls))))
    raise c.refuse(f"isinstance of {name_of(value)}")


def class_of(c: Context, value: Value) -> Value:
    """`type`, with one argument."""
    match value:
        case Int(_, _, _, is_bool) if is_bool is not None:
            return Static(bool if is_bool else int)
        case Float():
            return Static(float)
        case RecordValue(cls) | Sequence(cls):
            return Static(cls)
        case RowValue(table, row):
            return c.derived(table, row, "type", type)
    raise c.refuse(f"the type of {name_of(value)}")


def first_of(c: Context, value: Value, default: Value | None = None) -> Value:
    """`next`, of a generator that nothing else uses."""
    if not isinstance(value, Stream):
        raise c.refuse(f"next of {name_of(value)}")
    items = c.sequence(value)
    if not items.store.ways:
        if default is None:
            raise c.dead_end()
        return default
    there = c.compare("gt", items.length, constant(0))
    if default is None:
        c.trap_if(c.expr(negated(there)))
        return items.store.read(Const(0))
    given = default
    return c.choose(there, lambda: items.store.read(Const(0)), lambda: given)


def isinstance_(c: Context, value: Value, cls: Value) -> Value:
    """`isinstance`."""
    return c.as_bool(is_instance(c, value, cls))


def product(c: Context, value: Value, start: Value | None = None) -> Value:
    """`math.prod`."""
    result = c.var()
    c.set(result, c.int(start or Static(1)).expr)

    def one(item: Value) -> None:
        c.set(result, Op("mul", (result, c.int(item).expr), checked=True))

    sequences.each(c, value, one, ordered=False)
    return Int(c.keep(result))


# Nodes


def final(c: Context, payoff: Value | None = None) -> Value:  # noqa: ARG001  # as all of these
    """`Final`."""
    return FinalValue(payoff or Static(0))


def gain(c: Context, points: Value, then: Value) -> Value:
    """`Gain`."""
    return GainValue(points, c.settle(then))


def choice(c: Context, options: Value, player: Value | None = None) -> Value:
    """`Choice`."""
    return nodes.choice(c, options, player or Static(0))


def chance(c: Context, outcomes: Value, total: Value | None = None) -> Value:
    """`Chance`."""
    return chances.made(c, outcomes, total or Static(1))


def item_of(c: Context, of: Value, index: Value) -> Value:
    """`operator.getitem`."""
    return members.item(c, of, index)


SPECIAL: dict[Any, Callable[..., Value]] = {
    len: length,
    sum: total,
    any: any_of,
    all: all_of,
    min: extreme("lt"),
    max: extreme("gt"),
    abs: absolute,
    divmod: quotient_and_rest,
    int: as_int,
    bool: as_truth,
    float: as_float,
    str: as_text,
    list: collection(list),
    tuple: collection(tuple),
    set: collection(set),
    frozenset: collection(frozenset),
    dict: as_dict,
    range: numbers,
    enumerate: enumerated,
    zip: zipped,
    map: mapped,
    filter: filtered,
    reversed: backwards,
    iter: iterated,
    sorted: in_order,
    isinstance: isinstance_,
    type: class_of,
    next: first_of,
    math.prod: product,
    operator.getitem: item_of,
    model.Final: final,
    model.Gain: gain,
    model.Choice: choice,
    model.Chance: chance,
}
