"""Machine code that comes with a wheel, so that nothing has to be compiled where it is installed.

A wheel for a system has a shared library of kernels for each level of its processors, and beside
it a table: by kernel and kinds of arguments, what the code was made from and what it is called
there. The library of the highest level that the processor reaches is loaded. Code is used only if
it was made from the source that is installed, with the same constants; whatever else there is to
run is left to the compiler, or to Python. A copy of the project and a wheel for any system have no
such libraries.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from perfectplay.engines.backends import ASSUMED, compiling

FOLDER = Path(__file__).parent / "kernels"
"""Where a wheel has them: `level-3.json` and, beside it, `level-3.so`, `.dylib` or `.dll`."""
READ_ONLY = " read-only"
"""What is said of columns that cannot be written to. The same code is for them as for others: had a
kernel written to one, Numba would have refused to compile it."""


class ShippedKernel(NamedTuple):
    """A kernel in a library: where its code begins, and what it gives back."""

    address: int
    result: str


class Library(NamedTuple):
    """The kernels for processors of a level: the library, and its table."""

    library: Any
    kernels: dict[str, list[str]]


def find(function: Callable[..., Any], kinds: Any) -> ShippedKernel | None:
    """The code of a kernel for some kinds of arguments, if it came with the package."""
    here = library()
    if here is None:
        return None
    made_from, symbol, result = here.kernels.get(entry(name_of(function), kinds), ("", "", ""))
    if not symbol or made_from != source_of(function):
        return None
    return ShippedKernel(
        ctypes.cast(getattr(here.library, symbol), ctypes.c_void_p).value or 0, result
    )


def name_of(function: Callable[..., Any]) -> str:
    """A kernel by its module and name."""
    return f"{function.__module__}.{function.__qualname__}"


def entry(name: str, kinds: Any) -> str:
    """What a kernel for some kinds of arguments is called in the table.

    >>> entry("module.kernel", ("*i", "*1Cq read-only"))
    "module.kernel('*i', '*1Cq')"
    """
    return f"{name}{kinds!r}".replace(READ_ONLY, "")


@functools.cache
def library() -> Library | None:
    """The library for this processor; None if none came with the package, or none can be loaded."""
    tables = sorted(FOLDER.glob("level-*.json"))
    try:
        reached = level_of(opened(tables[0]))
        table = [each for each in tables if int(each.stem.rpartition("-")[2]) <= reached][-1]
        return Library(opened(table), json.loads(table.read_bytes()))
    except (IndexError, OSError, ValueError):
        return None


def opened(table: Path) -> Any:
    """The library that a table belongs to."""
    return ctypes.CDLL(
        str(next(each for each in table.parent.glob(f"{table.stem}.*") if each != table))
    )


def level_of(lowest: Any) -> int:
    """The level of this processor, as code tells that runs on all of them."""
    return int(lowest.perfectplay_level())


def source_of(function: Callable[..., Any]) -> str:
    """What tells a kernel's source apart, on any version of Python."""
    assert isinstance(function, FunctionType)
    return compiling.fingerprint(function, ASSUMED.get(function, frozenset()), content_of=module_of)


def module_of(function: FunctionType) -> str:
    """What tells the file apart in which a function stands."""
    return digest_of(Path(function.__code__.co_filename))


@functools.cache
def digest_of(source: Path) -> str:
    """What tells the text of a file apart; nothing is known of one that is not there."""
    try:
        return hashlib.sha256(source.read_text(encoding="utf-8").encode()).hexdigest()
    except OSError:
        return ""
