"""Machine code that is kept on disk, and loaded without the compiler.

Numba takes most of a second to load what it has compiled before, and a hundred megabytes. The code
itself needs neither: it is an object file, which LLVM links in a moment. So each kernel is compiled
once for each kind of arguments, and its object file is kept beside its source, or where
`PERFECTPLAY_CODE` says. Its name tells all that it was made from, so that it is never out of date.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import sys
import tempfile
from array import array
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

from perfectplay.engines.backends import ASSUMED
from perfectplay.engines.backends.threads import fingerprint

TRIED = ("0.68.",)
"""The versions of Numba with which this was tried: how its functions are called is its own affair,
so that any other loads its code by itself."""
HARMLESS = frozenset({"NRT_MemInfo_call_dtor"})
"""What is called only for memory that a kernel has allocated, and ours do not."""
NUMBERS = {int: "q", float: "d", bool: "?"}
RESULTS = {"int64": "q", "int32": "i", "float64": "d", "bool": "?", "none": ""}
KINDS: dict[str, Any] = {
    "q": ctypes.c_int64,
    "i": ctypes.c_int32,
    "d": ctypes.c_double,
    "?": ctypes.c_uint8,
}

LOADED: dict[tuple[Callable[..., Any], Any], Callable[..., Any]] = {}
Signature = Any
"""The kinds of some arguments: `*i` is a column of 32-bit numbers, `q` a number; tuples nest."""


@functools.cache
def is_tried() -> bool:
    """Whether the code that this Numba compiles may be loaded without it."""
    return version("numba").startswith(TRIED)


def signature_of(arguments: tuple[Any, ...]) -> Signature:
    """The kinds of some arguments.

    >>> signature_of((array("i"), 3, (array("d"), 0.5)))
    ('*i', 'q', ('*d', 'd'))
    """
    return tuple(map(kind_of, arguments))


def kind_of(argument: Any) -> Signature:
    """The kind of an argument."""
    if isinstance(argument, tuple):
        return signature_of(argument)
    if isinstance(argument, array):
        return f"*{argument.typecode}"
    if isinstance(argument, memoryview):
        return f"*{argument.format}"
    return NUMBERS[type(argument)]


def origin(function: Callable[..., Any]) -> str:
    """What tells a kernel apart: its code, that of the kernels it calls, and their constants."""
    assert isinstance(function, FunctionType)
    return fingerprint(function, ASSUMED.get(function, frozenset()))


@functools.cache
def machine() -> str:
    """What the code of a kernel depends on beside its text."""
    import llvmlite.binding as llvm

    tools = [version("numba"), version("llvmlite"), sys.version]
    return repr((*tools, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()))


def place_of(function: Callable[..., Any]) -> Path:
    """The folder in which a kernel's code is kept."""
    given = os.environ.get("PERFECTPLAY_CODE")
    return Path(given) if given else Path(function.__code__.co_filename).parent / "__pycache__"


def file_of(function: Callable[..., Any], signature: Signature) -> Path:
    """The file of a kernel's code for some kinds of arguments."""
    made_from = f"{origin(function)} {signature!r} {machine()}"
    digest = hashlib.sha256(made_from.encode()).hexdigest()
    return place_of(function) / f"{function.__name__}-{origin(function)}-{digest[:20]}.code"


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether there is code of a kernel for any kinds of arguments."""
    return any(place_of(function).glob(f"{function.__name__}-{origin(function)}-*.code"))


def kept(function: Callable[..., Any], signature: Signature) -> Callable[..., Any] | None:
    """The kernel as machine code, if that is kept."""
    if (function, signature) not in LOADED:
        try:
            told, _, code = file_of(function, signature).read_bytes().partition(b"\n")
            loaded = linked(json.loads(told), code, signature)
        except (OSError, ValueError):
            return None
        if loaded is None:
            return None
        LOADED[function, signature] = loaded
    return LOADED[function, signature]


@functools.cache
def linker() -> Any:
    """LLVM, ready to link."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)


def linked(header: dict[str, Any], code: bytes, signature: Signature) -> Callable[..., Any] | None:
    """A function that calls some machine code; None if that needs what is not there."""
    import llvmlite.binding as llvm

    engine = linker()
    for name in header["needs"]:
        if llvm.address_of_symbol(name) is None:
            if name not in HARMLESS:
                return None
            llvm.add_symbol(
                name, ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value
            )
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address = engine.get_function_address(header["name"])
    return caller(address, header["result"], signature) if address else None


def caller(address: int, result: str, signature: Signature) -> Callable[..., Any]:
    """A function that calls machine code as Numba does: result and error first, all else flat."""
    kinds = [ctypes.c_void_p, ctypes.c_void_p, *map(KINDS.__getitem__, flat(signature))]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(address)

    def call(*arguments: Any) -> Any:
        answer, error = KINDS[result or "q"](), ctypes.c_void_p()
        if function(ctypes.byref(answer), ctypes.byref(error), *laid_flat(arguments, [])):
            raise ArithmeticError("a kernel has divided by zero")
        return None if result == "" else bool(answer.value) if result == "?" else answer.value

    return call


def flat(signature: Signature) -> Iterator[str]:
    """Kinds of arguments as machine code takes them: a column is seven numbers, a tuple its parts.

    >>> "".join(flat(("*i", "d", ("q", "?"))))
    'qqqqqqqdq?'
    """
    for kind in signature:
        if isinstance(kind, tuple):
            yield from flat(kind)
        else:
            yield from "qqqqqqq" if kind.startswith("*") else kind


def laid_flat(arguments: tuple[Any, ...], numbers: list[Any]) -> list[Any]:
    """Arguments as machine code takes them, added to some numbers."""
    for each in arguments:
        if type(each) is array:
            address, length = each.buffer_info()
            numbers += (0, 0, length, each.itemsize, address, length, each.itemsize)
        elif type(each) is tuple:
            laid_flat(each, numbers)
        elif isinstance(each, (array, memoryview)):
            length, size = len(each), each.itemsize
            numbers += (0, 0, length, size, address_of(each), length, size)
        else:
            numbers.append(each)
    return numbers


def address_of(column: array[Any] | memoryview[Any]) -> int:
    """Where the numbers of a column are."""
    if isinstance(column, array):
        return column.buffer_info()[0]
    import numpy as np

    return int(np.frombuffer(column, np.uint8).ctypes.data)


def keep(function: Callable[..., Any], compiled: Any, signature: Signature) -> None:
    """Keep the code that Numba has made of a kernel; where nothing can be written, do nothing."""
    result = RESULTS.get(str(compiled.signature.return_type))
    if result is None:
        return
    library = compiled.library
    needs = [
        each.name
        for each in library._final_module.functions  # noqa: SLF001
        if each.is_declaration and not each.name.startswith("llvm.")
    ]
    header = {"name": compiled.fndesc.llvm_func_name, "result": result, "needs": needs}
    path = file_of(function, signature)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(json.dumps(header).encode() + b"\n")
            file.write(library._get_compiled_object())  # noqa: SLF001
        Path(file.name).replace(path)
    except OSError:
        return
