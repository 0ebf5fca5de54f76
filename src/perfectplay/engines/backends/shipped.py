"""Machine code in a wheel, so that nothing has to be compiled where it is installed.

A platform wheel has a shared library of kernels for each level of processor and, next to it, a
table: for each kernel and argument types, what the code was made from and its name in the library.
The library of the highest level that the processor supports is loaded. Code is used only if it was
made from the installed source with the same constants; everything else is left to the compiler, or
to Python. A source checkout and a universal wheel have no such libraries.
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
"""The folder in a wheel: `level-3.json` and, next to it, `level-3.so`, `.dylib` or `.dll`."""
READ_ONLY = " read-only"
"""The suffix for read-only columns. They use the same code as others: if a kernel had written to
one, Numba would have refused to compile it."""


class ShippedKernel(NamedTuple):
    """A kernel in a library: its address and its result type."""

    address: int
    result: str


class Library(NamedTuple):
    """The kernels for a level of processor: the library and its table."""

    library: Any
    kernels: dict[str, list[str]]


def find(function: Callable[..., Any], kinds: Any) -> ShippedKernel | None:
    """The code of a kernel for some argument types, if it came with the package."""
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
    """The module and name of a kernel."""
    return f"{function.__module__}.{function.__qualname__}"


def entry(name: str, kinds: Any) -> str:
    """The name of a kernel for some argument types in the table.

    >>> entry("module.kernel", ("*i", "*1Cq read-only"))
    "module.kernel('*i', '*1Cq')"
    """
    return f"{name}{kinds!r}".replace(READ_ONLY, "")


@functools.cache
def library() -> Library | None:
    """The library for this processor; None if the package has none, or it cannot be loaded."""
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
    """The level of this processor, according to code that runs on all of them."""
    return int(lowest.perfectplay_level())


def source_of(function: Callable[..., Any]) -> str:
    """A digest of a kernel's source, the same on any version of Python."""
    assert isinstance(function, FunctionType)
    return compiling.fingerprint(function, ASSUMED.get(function, frozenset()), content_of=module_of)


def module_of(function: FunctionType) -> str:
    """A digest of the file that defines a function."""
    return digest_of(Path(function.__code__.co_filename))


@functools.cache
def digest_of(source: Path) -> str:
    """A digest of a file's text; empty if there is no such file."""
    try:
        return hashlib.sha256(source.read_text(encoding="utf-8").encode()).hexdigest()
    except OSError:
        return ""
