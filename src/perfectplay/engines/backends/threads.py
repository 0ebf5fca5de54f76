"""Kernels as machine code, run by a thread on each core.

Machine code holds no lock of Python's, so that threads run side by side.
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
"""What to say before the first kernel is run."""

TELL_EVERY = 0.1
"""Seconds from one look at how far the threads are to the next."""

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
    """The parts that there are, each once, whoever else takes some meanwhile."""
    with suppress(IndexError):
        while True:
            yield parts.popleft()


def in_threads(
    threads: int, work: Callable[[], None], tell: Callable[[], None], stop: Callable[[], None]
) -> None:
    """Have some threads do the same work until all of them are done.

    Whoever waits wakes now and then to say how far they are, and not for each part: the threads
    would wait for it, as for anything that runs Python.
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
    """How many cores this process may use: as many as it is told to, or all it was given."""
    allowed = os.environ.get(TOLD, "")
    if allowed.isdecimal() and int(allowed):
        return int(allowed)
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
