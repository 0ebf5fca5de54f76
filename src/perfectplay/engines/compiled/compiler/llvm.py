"""Trees as machine code, by LLVM: functions in, something to call out.

LLVM comes with Numba (the package llvmlite) and takes a tenth of a second for the rules of a game.
What it made is kept on disk, and found again by the text that it was made from.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from llvmlite import binding
from numpy import ndarray

from perfectplay.engines.backends import keeping
from perfectplay.engines.compiled import program
from perfectplay.engines.compiled.compiler.assembly import assembly
from perfectplay.engines.compiled.compiler.tree import Array, Function


class MachineCode:
    """Functions as machine code; it is freed with this object.

    That of `kernels`, which are the same for every game, is known by their sources; that of a game
    by what LLVM is given.
    """

    def __init__(
        self,
        functions: Sequence[Function],
        rounding_down: Sequence[str] = (),
        kernels: Callable[..., Any] | None = None,
    ) -> None:
        self.functions = {each.name: each for each in functions}

        def text() -> str:
            return assembly(functions, rounding_down)

        self.engine = kept_kernels(kernels, text) if kernels else kept_rules(text())
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


def compiled(text: str) -> bytes:
    """The machine code of a module, made fast for this processor."""
    target = machine()
    module = binding.parse_assembly(text)
    module.verify()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    builder = binding.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    found: bytes = target.emit_object(module)
    return found


def linked(code: bytes) -> Any:
    """Machine code that can be called."""
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def kept_kernels(beside: Callable[..., Any], text: Callable[[], str]) -> Any:
    """The machine code of a module from the disk, or compiled and kept there.

    It is distinguished by the sources in the folders of the compiler and of the function beside it,
    and by that of the words of programs, which kernels read.
    """
    folders = {Path(__file__).parent, Path(beside.__code__.co_filename).parent}
    files = sorted(file for folder in folders for file in folder.glob("*.py"))
    files.append(Path(program.__file__))
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:32]
    origin = keeping.origin_of(beside, digest, "")
    found = keeping.find(beside, origin)
    if found is None:
        found = keeping.Kept({}, compiled(text()))
        keeping.keep(beside, origin, found)
    return linked(found.content)


def kept_rules(text: str) -> Any:
    """The same of the rules of a game, among the user's caches."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    found = keeping.find_rules(digest)
    if found is None:
        found = compiled(text)
        keeping.keep_rules(digest, found)
    return linked(found)
