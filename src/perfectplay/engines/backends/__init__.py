"""How is a kernel run? As plain Python, or as machine code on all cores.

A kernel is a plain function over columns of numbers that knows nothing about how it is run. A
backend turns it into something it can run, and runs it over the parts of a layer, positions of a
game that do not depend on each other. `python` runs it as it is, for small games and exact numbers;
`threads` compiles it with Numba and distributes the parts over the cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

Part = tuple[Any, ...]
"""The start and end of a range, and further arguments for a kernel."""
Kernel = TypeVar("Kernel", bound=Callable[..., Any])

ASSUMED: dict[Callable[..., Any], frozenset[str]] = {}
"""What a compiler may assume about the arithmetic of each kernel."""
INLINED: set[Callable[..., Any]] = set()
"""The kernels that are inlined into their callers."""


class Backend(Protocol):
    """A way to run kernels."""

    @property
    def workers(self) -> int:
        """How many parts are processed at a time."""

    def compile(self, kernel: Kernel) -> Kernel:
        """The kernel in the form in which this backend runs it."""

    def for_each(
        self,
        kernel: Callable[..., None],
        parts: Iterable[Part],
        *columns: Any,
        scratch: Callable[[], Any] | None = None,
        clock: Callable[[int], None] | None = None,
    ) -> None:
        """Run a kernel over each part of a layer, and wait for all of them.

        Its arguments are the columns, the worker's own working memory if `scratch` makes some, and
        the part. After each part, a clock is told how much of the range is done.
        """


def fast(*assumed: str) -> Callable[[Kernel], Kernel]:
    """Mark a kernel, and everything it calls, as one whose arithmetic may be rearranged.

    The ways are LLVM's fast-math flags. Division by zero is then not checked either.
    """

    def mark(kernel: Kernel) -> Kernel:
        ASSUMED[kernel] = frozenset(assumed)
        return kernel

    return mark


def inlined(kernel: Kernel) -> Kernel:
    """Mark a kernel to be inlined into its callers.

    For kernels that only call others, all of which would otherwise be compiled once more, and for
    small ones that are called for every edge.
    """
    INLINED.add(kernel)
    return kernel


def parts_of(first: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """A range split into parts of some size.

    >>> list(parts_of(0, 5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    return ((begin, min(begin + size, end)) for begin in range(first, end, size))
