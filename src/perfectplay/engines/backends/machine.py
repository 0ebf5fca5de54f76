"""When a sweep runs as plain Python and when as machine code.

Numba costs a third of a second to import, and the first compilation of a sweep some seconds (it
is then kept on disk). A small game is answered before that; a large one earns it back many times.
"""

from __future__ import annotations

import functools
import sys
from array import array
from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

LARGE = 1_000_000
"""From this many edges on, Numba earns its import back."""
MEDIUM = 5_000
"""From this many edges on, machine code is faster where Numba is in memory already."""


def sweep(function: Callable[..., Any], size: int, *arguments: Any) -> Any:
    """Run a sweep over columns, compiled if the graph is large and its numbers are floats."""
    if not worth_compiling(size) or any(map(is_exact, arguments)):
        return function(*arguments)
    return compiled(function)(*map(as_array, arguments))


def is_exact(argument: Any) -> bool:
    """Whether a column, or one in a tuple of columns, holds exact numbers."""
    return isinstance(argument, list) or (
        isinstance(argument, tuple) and any(map(is_exact, argument))
    )


def worth_compiling(size: int) -> bool:
    """Whether machine code pays for a graph of this many edges."""
    return size >= (MEDIUM if "numba" in sys.modules else LARGE)


@functools.cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The machine code of a sweep, from Numba's cache on disk if it is there.

    A sweep that others call is compiled once, and not anew for each constant they give it.
    """
    import numba

    machine_code: Any = numba.njit(cache=True)(with_compiled_calls(function))
    template = machine_code.get_call_template
    machine_code.get_call_template = lambda arguments, keywords: template(
        tuple(map(numba.types.unliteral, arguments)), keywords
    )
    return cast("Callable[..., Any]", machine_code)


def with_compiled_calls(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, but the sweeps that it calls are machine code."""
    assert isinstance(function, FunctionType)
    known = function.__globals__
    called = {
        name: compiled(known[name])
        for name in function.__code__.co_names
        if isinstance(known.get(name), FunctionType)
        and known[name].__module__.startswith("perfectplay.engines.")
    }
    if not called:
        return function
    twin = FunctionType(function.__code__, {**known, **called}, function.__name__)
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    return twin


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
