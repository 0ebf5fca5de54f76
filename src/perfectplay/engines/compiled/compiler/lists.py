"""Lists, dicts and sets that are modified in place."""

from __future__ import annotations

import ast

from perfectplay.engines.compiled.compiler import equality, sequences
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    Int,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Value,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant

CHANGED = (list, dict, set)


def thawed(c: Context, value: Value) -> Value:
    """A fresh copy of a list, dict or set that may be modified."""
    if isinstance(value, Static) and type(value.obj) in CHANGED:
        if isinstance(value.obj, dict):
            return sequences.stored(c, value)
        made = sequences.new(c, type(value.obj), len(value.obj) + c.rooms.items)
        for item in value.obj:
            sequences.append(c, made, Static(item))
        return made
    if isinstance(value, RowValue) and {type(obj) for obj in value.table.known} == {list}:
        return sequences.gather(c, value, list)
    if isinstance(value, RecordValue) and value.cls is list:
        return sequences.gather(c, value, list)
    if isinstance(value, Sequence) and value.cls is list and value.store.most < c.rooms.items:
        roomy = sequences.new(c, list)
        sequences.each(c, value, lambda item: sequences.append(c, roomy, item))
        return roomy
    return value


def set_item(c: Context, of: Value, index: Value, value: Value) -> None:
    """Assign to an index of a list, or a key of a dict."""
    if not isinstance(of, Sequence):
        raise c.refuse(f"assigns to a place in {name_of(of)}")
    if of.cls is dict:
        sequences.put(c, of, index, value)
        return
    sequences.changeable(c, of)
    of.store.write(c.keep(sequences.place_of(c, of, c.int(index))), c.settle(value))


def enlarge(c: Context, op: ast.operator, of: Sequence, more: Value) -> None:
    """Extend a list, or update a dict or set, in place (`+=`, `|=`, `-=`)."""
    sequences.changeable(c, of)
    if of.cls is list and isinstance(op, ast.Add):
        sequences.each(c, more, lambda item: sequences.append(c, of, item))
    elif of.cls is dict and isinstance(op, ast.BitOr):
        update(c, of, more)
    elif of.cls is set and isinstance(op, ast.BitOr):
        sequences.each(c, more, lambda item: sequences.add(c, of, item), ordered=False)
    elif of.cls is set and isinstance(op, ast.Sub):
        sequences.each(c, more, lambda item: discard(c, of, item), ordered=False)
    else:
        raise c.refuse(f"changes a {of.cls.__name__} with {type(op).__name__}")


def update(c: Context, of: Sequence, more: Value) -> None:
    """Update a dict with the items of another, or with pairs."""
    if isinstance(more, Static) and isinstance(more.obj, dict):
        more = Static(list(more.obj.items()))
    if isinstance(more, Sequence) and more.cls is dict:
        keys = more.keys
        assert keys is not None
        length = c.keep(more.length.expr)
        c.repeat(length, lambda at: sequences.put(c, of, keys.read(at), more.store.read(at)))
        return

    def pair(value: Value) -> None:
        key, item = c.parts(value, 2)
        sequences.put(c, of, key, item)

    sequences.each(c, more, pair)


def discard(c: Context, of: Sequence, item: Value, *, must: bool = False) -> None:
    """Remove an element if it is there."""
    place = c.var()
    c.set(place, Const(-1))

    def one(at: Expr) -> None:
        same = c.expr(equality.equal(c, of.store.read(at), item))
        first = Op("and", (same, Op("lt", (place, Const(0)))))
        c.when(first, lambda: c.set(place, at))

    if of.length.high:
        c.repeat(c.keep(of.length.expr), one)
    if must:
        c.trap_if(Op("lt", (place, Const(0))))
    c.when(Op("ge", (place, Const(0))), lambda: take_out(c, of, place))


def take_out(c: Context, of: Sequence, place: Expr) -> None:
    """Close the gap left by a removed element."""
    sequences.changeable(c, of)
    assert of.size is not None
    left = c.keep(Op("sub", (of.size, Op("add", (place, Const(1))))))

    def move(at: Expr) -> None:
        to = c.keep(Op("add", (place, at)))
        of.store.copy(to, of.store, c.plus(to, Const(1)))
        if of.keys is not None:
            of.keys.copy(to, of.keys, c.plus(to, Const(1)))

    c.repeat(left, move)
    c.set(of.size, Op("sub", (of.size, Const(1))))


def delete(c: Context, of: Value, index: Value) -> None:
    """Delete the element at an index or key."""
    if not isinstance(of, Sequence) or of.cls is not list:
        raise c.refuse(f"deletes from {name_of(of)}")
    take_out(c, of, c.keep(sequences.place_of(c, of, c.int(index))))


def pop(c: Context, of: Sequence, index: Value | None) -> Value:
    """Remove and return an element, by default the last."""
    sequences.changeable(c, of)
    number = constant(-1) if index is None else c.int(index)
    place = c.keep(sequences.place_of(c, of, number))
    found = of.store.read(place)
    take_out(c, of, place)
    return found


def insert(c: Context, of: Sequence, index: Value, value: Value) -> None:
    """Insert an element before an index."""
    length = Int(c.keep(of.length.expr), 0, of.store.most)
    place = c.keep(sequences.bound(c, index, length).expr)
    sequences.append(c, of, value)

    def move(at: Expr) -> None:
        to = c.keep(Op("sub", (length.expr, at)))
        of.store.copy(to, of.store, c.keep(Op("sub", (to, Const(1)))))

    c.repeat(c.keep(Op("sub", (length.expr, place))), move)
    of.store.write(place, value)


def split(c: Context, of: Sequence, before: int, after: int) -> list[Value]:
    """The first elements, a list of those in the middle, and the last ones."""
    c.trap_if(Op("lt", (of.length.expr, Const(before + after))))
    first = [sequences.element(c, of, constant(at)) for at in range(before)]
    last = [sequences.element(c, of, constant(at - after)) for at in range(after)]
    stop = Static(-after) if after else None
    middle = sequences.cut(c, of, Static(before), stop)
    return [*first, sequences.gather(c, middle, list), *last]
