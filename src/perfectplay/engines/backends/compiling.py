"""Kernels compiled by Numba; the results are kept on disk (see `keeping`).

Numba takes a third of a second to import, as long again to load what is kept, and a few seconds to
compile a kernel for the first time.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import pickle
import typing
from array import array
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from types import CodeType, FunctionType
from typing import Any

from perfectplay.engines.backends import ASSUMED, INLINED
from perfectplay.engines.backends.keeping import Kept, Origin, find, keep, origin_of


@functools.cache
def is_there() -> bool:
    """Whether kernels can be compiled, which needs an extra of the package."""
    return has_llvm() and find_spec("numba") is not None


@functools.cache
def has_llvm() -> bool:
    """Whether LLVM is installed, which compiles anything it is given."""
    return find_spec("llvmlite") is not None


def by_numba(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a kernel with Numba compiling, keeping and calling it."""
    return compiled(function, ASSUMED.get(function, frozenset()))(*map(as_array, arguments))


def compiled_for(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Numba's code for a kernel and some arguments, without a wrapper to call it from Python."""
    import numba

    njit: Any = numba.njit
    typeof: Any = numba.typeof
    assumed = ASSUMED.get(function, frozenset())
    dispatcher = njit(
        with_compiled_calls(function, assumed),
        fastmath=set(assumed),
        error_model="numpy" if assumed else "python",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
    )
    kinds = tuple(typeof(as_array(argument)) for argument in arguments)
    dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


def as_array(column: Any) -> Any:
    """Columns, even in tuples, as NumPy arrays over the same memory; a number as Python's own."""
    import numpy as np

    if isinstance(column, tuple):
        parts = map(as_array, column)
        return type(column)(*parts) if hasattr(column, "_fields") else tuple(parts)
    if isinstance(column, np.generic):
        return column.item()
    if isinstance(column, (array, memoryview)):
        return np.frombuffer(column, dtype=typecode(column))
    return column


def typecode(column: array[Any] | memoryview[Any]) -> str:
    """The type code of a column's numbers, as used by `array`."""
    return column.typecode if isinstance(column, array) else column.format


@functools.cache
def compiled(
    function: Callable[..., Any], assumed: frozenset[str] = frozenset(), *, by_kernels: bool = False
) -> Any:
    """The machine code of a kernel, from the disk if it is kept there.

    A kernel that others call is compiled once, not again for each constant passed to it. It gets no
    wrapper for calls from Python, which would take longer to compile than the kernel.
    """
    import numba

    njit: Any = numba.njit
    machine_code = njit(
        with_compiled_calls(function, assumed, "_by_kernels" if by_kernels else ""),
        nogil=True,
        fastmath=set(assumed),
        error_model="numpy" if assumed else "python",
        no_cpython_wrapper=by_kernels,
        no_cfunc_wrapper=True,
        inline="always" if by_kernels and function in INLINED else "never",
    )
    machine_code._cache = Overloads(function, assumed, by_kernels)  # noqa: SLF001  # its own is unsafe
    template = machine_code.get_call_template
    machine_code.get_call_template = lambda arguments, keywords: template(
        tuple(map(numba.types.unliteral, arguments)), keywords
    )
    return machine_code


class Overloads:
    """Numba's compiled versions of a kernel, kept on disk in files of our own.

    Numba's own cache trusts every folder and file, and mixes up what two processes write at the
    same time. If a version of Numba does not give us its code, or in another way, it compiles anew.
    """

    cache_path = None

    def __init__(
        self, function: Callable[..., Any], assumed: frozenset[str], by_kernels: bool
    ) -> None:
        assert isinstance(function, FunctionType)
        self.function, self.text = function, fingerprint(function, assumed)
        self.called = "by kernels" if by_kernels else "by Python"

    def origin(self, signature: Any) -> Origin:
        """What the code for some argument types is made from."""
        return origin_of(self.function, self.text, f"{signature} {self.called}, through Numba")

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code for some argument types; None if it has to be compiled."""
        from numba.core.compiler import CompileResult

        context.refresh()
        kept = find(self.function, self.origin(signature))
        if kept is None:
            return None
        with contextlib.suppress(Exception):  # whatever it is, the code can be recompiled
            rebuild: Any = CompileResult._rebuild  # noqa: SLF001  # offered nowhere else
            return rebuild(context, *pickle.loads(kept.content))  # noqa: S301  # our own, from a safe place
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled for some argument types, if others may use it."""
        from numba.core import serialize

        dumps: Any = serialize.dumps
        with contextlib.suppress(Exception):  # what cannot be kept is recompiled
            if not result.lifted and not result.library.has_dynamic_globals:
                content = dumps(result._reduce())  # noqa: SLF001  # offered nowhere else
                keep(self.function, self.origin(signature), Kept({}, content))


def with_compiled_calls(
    function: Callable[..., Any], assumed: frozenset[str], called: str = ""
) -> FunctionType:
    """The same function, with the kernels it calls replaced by machine code.

    Numba identifies machine code by the name of its function, so the name is made to reflect
    everything the machine code depends on.
    """
    assert isinstance(function, FunctionType)
    calls = {
        name: compiled(kernel, assumed, by_kernels=True)
        for name, kernel in kernels_called(function)
    }
    linked = FunctionType(function.__code__, {**function.__globals__, **calls}, function.__name__)
    linked.__module__ = function.__module__
    linked.__qualname__ = f"{function.__qualname__}_{fingerprint(function, assumed)}{called}"
    return linked


def kernels_called(function: FunctionType) -> Iterator[tuple[str, FunctionType]]:
    """The kernels that a kernel calls, by the names it uses for them."""
    for name in function.__code__.co_names:
        named = function.__globals__.get(name)
        if isinstance(named, FunctionType):
            yield name, named


def raises(function: Callable[..., Any]) -> bool:
    """Whether a kernel, or one that it calls, may raise an error of its own."""
    assert isinstance(function, FunctionType)
    here = any(each.opname == "RAISE_VARARGS" for each in dis.get_instructions(function))
    return here or any(raises(kernel) for _, kernel in kernels_called(function))


def content(function: FunctionType) -> Any:
    """What a function does, wherever it is defined, under one version of Python."""
    return content_of_code(function.__code__)


def content_of_code(code: CodeType) -> Any:
    """What a code object does."""
    constants = (content_of_code(e) if isinstance(e, CodeType) else e for e in code.co_consts)
    return code.co_code, code.co_names, tuple(constants)


@functools.cache
def fingerprint(
    function: FunctionType,
    assumed: frozenset[str],
    *,
    content_of: Callable[[FunctionType], Any] = content,
) -> str:
    """A short text that differs wherever machine code may: from all code and constants involved."""
    import hashlib

    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    constants = [each for each in named if isinstance(each, (int, float, str, tuple))]
    called = kernels_called(function)
    calls = [fingerprint(kernel, assumed, content_of=content_of) for _, kernel in called]
    everything = content_of(function), constants, layouts(function), calls, sorted(assumed)
    return hashlib.sha256(repr(everything).encode()).hexdigest()[:12]


def layouts(annotated: Any) -> Any:
    """The fields of the named tuples that an annotation mentions, including nested ones."""
    hints = typing.get_type_hints(annotated).values()
    return [(hint._fields, layouts(hint)) for hint in hints if hasattr(hint, "_fields")]
