"""Print trees as CUDA C++: functions that each GPU thread runs for itself.

An array is anything that can be indexed, so that threads running in step can interleave theirs.
Floats are never fused or rearranged: each operation states its rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perfectplay.engines.compiled.compiler.tree import (
    OVERFLOW,
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

TYPES = {"int": "Number", "float": "double"}
COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
LOGIC = {"and": "&&", "or": "||"}
BITS = {"bitand": "&", "bitor": "|", "bitxor": "^"}
CALLS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "floordiv": "quotient", "mod": "remainder",
    "shl": "shift_left", "popcount": "__popcll", "hash": "mix", "bits": "__double_as_longlong",
    "unbits": "__longlong_as_double",
}  # fmt: skip
FLOATS = {"fadd": "__dadd", "fsub": "__dsub", "fmul": "__dmul", "fdiv": "__ddiv"}
"""CUDA's names for operations on floats, without the rounding suffix."""


def source_of(functions: Sequence[Function], rounding: str = "rn") -> str:
    """Functions in CUDA C++, with floats rounded to the nearest (`rn`) or down (`rd`).

    >>> from perfectplay.engines.compiled.compiler.kernels import functions_of
    >>> from perfectplay.engines.compiled.kernels.values import share
    >>> print(source_of(functions_of(share), "rd"))
    __device__ double share(double x, double low, double high);
    __device__ double share(double x, double low, double high) {
    return ((x >= 0x0.0p+0) ? __dmul_rd(x, low) : __dmul_rd(x, high));
    return 0LL;
    }
    """
    heads = [f"{head(each)};" for each in functions]
    bodies = [line for each in functions for line in Printer(each, rounding).lines()]
    return "\n".join([*heads, *bodies])


def named(name: str) -> str:
    """A name, with characters replaced that C++ does not allow."""
    return name.replace(".", "_")


def head(function: Function) -> str:
    """The declaration of a function, with the types of its arrays as template parameters."""
    arrays = [each.name for each in function.parameters if isinstance(each, Array)]
    kinds = ", ".join(f"typename Of_{named(name)}" for name in arrays)
    said = [
        f"Of_{named(each.name)} {named(each.name)}"
        if isinstance(each, Array)
        else f"{TYPES[each.type]} {named(each.name)}"
        for each in function.parameters
    ]
    open_kinds = f"template <{kinds}> " if arrays else ""
    whole = f"{TYPES[function.result]} {function.name}({', '.join(said)})"
    return f"{open_kinds}__device__ {whole}"


class Printer:
    """Prints one function."""

    def __init__(self, function: Function, rounding: str) -> None:
        self.function, self.rounding = function, rounding

    def lines(self) -> Iterator[str]:
        """The lines of the function. Variables come first, as no jump may skip a declaration."""
        given = {each.name for each in self.function.parameters}
        variables = {each.name: each for each in variables_in(self.function.body)}
        body = list(self.block(self.function.body))
        yield f"{head(self.function)} {{"
        for name, each in variables.items():
            if name not in given:
                yield f"{TYPES[each.type]} {named(name)} = 0;"
        for array in self.function.arrays:
            yield f"Number {named(array.name)}[{array.size}];"
        yield from body
        yield "}"

    def block(self, body: list[Statement]) -> Iterator[str]:
        """Statements, one after another."""
        for statement in body:
            yield from self.statement(statement)

    def statement(self, statement: Statement) -> Iterator[str]:
        """The lines of a statement."""
        match statement:
            case Set(var, Op(name, (left, right), checked=True)):
                given = f"{self.value(left)}, {self.value(right)}, {named(var.name)}"
                yield f"if (!{CALLS[name]}_fits({given})) goto {OVERFLOW};"
            case Set(var, value):
                yield f"{named(var.name)} = {self.value(value)};"
            case Store(array, index, value):
                yield f"{named(array.name)}[{self.value(index)}] = {self.value(value)};"
            case If(condition, then, otherwise):
                yield f"if ({self.value(condition)}) {{"
                yield from self.block(then)
                if otherwise:
                    yield "} else {"
                    yield from self.block(otherwise)
                yield "}"
            case Block(label, body):
                yield from self.block(body)
                yield f"{label}:;"
            case Loop(label, body):
                yield "for (;;) {"
                yield from self.block(body)
                yield "}"
                yield f"{label}:;"
            case Exit(label):
                yield f"goto {label};"
            case Return(value):
                yield f"return {self.value(value)};"
            case Run(call):
                yield f"{self.value(call)};"
            case _:
                raise TypeError(f"{statement} is not for CUDA")

    def value(self, expr: Expr) -> str:
        """An expression."""
        match expr:
            case Const(value):
                return self.number(value)
            case Var(name):
                return named(name)
            case Element(array, index):
                kind = TYPES[expr.type]
                return f"({kind}){named(array.name)}[{self.value(index)}]"
            case Call(name, arguments):
                return f"{name}({', '.join(map(self.argument, arguments))})"
            case Op(name, operands) if not expr.checked:
                return self.operation(name, list(map(self.value, operands)))
        raise TypeError(f"{expr} is not for CUDA")

    def argument(self, argument: Expr | Array) -> str:
        """An argument of a call."""
        return named(argument.name) if isinstance(argument, Array) else self.value(argument)

    def number(self, value: float) -> str:
        """A number, exact to the bit."""
        if isinstance(value, float):
            return value.hex()
        return f"(-{-value - 1}LL - 1)" if value < 0 else f"{value}LL"

    def operation(self, name: str, operands: list[str]) -> str:
        """An arithmetic operation."""
        if name in FLOATS:
            return f"{FLOATS[name]}_{self.rounding}({', '.join(operands)})"
        if name in CALLS:
            return f"{CALLS[name]}({', '.join(operands)})"
        match name:
            case "select":
                return f"({operands[0]} ? {operands[1]} : {operands[2]})"
            case "not":
                return f"(!{operands[0]})"
            case "float":
                return f"(double)({operands[0]})"
            case "shr":
                return f"({operands[0]} >> {operands[1]})"
        sign = (COMPARE | LOGIC | BITS)[name]
        return f"({operands[0]} {sign} {operands[1]})"


def variables_in(body: list[Statement]) -> Iterator[Var]:
    """The variables that are assigned to."""
    for statement in body:
        match statement:
            case Set(var, _):
                yield var
            case If(_, then, otherwise):
                yield from variables_in(then)
                yield from variables_in(otherwise)
            case Block(_, inside) | Loop(_, inside):
                yield from variables_in(inside)
