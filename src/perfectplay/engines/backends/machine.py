"""When a sweep runs as plain Python and when as machine code.

A small game is answered before Numba is imported; a large one earns it back many times.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from typing import Any

from perfectplay.engines.backends.threads import THREADS

LARGE = 1_000_000
"""From this many edges on, Numba earns its import back."""
MEDIUM = 5_000
"""From this many edges on, machine code is faster where Numba is in memory already."""


def sweep(function: Callable[..., Any], size: int, *arguments: Any) -> Any:
    """Run a sweep over columns, compiled if the graph is large and its numbers are floats."""
    if not worth_compiling(size) or any(map(is_exact, arguments)):
        return function(*arguments)
    return THREADS.compile(function)(*map(as_array, arguments))


def is_exact(argument: Any) -> bool:
    """Whether a column, or one in a tuple of columns, holds exact numbers."""
    return isinstance(argument, list) or (
        isinstance(argument, tuple) and any(map(is_exact, argument))
    )


def worth_compiling(size: int) -> bool:
    """Whether machine code pays for a graph of this many edges."""
    return size >= (MEDIUM if "numba" in sys.modules else LARGE)


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
