"""When a sweep runs as plain Python, and when as machine code.

The first compilation of a sweep takes some seconds; the result is kept on disk, and loaded in a
moment (see `code`). A small game is finished sooner than that; a large one repays it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from perfectplay.engines.backends import code

LARGE = 300_000
"""From this many edges on, compiling a sweep pays."""
MEDIUM = 50_000
"""From this many edges on, loading machine code that is kept pays."""


def sweep(function: Callable[..., Any], size: int, *arguments: Any) -> Any:
    """Run a sweep over columns, as machine code if the graph is large and numbers are floats."""
    if size < MEDIUM or any(map(is_exact, arguments)):
        return function(*arguments)
    if size < LARGE and not code.is_ready(function, arguments):
        return function(*arguments)
    return code.bound(function)(*arguments)


def is_exact(argument: Any) -> bool:
    """Whether a column, or one in a tuple of columns, holds exact numbers."""
    return isinstance(argument, list) or (
        isinstance(argument, tuple) and any(map(is_exact, argument))
    )


def zeros(typecode: str, length: int) -> array[Any]:
    """A column of zeros.

    >>> zeros("d", 2)
    array('d', [0.0, 0.0])
    """
    return filled(typecode, 0, length)


def filled(typecode: str, value: float, length: int) -> array[Any]:
    """A column filled with one value."""
    return array(typecode, [value]) * length
