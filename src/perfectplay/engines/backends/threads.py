"""Kernels as machine code, run by a thread on each core.

Numba costs a third of a second to import, and the first compilation of a kernel some seconds; what
was compiled is kept on disk. Machine code holds no lock of Python's, so that threads run side by
side.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
import threading
import typing
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any, cast

from perfectplay.engines.backends import ASSUMED, INLINED, Kernel, Part

COMPILING = "preparing machine code (compiled at the first use, then kept)"
"""What to say before the first kernel is run."""

TOLD = "OMP_NUM_THREADS"
"""Where a process is told how many threads it may use; Ray tells its workers so."""


@dataclasses.dataclass(frozen=True)
class Threads:
    """The backend for large games, on all cores that this process may use or on some of them."""

    cores: int | None = None

    @property
    def workers(self) -> int:
        """How many threads there are."""
        return self.cores or available_cores()

    def compile(self, kernel: Kernel) -> Kernel:
        """The machine code of a kernel, and of those that it calls."""
        return cast("Kernel", compiled(kernel, ASSUMED.get(kernel, frozenset())))

    def for_each(
        self,
        kernel: Callable[..., None],
        parts: Iterable[Part],
        *columns: Any,
        scratch: Callable[[], Any] | None = None,
        clock: Callable[[int], None] | None = None,
    ) -> None:
        """Run a kernel over each part of a layer; an error or an interrupt ends all of them."""
        from concurrent.futures import ThreadPoolExecutor

        run, own = self.compile(kernel), threading.local()

        def work(part: Part) -> None:
            if scratch is None:
                run(*columns, *part)
                return
            if not hasattr(own, "scratch"):
                own.scratch = scratch()
            run(*columns, own.scratch, *part)

        pool = ThreadPoolExecutor(self.workers)
        try:
            for part, running in [(part, pool.submit(work, part)) for part in parts]:
                running.result()
                if clock:
                    clock(part[1] - part[0])
        finally:
            pool.shutdown(cancel_futures=True)


THREADS = Threads()


def available_cores() -> int:
    """How many cores this process may use: as many as it is told to, or all it was given."""
    told = os.environ.get(TOLD, "")
    if told.isdecimal() and int(told):
        return int(told)
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@functools.cache
def compiled(
    function: Callable[..., Any], assumed: frozenset[str] = frozenset(), *, by_kernels: bool = False
) -> Any:
    """The machine code of a kernel, from Numba's cache on disk if it is there.

    A kernel that others call is compiled once, and not anew for each constant they give it; it has
    no way to be called from Python, which would take longer to compile than itself. Where there is
    no place for a cache, a kernel is compiled for this process alone.
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
    with contextlib.suppress(RuntimeError):
        machine_code.enable_caching()
    template = machine_code.get_call_template
    machine_code.get_call_template = lambda arguments, keywords: template(
        tuple(map(numba.types.unliteral, arguments)), keywords
    )
    return machine_code


def with_compiled_calls(
    function: Callable[..., Any], assumed: frozenset[str], called: str = ""
) -> FunctionType:
    """The same function, but the kernels that it calls are machine code.

    Numba keeps machine code by the name of a function until the file of that function changes. So
    the name is made to tell apart what else the machine code depends on.
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
    """The kernels that a kernel calls, by the names that it has for them."""
    for name in function.__code__.co_names:
        named = function.__globals__.get(name)
        if isinstance(named, FunctionType):
            yield name, named


@functools.cache
def fingerprint(function: FunctionType, assumed: frozenset[str]) -> str:
    """A short text that differs where machine code may: by all code and constants it is made of."""
    import hashlib

    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    constants = [each for each in named if isinstance(each, (int, float, str, tuple))]
    calls = [fingerprint(kernel, assumed) for _, kernel in kernels_called(function)]
    everything = content(function.__code__), constants, layouts(function), calls, sorted(assumed)
    return hashlib.sha256(repr(everything).encode()).hexdigest()[:12]


def layouts(annotated: Any) -> Any:
    """The fields of the named tuples that something is annotated with, and of those in them."""
    hints = typing.get_type_hints(annotated).values()
    return [(hint._fields, layouts(hint)) for hint in hints if hasattr(hint, "_fields")]


def content(code: CodeType) -> Any:
    """What a piece of code does, wherever it lies."""
    constants = (content(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.co_code, code.co_names, tuple(constants)
