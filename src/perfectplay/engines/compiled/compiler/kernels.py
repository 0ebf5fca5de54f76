"""Kernels: plain Python functions over columns of numbers, translated from their source.

A kernel declares the types of its parameters: a column (see `COLUMNS`), int or float.
It calculates, compares, loops, reads and writes columns, and calls other kernels; its integers wrap
around at 64 bits. The same function also runs as plain Python, which is how it is tested.
"""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
import struct
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeAlias

from perfectplay.engines.compiled.compiler.tree import (
    Array,
    Block,
    Call,
    Const,
    Element,
    Exit,
    Expr,
    Function,
    If,
    Loop,
    Op,
    Return,
    Run,
    Set,
    Statement,
    Store,
    Var,
)

Ints: TypeAlias = Any
Ints32: TypeAlias = Any
Shorts: TypeAlias = Any
Bytes: TypeAlias = Any
Floats: TypeAlias = Any
Floats32: TypeAlias = Any
COLUMNS = {
    "Ints": "i64", "Ints32": "i32", "Shorts": "u16", "Bytes": "u8", "Floats": "f64",
    "Floats32": "f32",
}  # fmt: skip
MASK = (1 << 63) - 1


def mix(hashed: int, word: int) -> int:
    """Combine a hash with one more word; the result is below 2 ** 63.

    >>> mix(0, 1) != mix(0, 2), 0 <= mix(3, -4) < 1 << 63
    (True, True)
    """
    found = (hashed * 0x9E3779B97F4A7C15 + word) & (1 << 64) - 1
    found ^= found >> 32
    found = found * 0xD6E8FEB86659FD93 & (1 << 64) - 1
    return (found ^ found >> 32) & MASK


def ones(word: int) -> int:
    """The number of bits set in a word.

    >>> ones(-1), ones(6)
    (64, 2)
    """
    return (word & (1 << 64) - 1).bit_count()


def unbits(bits: int) -> float:
    """The float with these bits.

    >>> unbits(0x3FF0000000000000)
    1.0
    """
    number: float = struct.unpack("<d", struct.pack("<q", bits))[0]
    return number


def bits(number: float) -> int:
    """The bits of a float.

    >>> bits(1.0) == 0x3FF0000000000000
    True
    """
    found: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return found


INTRINSICS: dict[Any, str] = {mix: "hash", ones: "popcount", unbits: "unbits", bits: "bits"}
BINARY: dict[type, tuple[str, str]] = {
    ast.Add: ("add", "fadd"),
    ast.Sub: ("sub", "fsub"),
    ast.Mult: ("mul", "fmul"),
    ast.Div: ("", "fdiv"),
    ast.FloorDiv: ("floordiv", ""),
    ast.Mod: ("mod", ""),
    ast.BitAnd: ("bitand", ""),
    ast.BitOr: ("bitor", ""),
    ast.BitXor: ("bitxor", ""),
    ast.LShift: ("shl", ""),
    ast.RShift: ("shr", ""),
}
COMPARE: dict[type, str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}


def functions_of(*kernels: Callable[..., Any]) -> list[Function]:
    """Kernels and everything they call, as trees."""
    found: dict[str, Function] = {}

    def add(kernel: Callable[..., Any]) -> None:
        if kernel.__name__ not in found:
            reader = Reader(kernel, add)
            found[kernel.__name__] = reader.function
            reader.read()

    for kernel in kernels:
        add(kernel)
    return list(found.values())


def declared(kernel: Callable[..., Any]) -> Function:
    """The signature of a kernel, taken from its annotations; the source is not read."""
    kinds = dict(kernel.__annotations__)
    result = "float" if kinds.pop("return", None) == "float" else "int"
    parameters: list[Var | Array] = [
        Array(name, None, COLUMNS[kind])  # type: ignore[arg-type]  # one of them
        if kind in COLUMNS
        else Var(name, "float" if kind == "float" else "int")
        for name, kind in kinds.items()
    ]
    return Function(kernel.__name__, parameters, [], [], result)  # type: ignore[arg-type]  # one of them


class Reader:
    """Translates one kernel."""

    def __init__(self, kernel: Callable[..., Any], add: Callable[[Any], None]) -> None:
        assert isinstance(kernel, FunctionType)
        self.kernel, self.add = kernel, add
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(kernel))).body
        assert isinstance(node, ast.FunctionDef)
        self.node = node
        self.count = itertools.count()
        self.loops: list[tuple[str, str]] = []
        self.function = declared(kernel)
        self.names = {each.name: each for each in self.function.parameters}

    def read(self) -> None:
        """Translate the whole kernel."""
        body = self.node.body[1:] if ast.get_docstring(self.node) else self.node.body
        self.function.body = [*self.block(body), Return(Const(0))]

    def block(self, body: list[ast.stmt]) -> list[Statement]:
        """Translate statements."""
        return [each for statement in body for each in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[Statement]:
        """Translate a statement."""
        match node:
            case ast.Assign(targets=[target], value=value):
                return [self.assign(target, self.expression(value))]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return [self.assign(target, self.expression(value))]
            case ast.AugAssign(target=target, op=op, value=value):
                old = self.expression(ast.parse(ast.unparse(target), mode="eval").body)
                return [self.assign(target, self.binary(op, old, self.expression(value)))]
            case ast.If(test=test, body=body, orelse=orelse):
                return [If(self.expression(test), self.block(body), self.block(orelse))]
            case ast.While(test=test, body=body):
                return self.loop(test, body, [])
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=args), body=body):
                return self.count_up(name, args, body)
            case ast.Return(value=value):
                return [Return(self.expression(value) if value else Const(0))]
            case ast.Break():
                return [Exit(self.loops[-1][0])]
            case ast.Continue():
                return [Exit(self.loops[-1][1])]
            case ast.Expr(value=ast.Call() as called):
                call = self.expression(called)
                assert isinstance(call, Call)
                return [Run(call)]
        raise SyntaxError(f"{self.kernel.__name__} has {ast.unparse(node)}, which no kernel may")

    def loop(self, test: ast.expr, body: list[ast.stmt], last: list[Statement]) -> list[Statement]:
        """A loop with a condition; `last` runs at the end of each turn."""
        number = next(self.count)
        end, turn = f"end{number}", f"turn{number}"
        self.loops.append((end, turn))
        inside = self.block(body)
        self.loops.pop()
        done = Op("not", (self.expression(test),))
        return [Loop(end, [If(done, [Exit(end)]), Block(turn, inside), *last])]

    def count_up(self, name: str, args: list[ast.expr], body: list[ast.stmt]) -> list[Statement]:
        """A loop over a range with step one."""
        low, high = (ast.Constant(0), args[0]) if len(args) == 1 else args
        counter = Var(f"count{next(self.count)}")
        stop = Var(f"stop{next(self.count)}")
        self.names[counter.name], self.names[stop.name] = counter, stop
        self.names[name] = Var(name)
        below = ast.Compare(ast.Name(counter.name), [ast.Lt()], [ast.Name(stop.name)])
        step: list[Statement] = [Set(counter, Op("add", (counter, Const(1))))]
        (loop,) = self.loop(below, body, step)
        assert isinstance(loop, Loop)
        loop.body.insert(1, Set(Var(name), counter))
        start = Set(counter, self.expression(low))
        return [start, Set(stop, self.expression(high)), loop]

    def assign(self, target: ast.expr, value: Expr) -> Statement:
        """Assign a value to a name or to an element of a column."""
        if isinstance(target, ast.Name):
            known = self.names.setdefault(target.id, Var(target.id, value.type))
            assert isinstance(known, Var)
            return Set(known, self.as_type(value, known.type))
        assert isinstance(target, ast.Subscript)
        element = self.expression(ast.Subscript(target.value, target.slice, ast.Load()))
        assert isinstance(element, Element)
        return Store(element.array, element.index, self.as_type(value, element.type))

    def as_type(self, value: Expr, wanted: str) -> Expr:
        """A value converted to an integer or float."""
        if wanted == "float" and value.type == "int":
            return Const(float(value.value)) if isinstance(value, Const) else Op("float", (value,))
        assert wanted == value.type, f"{self.kernel.__name__}: a float where an integer should be"
        return value

    def expression(self, node: ast.expr) -> Expr:
        """Translate an expression."""
        match node:
            case ast.Constant(value=bool(value)):
                return Const(int(value))
            case ast.Constant(value=int(value) | float(value)):
                return Const(value)
            case ast.Name(id=name):
                return self.name(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.expression(left), self.expression(right))
            case ast.UnaryOp(op=op, operand=operand):
                return self.unary(op, self.expression(operand))
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[rights]):
                assert isinstance(rights, ast.Tuple)
                found = self.expression(left)
                equal: list[Expr] = [Op("eq", (found, self.expression(r))) for r in rights.elts]
                inside = functools.reduce(lambda one, more: Op("or", (one, more)), equal)
                return inside if isinstance(op, ast.In) else Op("not", (inside,))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.same(COMPARE[type(op)], self.expression(left), self.expression(right))
            case ast.BoolOp(op=op, values=[first, *rest]):
                found = self.expression(first)
                for each in rest:
                    name = "and" if isinstance(op, ast.And) else "or"
                    found = Op(name, (found, self.expression(each)))
                return found
            case ast.IfExp(test=test, body=body, orelse=orelse):
                both = self.same("select", self.expression(body), self.expression(orelse))
                assert isinstance(both, Op)
                return Op("select", (self.expression(test), *both.operands))
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                array = self.names[name]
                assert isinstance(array, Array)
                return Element(array, self.expression(index))
            case ast.Call(func=ast.Name(id=name), args=args):
                return self.call(name, args)
        raise SyntaxError(f"{self.kernel.__name__} has {ast.unparse(node)}, which no kernel may")

    def name(self, name: str) -> Expr:
        """A variable, or a constant of the module."""
        if name in self.names:
            known = self.names[name]
            assert isinstance(known, Var)
            return known
        value = self.kernel.__globals__[name]
        assert isinstance(value, (int, float))
        return Const(value)

    def same(self, operation: str, left: Expr, right: Expr) -> Expr:
        """An operation on two values of the same type."""
        kind = "float" if "float" in (left.type, right.type) else "int"
        return Op(operation, (self.as_type(left, kind), self.as_type(right, kind)))

    def binary(self, op: ast.operator, left: Expr, right: Expr) -> Expr:
        """Arithmetic, in floats if either operand is a float."""
        whole, real = BINARY[type(op)]
        if "float" in (left.type, right.type) or not whole:
            return Op(real, (self.as_type(left, "float"), self.as_type(right, "float")))
        return Op(whole, (left, right))

    def unary(self, op: ast.unaryop, value: Expr) -> Expr:
        """A unary operator: a sign, a negation or an inversion of bits."""
        if isinstance(op, ast.Not):
            return Op("not", (value,))
        if isinstance(op, ast.Invert):
            return Op("bitxor", (value, Const(-1)))
        if isinstance(value, Const):
            return Const(-value.value)
        if value.type == "float":
            return Op("fsub", (Const(-0.0), value))
        return Op("sub", (Const(0), value))

    def call(self, name: str, args: list[ast.expr]) -> Expr:
        """A call of another kernel, or of an operation every target provides."""
        if name in ("min", "max"):
            first, second = map(self.expression, args)
            order = self.same("lt" if name == "min" else "gt", first, second)
            assert isinstance(order, Op)
            return Op("select", (order, *order.operands))
        if name == "float":
            return self.as_type(self.expression(args[0]), "float")
        called = self.kernel.__globals__[name]
        if called in INTRINSICS:
            return Op(INTRINSICS[called], tuple(map(self.expression, args)))
        self.add(called)
        types = {"float": "float"}
        result = types.get(str(called.__annotations__.get("return")), "int")
        wanted = list(inspect.signature(called).parameters.values())
        given: list[Expr | Array] = []
        for each, parameter in zip(args, wanted, strict=True):
            if isinstance(each, ast.Name) and isinstance(self.names.get(each.id), Array):
                given.append(self.names[each.id])
            else:
                kind = "float" if parameter.annotation == "float" else "int"
                given.append(self.as_type(self.expression(each), kind))
        return Call(called.__name__, tuple(given), result)  # type: ignore[arg-type]  # one of them
