"""When a sweep runs as plain Python and when as machine code.

The first compilation of a sweep takes some seconds; it is then kept on disk, and loaded from there
in a moment (see `code`). A small game is answered before that; a large one earns it back.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from perfectplay.engines.backends import ASSUMED, code
from perfectplay.engines.backends.threads import THREADS, with_compiled_calls

LARGE = 300_000
"""From this many edges on, compiling a sweep earns its time back."""
MEDIUM = 50_000
"""From this many edges on, machine code that is kept earns back the time to load it."""


def sweep(function: Callable[..., Any], size: int, *arguments: Any) -> Any:
    """Run a sweep over columns, compiled if the graph is large and its numbers are floats."""
    if size < MEDIUM or any(map(is_exact, arguments)):
        return function(*arguments)
    if not code.is_tried():
        return function(*arguments) if size < LARGE else by_numba(function, arguments)
    signature = code.signature_of(arguments)
    machine_code = code.kept(function, signature)
    if machine_code is None:
        if size < LARGE:
            return function(*arguments)
        code.keep(function, compiled_for(function, arguments), signature)
        machine_code = code.kept(function, signature)
    if machine_code is None:  # there is no place to keep it
        return by_numba(function, arguments)
    return machine_code(*arguments)


def by_numba(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Run a sweep as Numba compiles, keeps and calls it."""
    return THREADS.compile(function)(*map(as_array, arguments))


def is_exact(argument: Any) -> bool:
    """Whether a column, or one in a tuple of columns, holds exact numbers."""
    return isinstance(argument, list) or (
        isinstance(argument, tuple) and any(map(is_exact, argument))
    )


def compiled_for(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What Numba makes of a sweep for some arguments, without a way to call it from Python."""
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
    """A column, or a tuple of them, as NumPy arrays over the same memory; all else as it is."""
    import numpy as np

    if isinstance(column, tuple):
        return tuple(map(as_array, column))
    if isinstance(column, (array, memoryview)):
        return np.frombuffer(column, dtype=typecode(column))
    return column


def typecode(column: array[Any] | memoryview[Any]) -> str:
    """The type of a column's numbers, as `array` calls it."""
    return column.typecode if isinstance(column, array) else column.format


def zeros(typecode: str, length: int) -> array[Any]:
    """A column of zeros.

    >>> zeros("d", 2)
    array('d', [0.0, 0.0])
    """
    return filled(typecode, 0, length)


def filled(typecode: str, value: float, length: int) -> array[Any]:
    """A column of one value."""
    return array(typecode, [value]) * length


def give_back() -> None:
    """Give free memory back to the system, which the C library would keep for later columns."""
    if sys.platform == "linux":
        with suppress(AttributeError):  # not every C library can
            ctypes.CDLL(None).malloc_trim(0)
