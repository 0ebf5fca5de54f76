"""Comparisons: whether two values are identical, and which comes first."""

from __future__ import annotations

import ast
import enum

from perfectplay.engines.compiled.compiler import equality, operators, sequences
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.tree import Block, Const, Exit, Expr, If, Op
from perfectplay.engines.compiled.compiler.values import (
    Int,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Union,
    Value,
    name_of,
)
from perfectplay.engines.compiled.compiler.writer import constant, negated

COMPARISONS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


def compared(c: Context, op: ast.cmpop, a: Value, b: Value) -> equality.Answer:
    """Whether a comparison holds."""
    match op:
        case ast.Eq():
            return equality.equal(c, a, b)
        case ast.NotEq():
            return negated(equality.equal(c, a, b))
        case ast.In():
            return equality.contains(c, b, a)
        case ast.NotIn():
            return negated(equality.contains(c, b, a))
        case ast.Is():
            return identical(c, a, b)
        case ast.IsNot():
            return negated(identical(c, a, b))
    return smaller(c, COMPARISONS[type(op)], a, b)


def identical(c: Context, a: Value, b: Value) -> equality.Answer:
    """Whether a value is None, or a particular truth value."""
    if isinstance(a, Static) and not isinstance(b, Static):
        a, b = b, a
    if not isinstance(b, Static) or not (
        b.obj is None or isinstance(b.obj, (bool, type, enum.Enum))
    ):
        raise c.refuse("asks for identity")
    if isinstance(a, Union):
        return c.truth(c.map_ways(a, lambda way: c.as_bool(identical(c, way, b))))
    if isinstance(a, Static):
        return a.obj is b.obj
    if isinstance(a, RowValue):
        obj = b.obj
        return c.truth(c.derived(a.table, a.row, ("is", id(obj)), lambda each: each is obj))
    if isinstance(a, Int) and isinstance(b.obj, int):
        if isinstance(b.obj, bool) and a.is_bool:
            return c.compare("eq", a, constant(b.obj))
        if not isinstance(b.obj, bool) or a.is_bool is None:
            raise c.refuse("asks whether a number is a truth value, or a member of an enum")
    return False


def smaller(c: Context, name_: str, a: Value, b: Value) -> equality.Answer:
    """Whether one value is below another."""
    if isinstance(a, Union) and not c.is_int(a):
        return c.truth(c.map_ways(a, lambda way: c.as_bool(smaller(c, name_, way, b))))
    if isinstance(b, Union) and not c.is_int(b):
        return c.truth(c.map_ways(b, lambda way: c.as_bool(smaller(c, name_, a, way))))
    if operators.is_whole(c, a) and operators.is_whole(c, b):
        return c.compare(name_, c.int(a), c.int(b))
    if operators.is_real(c, a) and operators.is_real(c, b):
        return Op(name_, (c.float(a), c.float(b)))
    classes = {sequences.class_of(a), sequences.class_of(b)}
    if classes <= {set, frozenset}:
        small, big = (a, b) if name_ in ("le", "lt") else (b, a)
        part = equality.subset(c, small, big)
        if name_ in ("le", "ge"):
            return part
        fewer = c.compare("lt", c.sequence(small).length, c.sequence(big).length)
        return equality.conjunction(part, fewer)
    known = all(isinstance(each, (RecordValue, Static)) for each in (a, b))
    ordered = all(cls and (issubclass(cls, tuple) or has_order(cls)) for cls in classes)
    if known and ordered and (isinstance(a, RecordValue) or isinstance(b, RecordValue)):
        return smaller_tuples(c, name_, a, b)
    if all(issubclass(cls or object, (tuple, list)) for cls in classes):
        return smaller_sequences(c, name_, c.sequence(a), c.sequence(b))
    raise c.refuse(f"compares {name_of(a)} with {name_of(b)}")


def has_order(cls: type) -> bool:
    """Whether objects of a class are ordered by their fields."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return bool(parameters and parameters.order)


def smaller_tuples(c: Context, name_: str, a: Value, b: Value) -> equality.Answer:
    """Whether one tuple comes before another of the same length."""
    count = (
        len(a.parts)
        if isinstance(a, RecordValue)
        else len(b.parts if isinstance(b, RecordValue) else ())
    )
    first, second = c.parts(a, count), c.parts(b, count)
    strict = {"le": "lt", "ge": "gt"}.get(name_, name_)
    whole: equality.Answer = name_ in ("le", "ge")
    for x, y in zip(reversed(first), reversed(second), strict=True):
        below, same = smaller(c, strict, x, y), equality.equal(c, x, y)
        whole = equality.disjunction(below, equality.conjunction(same, whole))
    return whole


def smaller_sequences(c: Context, name_: str, a: Sequence, b: Sequence) -> equality.Answer:
    """Whether one tuple or list precedes another: the first elements that differ decide."""
    order, at = c.var(), c.name("L")
    lengths = [Int(c.keep(each.length.expr), each.length.low, each.length.high) for each in (a, b)]
    longer = c.expr(c.compare("gt", *lengths))
    shorter = c.expr(c.compare("lt", *lengths))
    c.set(order, Op("sub", (longer, shorter)))
    few = Op("select", (shorter, lengths[0].expr, lengths[1].expr))

    def one(place: Expr) -> None:
        x = a.store.read(c.plus(a.offset, place))
        y = b.store.read(c.plus(b.offset, place))
        for sign, less in ((-1, smaller(c, "lt", x, y)), (1, smaller(c, "lt", y, x))):
            with c.into([]) as out:
                c.set(order, Const(sign))
                c.emit(Exit(at))
            c.emit(If(c.expr(less), out))

    with c.into([]) as body:
        if lengths[0].high and lengths[1].high:
            c.repeat(c.keep(few), one)
    c.emit(Block(at, body))
    return Op(name_, (order, Const(0)))
