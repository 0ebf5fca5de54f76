"""Trees as machine code, by LLVM: functions in, something to call out.

LLVM comes with Numba (the package llvmlite) and takes a tenth of a second for the rules of a game.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from llvmlite import binding, ir
from numpy import ndarray

from perfectplay.engines.backends import keeping
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

INT, FLOAT, TRUTH, RESULT = ir.IntType(64), ir.DoubleType(), ir.IntType(1), ir.IntType(32)
KINDS = {"i64": INT, "i32": ir.IntType(32), "u8": ir.IntType(8), "f64": FLOAT}
TYPES = {"int": INT, "float": FLOAT}
COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
PLAIN = {
    "add": "add", "sub": "sub", "mul": "mul", "bitand": "and_", "bitor": "or_", "bitxor": "xor",
    "shl": "shl", "shr": "ashr", "fadd": "fadd", "fsub": "fsub", "fmul": "fmul", "fdiv": "fdiv",
}  # fmt: skip
CHECKED = {"add": "sadd_with_overflow", "sub": "ssub_with_overflow", "mul": "smul_with_overflow"}
NEAREST, DOWNWARD = 1, 3
"""The ways to round, as LLVM numbers them."""


class MachineCode:
    """Functions as machine code; it is freed with this object.

    It is `kept` on disk for the next time, if that names a function beside whose source to keep it.
    """

    def __init__(
        self,
        functions: Sequence[Function],
        rounding_down: Sequence[str] = (),
        kept: Callable[..., Any] | None = None,
    ) -> None:
        self.functions = {each.name: each for each in functions}

        def text() -> str:
            module = ir.Module("perfectplay")
            known = {each.name: declare(module, each) for each in functions}
            for each in functions:
                Printer(module, known, each).print()
            for name in rounding_down:
                round_down(module, known[name])
            return str(module)

        self.engine = loaded(text, kept) if kept else built(text())
        self.calls: dict[str, Callable[..., Any]] = {}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function, to be called with numbers and with the addresses of columns."""
        return self.get(name, name)

    def rounded_down(self, name: str) -> Callable[..., Any]:
        """A function with all its floats rounded down."""
        return self.get(name, f"{name}.down")

    def get(self, name: str, symbol: str) -> Callable[..., Any]:
        """What calls a function by its name in the machine code."""
        if symbol not in self.calls:
            self.calls[symbol] = self.made(name, symbol)
        return self.calls[symbol]

    def made(self, name: str, symbol: str) -> Callable[..., Any]:
        """Make what calls a function."""
        function = self.functions[name]
        kinds = [
            ctypes.c_void_p if isinstance(each, Array) else C_TYPES[each.type]
            for each in function.parameters
        ]
        prototype = ctypes.CFUNCTYPE(C_TYPES[function.result], *kinds)
        call = prototype(self.engine.get_function_address(symbol))

        def run(*arguments: Any) -> Any:
            return call(*map(address, arguments))

        run.__name__ = name
        return run


C_TYPES: dict[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_double}


def address(argument: Any) -> Any:
    """A number as it is, an array as its address."""
    if isinstance(argument, ndarray):
        return argument.__array_interface__["data"][0]
    return argument


def machine() -> binding.TargetMachine:
    """The processor that this runs on; whoever runs code on it owns it."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=binding.get_host_cpu_name(), features=features, opt=2)


def optimized(text: str, target: binding.TargetMachine) -> Any:
    """A module, made fast for a processor."""
    module = binding.parse_assembly(text)
    module.verify()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    return module


def built(text: str) -> Any:
    """The machine code of a module."""
    target = machine()
    engine = binding.create_mcjit_compiler(optimized(text, target), target)
    engine.finalize_object()
    return engine


def loaded(text: Callable[[], str], beside: Callable[..., Any]) -> Any:
    """The machine code of a module from the disk, or compiled and kept there.

    It is told apart by the sources in the folders of the compiler and of the function beside it.
    """
    folders = {Path(__file__).parent, Path(beside.__code__.co_filename).parent}
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:32]
    origin = keeping.origin_of(beside, digest, "")
    found = keeping.find(beside, origin)
    if found is None:
        target = machine()
        found = keeping.Kept({}, target.emit_object(optimized(text(), target)))
        keeping.keep(beside, origin, found)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(found.content))
    engine.finalize_object()
    return engine


def declare(module: ir.Module, function: Function) -> ir.Function:
    """A function without its body."""
    kinds = [
        KINDS[each.kind].as_pointer() if isinstance(each, Array) else TYPES[each.type]
        for each in function.parameters
    ]
    return ir.Function(module, ir.FunctionType(TYPES[function.result], kinds), function.name)


def round_down(module: ir.Module, function: ir.Function) -> None:
    """Add the same function with another way of rounding, which is set back at its end."""
    function.attributes.add("noinline")
    name = "llvm.set.rounding"
    set_rounding = module.globals.get(name) or ir.Function(
        module, ir.FunctionType(ir.VoidType(), [RESULT]), name
    )
    outer = ir.Function(module, function.function_type, f"{function.name}.down")
    builder = ir.IRBuilder(outer.append_basic_block())
    builder.call(set_rounding, [RESULT(DOWNWARD)])
    found = builder.call(function, outer.args)
    builder.call(set_rounding, [RESULT(NEAREST)])
    builder.ret(found)


class Printer:
    """Writes one function for LLVM."""

    def __init__(
        self, module: ir.Module, known: dict[str, ir.Function], function: Function
    ) -> None:
        self.module, self.known, self.function = module, known, function
        self.target = known[function.name]
        self.entry = self.target.append_basic_block("entry")
        self.builder = ir.IRBuilder(self.target.append_basic_block("begin"))
        self.top = ir.IRBuilder(self.entry)
        self.places: dict[str, Any] = {}
        self.labels: dict[str, ir.Block] = {}

    def print(self) -> None:
        """Write it."""
        for parameter, given in zip(self.function.parameters, self.target.args, strict=True):
            if isinstance(parameter, Array):
                self.places[parameter.name] = given
            else:
                self.top.store(given, self.place(parameter))
        for array in self.function.arrays:
            kind = ir.ArrayType(KINDS[array.kind], max(array.size or 0, 1))
            zero = [ir.Constant(RESULT, 0)] * 2
            self.places[array.name] = self.top.gep(self.top.alloca(kind), zero)
        self.block(self.function.body)
        if not self.builder.block.is_terminated:
            self.builder.ret(TYPES[self.function.result](0))
        self.top.branch(self.target.basic_blocks[1])

    def place(self, var: Var) -> Any:
        """Where a variable is kept until LLVM puts it into a register."""
        if var.name not in self.places:
            place = self.top.alloca(TYPES[var.type])
            self.top.store(TYPES[var.type](0), place)
            self.places[var.name] = place
        return self.places[var.name]

    # Statements

    def block(self, body: list[Statement]) -> None:
        """Write statements; what stands behind an exit is never reached."""
        for statement in body:
            if self.builder.block.is_terminated:
                return
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Write a statement."""
        builder = self.builder
        match statement:
            case Set(var, value):
                builder.store(self.value(value), self.place(var))
            case Store(array, index, value):
                number = self.value(value)
                if array.kind in ("i32", "u8"):
                    number = builder.trunc(number, KINDS[array.kind])
                builder.store(number, self.element(array, index))
            case If(condition, then, otherwise):
                self.either(condition, then, otherwise)
            case Block(label, body):
                end = self.labels[label] = self.target.append_basic_block(label)
                self.block(body)
                self.go_on(end)
            case Loop(label, body):
                again = self.target.append_basic_block("again")
                end = self.labels[label] = self.target.append_basic_block(label)
                self.go_on(again)
                self.block(body)
                if not builder.block.is_terminated:
                    builder.branch(again)
                builder.position_at_end(end)
            case Exit(label):
                builder.branch(self.labels[label])
            case Return(value):
                builder.ret(self.value(value))
            case Run(call):
                self.value(call)
            case _:
                raise TypeError(f"{statement} is not for LLVM")

    def go_on(self, block: ir.Block) -> None:
        """Go on in another block, also from here if this is reached."""
        if not self.builder.block.is_terminated:
            self.builder.branch(block)
        self.builder.position_at_end(block)

    def either(self, condition: Expr, then: list[Statement], otherwise: list[Statement]) -> None:
        """One of two ways."""
        yes, no = (self.target.append_basic_block(name) for name in ("then", "else"))
        end = self.target.append_basic_block("end")
        self.builder.cbranch(self.truth(condition), yes, no)
        for block, body in ((yes, then), (no, otherwise)):
            self.builder.position_at_end(block)
            self.block(body)
            if not self.builder.block.is_terminated:
                self.builder.branch(end)
        self.builder.position_at_end(end)

    # Expressions

    def truth(self, expr: Expr) -> Any:
        """An expression as a single bit."""
        builder = self.builder
        match expr:
            case Op("eq" | "ne" | "lt" | "le" | "gt" | "ge" as name, (left, right)):
                if left.type == "float":
                    compare = builder.fcmp_unordered if name == "ne" else builder.fcmp_ordered
                    return compare(COMPARE[name], self.value(left), self.value(right))
                return builder.icmp_signed(COMPARE[name], self.value(left), self.value(right))
            case Op("not", (operand,)):
                return builder.not_(self.truth(operand))
            case Op("and" | "or" as name, (left, right)):
                return self.lazily(left, name, right)
            case _:
                return builder.icmp_signed("!=", self.value(expr), INT(0))

    def lazily(self, left: Expr, name: str, right: Expr) -> Any:
        """The second operand is looked at only if the first leaves it open."""
        first = self.truth(left)
        before = self.builder.block
        more, end = (self.target.append_basic_block(each) for each in (name, "end"))
        both = (more, end) if name == "and" else (end, more)
        self.builder.cbranch(first, *both)
        self.builder.position_at_end(more)
        second = self.truth(right)
        behind = self.builder.block
        self.builder.branch(end)
        self.builder.position_at_end(end)
        found = self.builder.phi(TRUTH)
        found.add_incoming(TRUTH(int(name == "or")), before)
        found.add_incoming(second, behind)
        return found

    def value(self, expr: Expr) -> Any:
        """An expression as a number."""
        builder = self.builder
        match expr:
            case Const(value):
                return TYPES[expr.type](value)
            case Var():
                return builder.load(self.place(expr))
            case Element(array, index):
                number = builder.load(self.element(array, index))
                if array.kind == "i32":
                    return builder.sext(number, INT)
                return builder.zext(number, INT) if array.kind == "u8" else number
            case Call(name, arguments):
                return builder.call(self.known[name], list(self.given(arguments)))
            case Op("and" | "or" | "not" | "eq" | "ne" | "lt" | "le" | "gt" | "ge"):
                return builder.zext(self.truth(expr), INT)
            case Op("select", (condition, yes, no)):
                return self.select(condition, yes, no)
            case Op(name, operands):
                return self.operation(name, [self.value(each) for each in operands], expr.checked)
        raise TypeError(f"{expr} is not for LLVM")

    def given(self, arguments: Sequence[Expr | Array]) -> Iterator[Any]:
        """The arguments of a call."""
        for each in arguments:
            yield self.places[each.name] if isinstance(each, Array) else self.value(each)

    def element(self, array: Array, index: Expr) -> Any:
        """The place of an element."""
        return self.builder.gep(self.places[array.name], [self.value(index)])

    def select(self, condition: Expr, yes: Expr, no: Expr) -> Any:
        """One of two values; the other is not looked at, unless it costs nothing."""
        if all(isinstance(each, (Const, Var)) for each in (yes, no)):
            return self.builder.select(self.truth(condition), self.value(yes), self.value(no))
        then, other, end = (self.target.append_basic_block(each) for each in ("yes", "no", "end"))
        self.builder.cbranch(self.truth(condition), then, other)
        found = []
        for block, each in ((then, yes), (other, no)):
            self.builder.position_at_end(block)
            value = self.value(each)
            found.append((value, self.builder.block))
            self.builder.branch(end)
        self.builder.position_at_end(end)
        phi = self.builder.phi(found[0][0].type)
        for value, block in found:
            phi.add_incoming(value, block)
        return phi

    def operation(self, name: str, values: list[Any], checked: bool) -> Any:
        """A calculation."""
        builder = self.builder
        if checked:
            both = getattr(builder, CHECKED[name])(*values)
            fits = self.target.append_basic_block("fits")
            builder.cbranch(builder.extract_value(both, 1), self.labels[OVERFLOW], fits)
            builder.position_at_end(fits)
            return builder.extract_value(both, 0)
        match name:
            case "floordiv" | "mod":
                return self.rounded_down(name, *values)
            case "popcount":
                return builder.ctpop(values[0])
            case "hash":
                return self.mixed(*values)
            case "bits":
                return builder.bitcast(values[0], INT)
            case "unbits":
                return builder.bitcast(values[0], FLOAT)
            case "float":
                return builder.sitofp(values[0], FLOAT)
        return getattr(builder, PLAIN[name])(*values)

    def rounded_down(self, name: str, left: Any, right: Any) -> Any:
        """A quotient or a remainder as Python has it: rounded down."""
        builder = self.builder
        rest = builder.srem(left, right)
        opposite = builder.icmp_signed("<", builder.xor(rest, right), INT(0))
        off = builder.and_(builder.icmp_signed("!=", rest, INT(0)), opposite)
        if name == "mod":
            return builder.select(off, builder.add(rest, right), rest)
        return builder.sub(builder.sdiv(left, right), builder.zext(off, INT))

    def mixed(self, hashed: Any, word: Any) -> Any:
        """A hash with one more word (see `kernels.mix`)."""
        builder = self.builder
        found = builder.add(builder.mul(hashed, INT(0x9E3779B97F4A7C15)), word)
        found = builder.xor(found, builder.lshr(found, INT(32)))
        found = builder.mul(found, INT(0xD6E8FEB86659FD93))
        found = builder.xor(found, builder.lshr(found, INT(32)))
        return builder.and_(found, INT((1 << 63) - 1))
