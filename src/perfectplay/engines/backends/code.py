"""Machine code kept on disk, and loaded without the compiler.

Numba takes most of a second, and a hundred megabytes, to load what it has compiled before. The code
itself needs neither: it is an object file, which LLVM links in a moment. So each kernel is compiled
once for each combination of argument types, and its object file is kept (see `keeping`). Numba runs
whatever cannot be loaded this way: kernels that raise errors of their own, or return more than a
number. A wheel contains the code of our own kernels (see `shipped`); without it and without Numba,
Python runs them.
"""

from __future__ import annotations

import ctypes
import functools
import pickle
from array import array
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from types import FunctionType, NoneType
from typing import Any, NamedTuple

from perfectplay.engines.backends import ASSUMED, compiling, keeping, shipped
from perfectplay.engines.backends.compiling import by_numba, compiled_for, fingerprint, raises

TRIED = tuple(f"0.{minor}." for minor in range(61, 69))
"""The versions of Numba this was tested with. How its functions are called is internal to Numba, so
with any other version it loads its code itself."""
NUMBAS = "NRT_"
"""The prefix of Numba's memory functions, which exist only once Numba is loaded."""
HARMLESS = frozenset({"NRT_MemInfo_call_dtor"})
"""Functions called only for memory that a kernel has allocated."""
NUMBERS = {int: "q", float: "d", bool: "?", NoneType: "0"}
"""The types of numbers; None is a null address."""
UNKNOWN = "unknown"
"""The type of anything only Numba can pass to a kernel."""
COLUMNS = frozenset("?bBhHiIlLqQfd")
"""The types of array elements that we can pass, by their NumPy codes."""
ALIKE = {"l": "iq"[array("l").itemsize // 8], "L": "IQ"[array("L").itemsize // 8]}
"""Types with two codes; which of them a system uses differs."""
RESULTS = {"int64": "q", "int32": "i", "float64": "d", "bool": "?", "none": ""}
KINDS: dict[str, Any] = {
    "q": ctypes.c_int64,
    "i": ctypes.c_int32,
    "d": ctypes.c_double,
    "?": ctypes.c_uint8,
    "0": ctypes.c_void_p,
}

Signature = Any
"""The types of some arguments: `*i` is a column of 32-bit numbers, `q` a number; tuples nest."""
LOADED: dict[tuple[Callable[..., Any], Signature], Callable[..., Any] | None] = {}
"""For each kernel and argument types, a function taking flat arguments; None if Numba calls it."""
LOADING = Lock()


class KernelCode(NamedTuple):
    """The object file of a kernel: the kernel's name in it, its result, and what it calls."""

    name: str
    result: str | None
    needs: list[str]
    content: bytes


def bound(function: Callable[..., Any], *fixed: Any) -> Callable[..., Any]:
    """A kernel as machine code, with its first arguments bound."""
    signature, numbers = signature_of(fixed), laid_flat(fixed, [])
    known: dict[Signature, Callable[[list[Any]], Any] | None] = {}

    def call(*more: Any) -> Any:
        kinds = signature_of(more)
        if kinds not in known:
            known[kinds] = loaded(function, (*signature, *kinds), fixed, more)
        code = known[kinds]
        if code is None:
            run = by_numba if compiling.is_there() else by_python
            return run(function, (*fixed, *more))
        return code(laid_flat(more, numbers.copy()))

    return call


def loaded(
    function: Callable[..., Any], signature: Signature, *arguments: tuple[Any, ...]
) -> Callable[[list[Any]], Any] | None:
    """A callable for a kernel's code: in memory, from the wheel or the disk, or compiled now."""
    key = function, signature
    if key not in LOADED:
        with LOADING:
            if key not in LOADED:
                LOADED[key] = prepared(function, signature, sum(arguments, ()))
    return LOADED[key]


def prepared(
    function: Callable[..., Any], signature: Signature, arguments: tuple[Any, ...]
) -> Callable[[list[Any]], Any] | None:
    """A callable for a kernel's code, which may have to be compiled.

    None if only Numba or Python can.
    """
    if UNKNOWN in flat(signature):
        return None
    found = shipped.find(function, signature)
    if found is not None:
        return caller(found.address, found.result, signature)
    if not is_tried():
        return None
    code = kept(function, signature)
    if code is None:
        if returns_several(function) or raises(function):
            return None
        code = made_of(compiled_for(function, arguments))
        keep(code, function, signature)
    return linked(code, signature)


def returns_several(function: Callable[..., Any]) -> bool:
    """Whether a kernel is annotated to return more than a number."""
    return str(function.__annotations__.get("return")).startswith("tuple")


@functools.cache
def is_tried() -> bool:
    """Whether Numba is installed, and the code it compiles may be loaded without it."""
    return compiling.is_there() and version("numba").startswith(TRIED)


def signature_of(arguments: tuple[Any, ...]) -> Signature:
    """The types of some arguments.

    >>> signature_of((array("i"), 3, (array("d"), 0.5)))
    ('*i', 'q', ('*d', 'd'))
    """
    return tuple(map(kind_of, arguments))


def kind_of(argument: Any) -> Signature:
    """The type of an argument."""
    if isinstance(argument, tuple):
        return signature_of(argument)
    if isinstance(argument, array):
        return f"*{named(argument.typecode)}"
    if isinstance(argument, memoryview):
        return f"*{named(argument.format)}"
    if hasattr(type(argument), "__array_interface__"):
        return kind_of_array(argument) if argument.ndim else kind_of(argument.item())
    return NUMBERS.get(type(argument), UNKNOWN)


def kind_of_array(column: Any) -> str:
    """The type of a NumPy array, as precisely as Numba distinguishes it."""
    flags, numbers = column.flags, column.dtype.char
    if numbers not in COLUMNS or not (flags.aligned and column.dtype.isnative):
        return UNKNOWN
    layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    return f"*{column.ndim}{layout}{named(numbers)}{'' if flags.writeable else shipped.READ_ONLY}"


def named(numbers: str) -> str:
    """The code for numbers in a column, the same on every system.

    >>> {f"{named(each)}{array(each).itemsize}" for each in "lq"} <= {"q8", "i4"}
    True
    """
    return ALIKE.get(numbers, numbers)


def origin(function: Callable[..., Any]) -> str:
    """What distinguishes a kernel: its code, that of the kernels it calls, and their constants."""
    assert isinstance(function, FunctionType)
    return fingerprint(function, ASSUMED.get(function, frozenset()))


def made_from(function: Callable[..., Any], signature: Signature) -> keeping.Origin:
    """What the code of a kernel for some argument types is made from."""
    return keeping.origin_of(function, origin(function), repr(signature))


def is_ready(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Whether a kernel need not be compiled for these arguments."""
    signature = signature_of(arguments)
    if (function, signature) in LOADED or shipped.find(function, signature) is not None:
        return True
    return compiling.is_there() and kept(function, signature) is not None


def is_there() -> bool:
    """Whether machine code can solve large games: it came with the package, or can be compiled."""
    return compiling.is_there() or shipped.library() is not None


def by_python(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a kernel as plain Python; numbers beyond 64 bits wrap around, as in machine code."""
    if find_spec("numpy") is None:  # so its columns are not NumPy arrays
        return function(*arguments)
    import numpy as np

    with np.errstate(all="ignore"):
        return function(*arguments)


def kept(function: Callable[..., Any], signature: Signature) -> KernelCode | None:
    """The code of a kernel kept on disk; None if there is none that can be used."""
    found = keeping.find(function, made_from(function, signature))
    try:
        return None if found is None else KernelCode(**found.words, content=found.content)
    except TypeError:  # it holds something else
        return None


@functools.cache
def linker() -> Any:
    """LLVM, ready to link."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(jit=True)
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)


def linked(code: KernelCode, signature: Signature) -> Callable[[list[Any]], Any] | None:
    """A callable for some machine code; None if it needs something that is missing."""
    import llvmlite.binding as llvm

    if code.result is None:
        return None
    engine = linker()
    for name in code.needs:
        if name.startswith(NUMBAS) and name not in HARMLESS:
            return None
        if llvm.address_of_symbol(name) is None:
            if name not in HARMLESS:
                return None
            llvm.add_symbol(
                name, ctypes.cast(ctypes.pythonapi.Py_FatalError, ctypes.c_void_p).value
            )
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.content))
    engine.finalize_object()
    return caller(engine.get_function_address(code.name), code.result, signature)


def caller(address: int, result: str, signature: Signature) -> Callable[[list[Any]], Any]:
    """A function that calls machine code as Numba does: result and error first, then the rest."""
    kinds = [ctypes.c_void_p, ctypes.c_void_p, *map(KINDS.__getitem__, flat(signature))]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(address)

    def call(numbers: list[Any]) -> Any:
        answer, error = KINDS[result or "q"](), ctypes.c_void_p()
        if status := function(ctypes.byref(answer), ctypes.byref(error), *numbers):
            raise failure(status, error.value)
        return None if result == "" else bool(answer.value) if result == "?" else answer.value

    return call


class Written(ctypes.Structure):
    """The beginning of the record in which Numba stores an error, which says which error it is."""

    _fields_ = (("pickled", ctypes.c_void_p), ("size", ctypes.c_int32))


def failure(status: int, address: int | None) -> Exception:
    """The error a kernel raised: the recorded one, if the address points to a record."""
    if status < 0 or not address:
        return RuntimeError(f"machine code failed with status {status} and no further message")
    written = Written.from_address(address)
    pickled = ctypes.string_at(written.pickled, written.size)
    kind, arguments, _ = pickle.loads(pickled)  # noqa: S301  # comes with code that was run
    error: Exception = kind(*(arguments or ()))
    return error


def flat(signature: Signature) -> Iterator[str]:
    """The types of flat arguments: a column is seven numbers, a tuple its parts.

    A NumPy array has a length and a stride for each axis.

    >>> "".join(flat(("*i", "d", ("q", "?"), "*2Cd")))
    'qqqqqqqdq?qqqqqqqqq'
    """
    for kind in signature:
        if isinstance(kind, tuple):
            yield from flat(kind)
        elif kind.startswith("*"):
            yield from "q" * (5 + 2 * (int(kind[1]) if kind[1].isdigit() else 1))
        else:
            yield kind


def laid_flat(arguments: tuple[Any, ...], numbers: list[Any]) -> list[Any]:
    """Arguments in the form machine code takes, appended to some numbers."""
    for each in arguments:
        if type(each) is array:
            address, length = each.buffer_info()
            numbers += (0, 0, length, each.itemsize, address, length, each.itemsize)
        elif isinstance(each, tuple):
            laid_flat(each, numbers)
        elif hasattr(type(each), "__array_interface__"):
            lay_array_flat(each, numbers)
        elif isinstance(each, (array, memoryview)):
            length, size = len(each), each.itemsize
            numbers += (0, 0, length, size, address_of(each), length, size)
        else:
            numbers.append(each)
    return numbers


def lay_array_flat(column: Any, numbers: list[Any]) -> None:
    """A NumPy array, or a number, in the form machine code takes, appended to some numbers."""
    if not column.ndim:
        numbers.append(column.item())
        return
    address, _ = column.__array_interface__["data"]
    numbers += (0, 0, column.size, column.itemsize, address, *column.shape, *column.strides)


def address_of(column: array[Any] | memoryview[Any]) -> int:
    """The address of a column's numbers."""
    if isinstance(column, array):
        return column.buffer_info()[0]
    import numpy as np

    return int(np.frombuffer(column, np.uint8).ctypes.data)


def made_of(compiled: Any) -> KernelCode:
    """The code Numba has generated for a kernel."""
    library = compiled.library
    needs = [
        each.name
        for each in library._final_module.functions  # noqa: SLF001  # told nowhere else
        if each.is_declaration and not each.name.startswith("llvm.")
    ]
    result = RESULTS.get(str(compiled.signature.return_type))
    content = library._get_compiled_object()  # noqa: SLF001  # told nowhere else
    return KernelCode(compiled.fndesc.llvm_func_name, result, needs, content)


def keep(code: KernelCode, function: Callable[..., Any], signature: Signature) -> None:
    """Keep the code of a kernel on disk."""
    words = {"name": code.name, "result": code.result, "needs": code.needs}
    keeping.keep(function, made_from(function, signature), keeping.Kept(words, code.content))
