"""Kernels run as they are written, one part after the other: what machine code must agree with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.engines.backends import Kernel, Part


class Python:
    """The backend that needs no compiler.

    >>> def double(numbers, first, end):
    ...     numbers[first:end] = [2 * number for number in numbers[first:end]]
    >>> numbers = [1, 2, 3]
    >>> Python().for_each(double, [(0, 2), (2, 3)], numbers)
    >>> numbers
    [2, 4, 6]
    """

    workers = 1

    def compile(self, kernel: Kernel) -> Kernel:
        """The kernel itself."""
        return kernel

    def for_each(
        self,
        kernel: Callable[..., None],
        parts: Iterable[Part],
        *columns: Any,
        scratch: Callable[[], Any] | None = None,
        clock: Callable[[int], None] | None = None,
    ) -> None:
        """Run a kernel over each part of a layer."""
        if scratch:
            columns = *columns, scratch()
        for part in parts:
            kernel(*columns, *part)
            if clock:
                clock(part[1] - part[0])
