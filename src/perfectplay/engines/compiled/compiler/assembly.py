"""Print trees as LLVM assembly."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from perfectplay.engines.compiled.compiler.tree import (
    OVERFLOW,
    SCRATCH,
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
    Type,
    Var,
)

KINDS = {
    "i64": "i64", "i32": "i32", "u16": "i16", "u8": "i8", "f64": "double", "f32": "float",
}  # fmt: skip
NARROWED = {"i32": "trunc i64", "u16": "trunc i64", "u8": "trunc i64", "f32": "fptrunc double"}
WIDENED = {"i32": "sext", "u16": "zext", "u8": "zext", "f32": "fpext"}
"""The instructions that convert numbers to and from the elements of smaller kinds."""
TYPES: dict[Type, str] = {"int": "i64", "float": "double"}
ZERO: dict[Type, str] = {"int": "0", "float": "0.0"}
ORDER = {"lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge", "eq": "eq", "ne": "ne"}
TRUTHS = frozenset({*ORDER, "and", "or", "not"})
PLAIN = {
    "add": "add i64", "sub": "sub i64", "mul": "mul i64", "bitand": "and i64", "bitor": "or i64",
    "bitxor": "xor i64", "shl": "shl i64", "shr": "ashr i64", "fadd": "fadd double",
    "fsub": "fsub double", "fmul": "fmul double", "fdiv": "fdiv double",
}  # fmt: skip
CONVERTED = {
    "bits": "bitcast double {} to i64",
    "unbits": "bitcast i64 {} to double",
    "float": "sitofp i64 {} to double",
    "popcount": "call i64 @llvm.ctpop.i64(i64 {})",
}
CHECKED = {name: f"@llvm.s{name}.with.overflow.i64" for name in ("add", "sub", "mul")}
NEAREST, DOWNWARD = 1, 3
"""LLVM's numbers for the rounding modes."""
DECLARED = "\n".join(
    [
        *(f"declare {{i64, i1}} {name}(i64, i64)" for name in CHECKED.values()),
        "declare i64 @llvm.ctpop.i64(i64)",
        "declare void @llvm.set.rounding(i32)",
    ]
)
MASK = (1 << 63) - 1


def assembly(functions: Sequence[Function], rounding_down: Sequence[str] = ()) -> str:
    """A module of functions, some of them also in a version with all floats rounded down."""
    known = {each.name: each for each in functions}
    texts = [AssemblyPrinter(known, each, each.name in rounding_down).text() for each in functions]
    return "\n".join([DECLARED, *texts, *(rounded(known[name]) for name in rounding_down)]) + "\n"


def parameters(function: Function) -> str:
    """The parameters of a function with their types."""
    kinds = [
        f"{KINDS[each.kind]}*" if isinstance(each, Array) else TYPES[each.type]
        for each in function.parameters
    ]
    return ", ".join(f"{kind} %p{place}" for place, kind in enumerate(kinds))


def rounded(function: Function) -> str:
    """A function that calls another one with floats rounded down, then resets the rounding."""
    kind, given = TYPES[function.result], parameters(function)
    return (
        f"define {kind} @{function.name}.down({given}) {{\n"
        f"  call void @llvm.set.rounding(i32 {DOWNWARD})\n"
        f"  %found = call {kind} @{function.name}({given})\n"
        f"  call void @llvm.set.rounding(i32 {NEAREST})\n"
        f"  ret {kind} %found\n}}"
    )


def number(value: float) -> str:
    """A number; floats are given by their bits, which are exact."""
    if isinstance(value, float):
        return f"0x{struct.pack('>d', value).hex()}"
    return str(int(value))


class AssemblyPrinter:
    """Prints one function."""

    def __init__(self, known: dict[str, Function], function: Function, alone: bool = False) -> None:
        self.known, self.function = known, function
        self.alone = alone
        """Whether the function must not be inlined."""
        self.top: list[str] = []
        self.lines: list[str] = []
        self.places: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.count = 0
        self.here = "begin"
        """The label of the current block."""
        self.ended = False
        """Whether the current block has ended."""

    def text(self) -> str:
        """The text of the function."""
        for place, parameter in enumerate(self.function.parameters):
            if isinstance(parameter, Array):
                self.places[parameter.name] = f"%p{place}"
            else:
                kind = TYPES[parameter.type]
                self.top.append(f"store {kind} %p{place}, {kind}* {self.place(parameter)}")
        for array in self.function.arrays:
            self.put_array(array)
        self.block(self.function.body)
        kind = TYPES[self.function.result]
        if not self.ended:
            self.end(f"ret {kind} {ZERO[self.function.result]}")
        alone = " noinline" if self.alone else ""
        head = f"define {kind} @{self.function.name}({parameters(self.function)}){alone} {{\nentry:"
        return "\n".join([head, *self.top, "br label %begin", "begin:", *self.lines, "}"])

    def put_array(self, array: Array) -> None:
        """Reserve space for a local array."""
        kind = f"[{max(array.size or 0, 1)} x {KINDS[array.kind]}]"
        first = f"getelementptr {kind}, {kind}* %{array.name}.all, i32 0, i32 0"
        if array.name in self.function.in_scratch:
            start = self.function.in_scratch[array.name]
            first = f"getelementptr i64, i64* {self.places[SCRATCH.name]}, i64 {start}"
        else:
            self.top.append(f"%{array.name}.all = alloca {kind}")
        self.top.append(f"%{array.name} = {first}")
        self.places[array.name] = f"%{array.name}"

    def place(self, var: Var) -> str:
        """The stack slot of a variable, until LLVM puts it into a register."""
        found = self.places.get(var.name)
        if found is None:
            kind = TYPES[var.type]
            found = self.places[var.name] = f"%{var.name}.at"
            self.top.append(f"{found} = alloca {kind}")
            self.top.append(f"store {kind} {ZERO[var.type]}, {kind}* {found}")
        return found

    def put(self, operation: str) -> str:
        """Write an operation; returns the name of its result."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{name} = {operation}")
        return name

    def end(self, line: str) -> None:
        """End a block with this line."""
        self.lines.append(line)
        self.ended = True

    def new(self) -> str:
        """A label for another block."""
        self.count += 1
        return f"b{self.count}"

    def begin(self, label: str) -> None:
        """Start another block."""
        self.lines.append(f"{label}:")
        self.here, self.ended = label, False

    def go_on(self, label: str) -> None:
        """Start another block, falling through from the current one if that is open."""
        self.go_to(label)
        self.begin(label)

    def go_to(self, label: str) -> None:
        """End an open block by jumping to another."""
        if not self.ended:
            self.end(f"br label %{label}")

    def fork(self, condition: str, yes: str, no: str) -> None:
        """End a block by jumping to one of two others."""
        self.end(f"br i1 {condition}, label %{yes}, label %{no}")

    # Statements

    def block(self, body: list[Statement]) -> None:
        """Write statements; anything after an exit is unreachable and left out."""
        for statement in body:
            if self.ended:
                return
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Write a statement."""
        match statement:
            case Set(var, value):
                kind = TYPES[var.type]
                self.lines.append(f"store {kind} {self.value(value)}, {kind}* {self.place(var)}")
            case Store(array, index, value):
                found, kind = self.value(value), KINDS[array.kind]
                if array.kind in NARROWED:
                    found = self.put(f"{NARROWED[array.kind]} {found} to {kind}")
                place = self.element(array, index)
                self.lines.append(f"store {kind} {found}, {kind}* {place}")
            case If(condition, then, otherwise):
                self.either(condition, then, otherwise)
            case Block(label, body):
                end = self.labels[label] = self.new()
                self.block(body)
                self.go_on(end)
            case Loop(label, body):
                again, end = self.new(), self.new()
                self.labels[label] = end
                self.go_on(again)
                self.block(body)
                self.go_to(again)
                self.begin(end)
            case Exit(label):
                self.go_to(self.labels[label])
            case Return(value):
                self.end(f"ret {TYPES[value.type]} {self.value(value)}")
            case Run(call):
                self.value(call)
            case _:
                raise TypeError(f"{statement} is not for LLVM")

    def either(self, condition: Expr, then: list[Statement], otherwise: list[Statement]) -> None:
        """Write both branches of a condition."""
        yes, end = self.new(), self.new()
        no = self.new() if otherwise else end
        self.fork(self.truth(condition), yes, no)
        self.begin(yes)
        self.block(then)
        if otherwise:
            self.go_to(end)
            self.begin(no)
            self.block(otherwise)
        self.go_on(end)

    # Expressions

    def truth(self, expr: Expr) -> str:
        """An expression as a single bit."""
        match expr:
            case Op("and" | "or" as name, (left, right)):
                return self.lazily(left, name, right)
            case Op("not", (operand,)):
                return self.put(f"xor i1 {self.truth(operand)}, true")
            case Op(name, (left, right)) if name in ORDER:
                given = f"{self.value(left)}, {self.value(right)}"
                if left.type == "float":
                    order = "une" if name == "ne" else f"o{name}"
                    return self.put(f"fcmp {order} double {given}")
                return self.put(f"icmp {ORDER[name]} i64 {given}")
        return self.put(f"icmp ne i64 {self.value(expr)}, 0")

    def lazily(self, left: Expr, name: str, right: Expr) -> str:
        """Evaluate the second operand only if the first does not decide."""
        first, before = self.truth(left), self.here
        more, end = self.new(), self.new()
        self.fork(first, *((more, end) if name == "and" else (end, more)))
        self.begin(more)
        second, behind = self.truth(right), self.here
        self.go_on(end)
        known = "true" if name == "or" else "false"
        return self.put(f"phi i1 [{known}, %{before}], [{second}, %{behind}]")

    def value(self, expr: Expr) -> str:
        """An expression as a number."""
        match expr:
            case Const(value):
                return number(value)
            case Var():
                kind = TYPES[expr.type]
                return self.put(f"load {kind}, {kind}* {self.place(expr)}")
            case Op(name, operands):
                return self.operation(expr, name, operands)
            case Element(array, index):
                kind = KINDS[array.kind]
                found = self.put(f"load {kind}, {kind}* {self.element(array, index)}")
                if array.kind in WIDENED:
                    return self.put(f"{WIDENED[array.kind]} {kind} {found} to {TYPES[expr.type]}")
                return found
            case Call(name, arguments):
                result = TYPES[self.known[name].result]
                return self.put(f"call {result} @{name}({', '.join(self.given(arguments))})")
        raise TypeError(f"{expr} is not for LLVM")

    def given(self, arguments: Sequence[Expr | Array]) -> Iterator[str]:
        """The arguments of a call."""
        for each in arguments:
            if isinstance(each, Array):
                yield f"{KINDS[each.kind]}* {self.places[each.name]}"
            else:
                yield f"{TYPES[each.type]} {self.value(each)}"

    def element(self, array: Array, index: Expr) -> str:
        """The address of an element."""
        kind = KINDS[array.kind]
        at = self.value(index)
        return self.put(f"getelementptr {kind}, {kind}* {self.places[array.name]}, i64 {at}")

    def operation(self, expr: Op, name: str, operands: tuple[Expr, ...]) -> str:
        """An arithmetic operation."""
        if name in TRUTHS:
            return self.put(f"zext i1 {self.truth(expr)} to i64")
        if name == "select":
            return self.select(expr.type, *operands)
        values = [self.value(each) for each in operands]
        if expr.checked:
            return self.checked(CHECKED[name], *values)
        if name in CONVERTED:
            return self.put(CONVERTED[name].format(*values))
        if name in ("floordiv", "mod"):
            return self.rounded_down(name, *values)
        if name == "hash":
            return self.mixed(*values)
        return self.put(f"{PLAIN[name]} {', '.join(values)}")

    def select(self, kind: Type, condition: Expr, yes: Expr, no: Expr) -> str:
        """One of two values; the other is not evaluated unless that is free."""
        asked, name = self.truth(condition), TYPES[kind]
        if isinstance(yes, (Const, Var)) and isinstance(no, (Const, Var)):
            given = f"{name} {self.value(yes)}, {name} {self.value(no)}"
            return self.put(f"select i1 {asked}, {given}")
        then, other, end = self.new(), self.new(), self.new()
        self.fork(asked, then, other)
        found = []
        for label, each in ((then, yes), (other, no)):
            self.begin(label)
            found.append(f"[{self.value(each)}, %{self.here}]")
            self.go_to(end)
        self.begin(end)
        return self.put(f"phi {name} {', '.join(found)}")

    def checked(self, operation: str, left: str, right: str) -> str:
        """An operation that traps if its result does not fit."""
        both = self.put(f"call {{i64, i1}} {operation}(i64 {left}, i64 {right})")
        fits = self.new()
        self.fork(self.put(f"extractvalue {{i64, i1}} {both}, 1"), self.labels[OVERFLOW], fits)
        self.begin(fits)
        return self.put(f"extractvalue {{i64, i1}} {both}, 0")

    def rounded_down(self, name: str, left: str, right: str) -> str:
        """A quotient or remainder rounded down, as in Python."""
        put = self.put
        rest = put(f"srem i64 {left}, {right}")
        opposite = put(f"icmp slt i64 {put(f'xor i64 {rest}, {right}')}, 0")
        off = put(f"and i1 {put(f'icmp ne i64 {rest}, 0')}, {opposite}")
        if name == "mod":
            return put(f"select i1 {off}, i64 {put(f'add i64 {rest}, {right}')}, i64 {rest}")
        quotient = put(f"sdiv i64 {left}, {right}")
        return put(f"sub i64 {quotient}, {put(f'zext i1 {off} to i64')}")

    def mixed(self, hashed: str, word: str) -> str:
        """A hash combined with one more word (see `kernels.mix`)."""
        put: Callable[[str], Any] = self.put
        found = put(f"add i64 {put(f'mul i64 {hashed}, {0x9E3779B97F4A7C15}')}, {word}")
        found = put(f"xor i64 {found}, {put(f'lshr i64 {found}, 32')}")
        found = put(f"mul i64 {found}, {0xD6E8FEB86659FD93}")
        found = put(f"xor i64 {found}, {put(f'lshr i64 {found}, 32')}")
        return str(put(f"and i64 {found}, {MASK}"))
