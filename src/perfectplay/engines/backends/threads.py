"""Kernels as machine code, run by a thread on each core.

Machine code holds no lock of Python's, so that threads run side by side.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any, cast

from perfectplay.engines.backends import Kernel, Part, code

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
        return cast("Kernel", code.bound(kernel))

    def for_each(
        self,
        kernel: Callable[..., None],
        parts: Iterable[Part],
        *columns: Any,
        scratch: Callable[[], Any] | None = None,
        clock: Callable[[int], None] | None = None,
    ) -> None:
        """Run a kernel over each part of a layer; an error or an interrupt ends all of them.

        What one thread can do is done by the one that asks: most layers of small games are so.
        """
        own, parts = threading.local(), list(parts)

        def work(part: Part) -> None:
            if not hasattr(own, "run"):
                own.run = code.bound(kernel, *columns, *([scratch()] if scratch else []))
            own.run(*part)

        threads = min(self.workers, len(parts))
        with ExitStack() as stack:
            done: list[Callable[[], None]] = [functools.partial(work, part) for part in parts]
            if threads > 1:
                from concurrent.futures import ThreadPoolExecutor

                pool = ThreadPoolExecutor(threads)
                stack.callback(pool.shutdown, cancel_futures=True)
                done = [pool.submit(each).result for each in done]
            for part, finish in zip(parts, done, strict=True):
                finish()
                if clock:
                    clock(part[1] - part[0])


THREADS = Threads()


def available_cores() -> int:
    """How many cores this process may use: as many as it is told to, or all it was given."""
    told = os.environ.get(TOLD, "")
    if told.isdecimal() and int(told):
        return int(told)
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
