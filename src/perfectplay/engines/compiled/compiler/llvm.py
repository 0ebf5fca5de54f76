"""Compile trees to machine code with LLVM: functions in, callables out.

LLVM comes with Numba (as the package llvmlite) and takes a tenth of a second for the rules of a
game. The result is cached on disk, keyed by the text it was compiled from.
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
from perfectplay.engines.compiled.compiler.kernels import declared, functions_of
from perfectplay.engines.compiled.compiler.tree import Array, Function


class MachineCode:
    """Functions as machine code, which is freed once neither this nor any of them is in use."""

    def __init__(self, functions: Sequence[Function], engine: Any) -> None:
        self.functions = {each.name: each for each in functions}
        self.engine = engine
        self.calls: dict[str, Callable[..., Any]] = {}

    @classmethod
    def of_rules(cls, functions: Sequence[Function]) -> MachineCode:
        """Functions generated for a game; the cache key is the text given to LLVM."""
        return cls(functions, kept_rules(assembly(functions)))

    @classmethod
    def of_kernels(
        cls, kernels: Sequence[Callable[..., Any]], rounding_down: Sequence[Callable[..., Any]] = ()
    ) -> MachineCode:
        """Kernels, which are the same for every game; the cache key is their source.

        They are parsed only if their code is not in the cache. Those in `rounding_down` can also be
        called with all floats rounded down.
        """
        every = [*kernels, *rounding_down]

        def text() -> str:
            return assembly(functions_of(*every), [each.__name__ for each in rounding_down])

        return cls([declared(each) for each in every], kept_kernels(every[0], text))

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function that can be called with numbers and the addresses of columns."""
        return self.get(name, name)

    def rounded_down(self, name: str) -> Callable[..., Any]:
        """A version of a function with all floats rounded down."""
        return self.get(name, f"{name}.down")

    def get(self, name: str, symbol: str) -> Callable[..., Any]:
        """A callable for a function, given its symbol in the machine code."""
        if symbol not in self.calls:
            self.calls[symbol] = self.made(name, symbol)
        return self.calls[symbol]

    def made(self, name: str, symbol: str) -> Callable[..., Any]:
        """Make a callable for a function."""
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
        run.__dict__["code"] = self.engine  # or it might be freed while this is still in use
        return run


C_TYPES: dict[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_double}


def address(argument: Any) -> Any:
    """Numbers unchanged, arrays as their addresses."""
    if isinstance(argument, ndarray):
        return argument.__array_interface__["data"][0]
    return argument


def machine() -> binding.TargetMachine:
    """A target machine for this processor, to be owned by whoever runs code on it."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(cpu=binding.get_host_cpu_name(), features=features, opt=2)


def compiled(text: str) -> bytes:
    """The machine code of a module, optimised for this processor."""
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
    """Machine code linked for calling."""
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def kept_kernels(beside: Callable[..., Any], text: Callable[[], str]) -> Any:
    """The machine code of a module, from the cache on disk or compiled and cached.

    The key covers the sources in the compiler's folder and in that of the given function, and the
    encoding of programs, which kernels read.
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
    """The same for the rules of a game, in the user's cache folder."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    found = keeping.find_rules(digest)
    if found is None:
        found = compiled(text)
        keeping.keep_rules(digest, found)
    return linked(found)
