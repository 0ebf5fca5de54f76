"""Binary operators on numbers, texts, tuples and sets."""

from __future__ import annotations

import ast
import enum
from fractions import Fraction

from perfectplay.engines.compiled.compiler import (
    calls,
    equality,
    expressions,
    lists,
    sequences,
    texts,
)
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    LEAST,
    MOST,
    Float,
    Int,
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
from perfectplay.engines.compiled.compiler.writer import both, constant, negated

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
ARITHMETIC = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
FLOATS = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul", ast.Div: "fdiv"}
BITS = {ast.BitAnd: "bitand", ast.BitOr: "bitor", ast.BitXor: "bitxor"}


def operate(c: Context, op: ast.operator, a: Value, b: Value) -> Value:
    """The result of an operator."""
    a, b = settled(c, a), settled(c, b)
    if isinstance(a, Static) and isinstance(b, Static):
        node = ast.BinOp(ast.Name("a", ast.Load()), op, ast.Name("b", ast.Load()))
        return expressions.static(c, ast.fix_missing_locations(node), {"a": a.obj, "b": b.obj})
    if isinstance(a, Union) and not c.is_int(a):
        return c.map_ways(a, lambda way: operate(c, op, way, b))
    if isinstance(b, Union) and not c.is_int(b):
        return c.map_ways(b, lambda way: operate(c, op, a, way))
    own = own_operator(c, op, a, b)
    if own is not None:
        return own
    if is_text(a) or is_text(b):
        if isinstance(op, ast.Add):
            return texts.joined(c, [texts.content(c, a), texts.content(c, b)])
    elif equality.has_items(a) or equality.has_items(b) or has_elements(a) or has_elements(b):
        return sequence_operation(c, op, a, b)
    elif is_flag(a) or is_flag(b):
        raise c.refuse(f"{type(op).__name__} of flags")
    elif is_whole(c, a) and is_whole(c, b) and not isinstance(op, ast.Div):
        return whole_operation(c, op, c.int(a), c.int(b))
    elif type(op) in FLOATS and is_real(c, a) and is_real(c, b):
        return float_operation(c, op, a, b)
    raise c.refuse(f"{type(op).__name__} of {name_of(a)} and {name_of(b)}")


def own_operator(c: Context, op: ast.operator, a: Value, b: Value) -> Value | None:
    """The result of an operator that a NamedTuple or dataclass defines itself, if it does."""
    name_ = OPERATORS[type(op)]
    if isinstance(b, RecordValue) and is_written(b.cls, f"__r{name_}__"):
        raise c.refuse(f"{b.cls.__name__} has an operator for what stands on its left")
    if isinstance(a, RecordValue) and is_written(a.cls, f"__{name_}__"):
        found = calls.call_python(c, getattr(a.cls, f"__{name_}__"), [a, b], {})
        if isinstance(found, Static) and found.obj is NotImplemented:
            raise c.dead_end()
        return found
    return None


def settled(c: Context, value: Value) -> Value:
    """A value with the operands' alternatives resolved."""
    return c.settle(value) if isinstance(value, Stream) else value


def is_text(value: Value) -> bool:
    """Whether a value is a text."""
    return isinstance(value, Text) or (isinstance(value, Static) and isinstance(value.obj, str))


def is_flag(value: Value) -> bool:
    """Whether a value is a number of a class with its own operators."""
    objects = value.table.known if isinstance(value, RowValue) else [getattr(value, "obj", None)]
    return any(isinstance(obj, enum.Flag) for obj in objects)


def has_elements(value: Value) -> bool:
    """Whether a value is a row of tuples, lists or sets."""
    return isinstance(value, RowValue) and all(
        isinstance(obj, (tuple, list, set, frozenset)) for obj in value.table.known
    )


def is_whole(c: Context, value: Value) -> bool:
    """Whether a value is an integer, or has to be."""
    return c.is_int(value) or (
        isinstance(value, RowValue)
        and any(isinstance(obj, int) for obj in value.table.known)
        and not any(isinstance(obj, (float, Fraction)) for obj in value.table.known)
    )


def is_real(c: Context, value: Value) -> bool:
    """Whether a value is an integer or a float."""
    return is_whole(c, value) or c.is_float(value)


def float_operation(c: Context, op: ast.operator, a: Value, b: Value) -> Value:
    """Arithmetic on floats."""
    first, second = c.float(a), c.float(b)
    if isinstance(op, ast.Div):
        c.trap_if(Op("eq", (second, Const(0.0))))
    return Float(c.keep(Op(FLOATS[type(op)], (first, second))))


def whole_operation(c: Context, op: ast.operator, a: Int, b: Int) -> Value:
    """Arithmetic on integers."""
    if type(op) in ARITHMETIC:
        return c.arithmetic(ARITHMETIC[type(op)], a, b)
    match op:
        case ast.BitAnd() | ast.BitOr() | ast.BitXor():
            return bits(c, BITS[type(op)], a, b)
        case ast.FloorDiv() | ast.Mod():
            return division(c, op, a, b)
        case ast.LShift() | ast.RShift():
            return shift(c, op, a, b)
        case ast.Pow():
            return to_power(c, a, b)
    raise c.refuse(f"{type(op).__name__} of whole numbers")


def bits(c: Context, name_: str, a: Int, b: Int) -> Int:
    """Bitwise operations on two integers."""
    expr = c.keep(Op(name_, (a.expr, b.expr)))
    truth = False if False in (a.is_bool, b.is_bool) else a.is_bool and b.is_bool
    if a.low >= 0 and b.low >= 0:
        most = (1 << max(a.high, b.high).bit_length()) - 1
        return Int(expr, 0, min(a.high, b.high) if name_ == "bitand" else most, truth)
    if name_ == "bitand" and max(a.low, b.low) >= 0:  # neither can be a truth value
        return Int(expr, 0, a.high if a.low >= 0 else b.high)
    size = 1 << max(x.bit_length() for x in (a.low, a.high, b.low, b.high))
    return Int(expr, max(-size, LEAST), min(size - 1, MOST))


def division(c: Context, op: ast.operator, a: Int, b: Int) -> Int:
    """A quotient or a remainder, rounded down."""
    if b.low <= 0 <= b.high:
        c.trap_if(Op("eq", (b.expr, Const(0))))
    if b.low <= -1 <= b.high and a.low == LEAST:  # the one quotient that overflows
        c.trap_if(both(Op("eq", (b.expr, Const(-1))), Op("eq", (a.expr, Const(LEAST)))))
    if isinstance(op, ast.Mod):
        expr = c.keep(Op("mod", (a.expr, b.expr)))
        if b.low >= 0:
            top = b.high - 1 if a.low < 0 else min(b.high - 1, a.high)
            return Int(expr, 0, max(top, 0))
        return Int(expr, min(b.low + 1, 0), max(b.high - 1, 0))
    expr = c.keep(Op("floordiv", (a.expr, b.expr)))
    if b.low > 0:
        ends = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
        return Int(expr, min(ends), max(ends))
    size = max(abs(a.low), abs(a.high))
    return Int(expr, max(-size, LEAST), min(size, MOST))


def shift(c: Context, op: ast.operator, a: Int, b: Int) -> Int:
    """An integer shifted by some bits."""
    if b.low < 0:
        c.trap_if(Op("lt", (b.expr, Const(0))))
    if b.high > 60:
        c.trap_if(Op("gt", (b.expr, Const(60))))
    low, high = max(b.low, 0), min(b.high, 60)
    if isinstance(op, ast.RShift):
        expr = c.keep(Op("shr", (a.expr, b.expr)))
        ends = [x >> y for x in (a.low, a.high) for y in (low, high)]
        return Int(expr, min(ends), max(ends))
    factor = Int(c.keep(Op("shl", (Const(1), b.expr))), 1 << low, 1 << high)
    return c.arithmetic("mul", a, factor)


def to_power(c: Context, a: Int, b: Int) -> Value:
    """A whole number to the power of another."""
    if isinstance(b.expr, Const) and 0 <= b.expr.value <= 16:
        found = constant(1)
        for _ in range(int(b.expr.value)):
            found = c.arithmetic("mul", found, a)
        return found
    if isinstance(a.expr, Const) and a.expr.value == 2:
        return shift(c, ast.LShift(), constant(1), b)
    raise c.refuse("a power of whole numbers that are not known")


def sequence_operation(c: Context, op: ast.operator, a: Value, b: Value) -> Value:
    """An operator on tuples, lists or sets."""
    first = sequences.class_of(a)
    match op:
        case ast.Add() if first in (tuple, list) or (first and issubclass(first, tuple)):
            return sequences.concatenated(c, [a, b], list if first is list else tuple)
        case ast.Mult():
            if not equality.has_items(a):
                a, b = b, a
            return repeated(c, a, c.int(b))
        case ast.Sub() | ast.BitAnd() | ast.BitOr() | ast.BitXor() if first in equality.SETS:
            return set_operation(c, op, a, b, first or set)
        case ast.BitOr() if isinstance(a, Sequence) and a.cls is dict:
            made = sequences.new(c, dict)
            lists.update(c, made, a)
            lists.update(c, made, b)
            return made
    raise c.refuse(f"{type(op).__name__} of {name_of(a)} and {name_of(b)}")


def repeated(c: Context, value: Value, times: Int) -> Value:
    """A tuple or list repeated several times."""
    cls = sequences.class_of(value) or list
    count = sequences.count_of(value) or 0
    most = count * max(times.high, 0) if times.high < c.rooms.items else None
    made = sequences.new(c, list, most)

    def once(_: Expr) -> None:
        sequences.each(c, value, lambda item: sequences.append(c, made, item))

    c.repeat(times.expr, once)
    return made if cls is list else sequences.gather(c, made, tuple)


def set_operation(c: Context, op: ast.operator, a: Value, b: Value, cls: type) -> Value:
    """A union, intersection or difference of sets."""
    first, second = (c.sequence(a) if isinstance(a, Stream) else a), b
    made = sequences.new(c, set)

    def pick(source: Value, other: Value, *, there: bool) -> None:
        def one(item: Value) -> None:
            found = equality.contains(c, other, item)
            wanted = found if there else negated(found)
            c.when(wanted, lambda: sequences.append(c, made, item))

        sequences.each(c, source, one, ordered=False)

    match op:
        case ast.BitAnd():
            pick(first, second, there=True)
        case ast.Sub():
            pick(first, second, there=False)
        case ast.BitXor():
            pick(first, second, there=False)
            pick(second, first, there=False)
        case _:
            sequences.each(c, first, lambda item: sequences.append(c, made, item), ordered=False)
            pick(second, first, there=False)
    return sequences.finished(c, made, cls)
