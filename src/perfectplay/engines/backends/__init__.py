"""How is a kernel run? As plain Python, or as machine code on all cores.

A kernel is a plain function over columns of numbers. It says nothing of who runs it: a backend
makes of it what it can run, and runs it over the parts of a layer, the positions of a game that do
not depend on each other. `python` runs it as it is, for small games and exact numbers; `threads`
compiles it with Numba and shares the parts out among the cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

Part = tuple[Any, ...]
"""The first and the end of a range, and what else a kernel is told of it."""
Kernel = TypeVar("Kernel", bound=Callable[..., Any])

ASSUMED: dict[Callable[..., Any], frozenset[str]] = {}
"""By kernel, what a compiler may assume of its arithmetic."""
INLINED: set[Callable[..., Any]] = set()
"""The kernels that are compiled as part of those that call them."""


class Backend(Protocol):
    """A way to run kernels."""

    @property
    def workers(self) -> int:
        """How many parts are worked on at a time."""

    def compile(self, kernel: Kernel) -> Kernel:
        """The kernel as it is run here."""

    def for_each(
        self,
        kernel: Callable[..., None],
        parts: Iterable[Part],
        *columns: Any,
        scratch: Callable[[], Any] | None = None,
        clock: Callable[[int], None] | None = None,
    ) -> None:
        """Run a kernel over each part of a layer, and wait until all are done.

        It is given the columns, scratch of its worker's own where `scratch` makes some, and the
        part. A clock is told how many of the range are done, after each part.
        """


def fast(*assumed: str) -> Callable[[Kernel], Kernel]:
    """Mark a kernel, with all that it calls, as one whose arithmetic may be rearranged in some way.

    The ways are those of LLVM's fast-math flags. Division by zero is then not looked for either.
    """

    def mark(kernel: Kernel) -> Kernel:
        ASSUMED[kernel] = frozenset(assumed)
        return kernel

    return mark


def inlined(kernel: Kernel) -> Kernel:
    """Mark a kernel to be compiled as part of those that call it.

    That is for one that does little but call others, all of which would be made machine code once
    more, and for one that does little and is called for every edge.
    """
    INLINED.add(kernel)
    return kernel


def parts_of(first: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """A range in parts of a size.

    >>> list(parts_of(0, 5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    return ((begin, min(begin + size, end)) for begin in range(first, end, size))
