"""Kernels as machine code, run by a thread on each core.

Machine code does not hold Python's lock, so threads run in parallel.
"""

from __future__ import annotations

import dataclasses
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, cast

from perfectplay.engines.backends import Kernel, Part, code

COMPILING = "preparing machine code (compiled at the first use, then kept)"
"""The message before the first kernel is run."""

TELL_EVERY = 0.1
"""Seconds between two checks of the threads' progress."""

TOLD = "OMP_NUM_THREADS"
"""The variable that says how many threads a process may use; Ray sets it for its workers."""


@dataclasses.dataclass(frozen=True)
class Threads:
    """The backend for large games, on some or all of the cores available to this process."""

    cores: int | None = None

    @property
    def workers(self) -> int:
        """The number of threads."""
        return self.cores or available_cores()

    def compile(self, kernel: Kernel) -> Kernel:
        """The machine code of a kernel, and of those it calls."""
        return cast("Kernel", code.bound(kernel))

    def for_each(
        self,
        kernel: Callable[..., None],
        parts: Iterable[Part],
        *columns: Any,
        scratch: Callable[[], Any] | None = None,
        clock: Callable[[int], None] | None = None,
    ) -> None:
        """Run a kernel over each part of a layer; an error or an interrupt stops all threads.

        Work for a single thread is done by the calling one: most layers of small games are like
        that.
        """
        left, done = deque(parts), deque[Part]()
        threads = min(self.workers, len(left))

        def work() -> None:
            run = code.bound(kernel, *columns, *([scratch()] if scratch else []))
            for part in taken_from(left):
                run(*part)
                done.append(part)
                if threads <= 1:
                    tell()

        def tell() -> None:
            for part in taken_from(done):
                if clock:
                    clock(part[1] - part[0])

        if threads <= 1:
            work()
        else:
            in_threads(threads, work, tell, left.clear)


def taken_from(parts: deque[Part]) -> Iterator[Part]:
    """The parts, each exactly once even if several threads take them."""
    with suppress(IndexError):
        while True:
            yield parts.popleft()


def in_threads(
    threads: int, work: Callable[[], None], tell: Callable[[], None], stop: Callable[[], None]
) -> None:
    """Run the same work in several threads until all of them are done.

    The waiting thread reports progress now and then, rather than after each part: the threads would
    have to wait for that, as for anything that runs Python.
    """
    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

    with ThreadPoolExecutor(threads) as pool:
        try:
            working = {pool.submit(work) for _ in range(threads)}
            while working:
                ended, working = wait(working, TELL_EVERY, FIRST_EXCEPTION)
                for each in ended:
                    each.result()
                tell()
        finally:
            stop()


THREADS = Threads()


def available_cores() -> int:
    """The number of cores this process may use: as configured, or else all it was given."""
    allowed = os.environ.get(TOLD, "")
    if allowed.isdecimal() and int(allowed):
        return int(allowed)
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
