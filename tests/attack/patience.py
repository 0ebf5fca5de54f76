"""Somebody who loses patience: games that are right to solve, but large, are interrupted."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ENOUGH = 15
"""Seconds of the processor's time."""


@contextmanager
def losing_patience() -> Iterator[list[bool]]:
    """Interrupt what takes long, as from the keyboard; what is told is not empty then."""
    lost: list[bool] = []

    def stop(*_: object) -> None:
        lost.append(True)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, ENOUGH)
    try:
        yield lost
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
