"""How far a long computation has got, and how long it will still take."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """Reports the progress of some work.

    Part of it may have been done earlier, which took no time now.

    >>> clock = Clock("solving", 200, lambda stage, done: print(stage, done), done=100)
    >>> clock(100)
    solving, 100%, 1 second left 200
    """

    def __init__(
        self,
        stage: str,
        total: int,
        progress: Callable[[str, int], None] | None,
        *,
        done: int = 0,
    ) -> None:
        self.stage = stage
        self.total = total
        self.progress = progress
        self.begun = self.done = done
        self.began = time.monotonic()

    def __call__(self, more: int) -> None:
        """Record that more is done."""
        self.done += more
        if self.progress and self.done > self.begun:
            spent = time.monotonic() - self.began
            left = spent * (self.total - self.done) / (self.done - self.begun)
            share = self.done / self.total
            self.progress(f"{self.stage}, {share:.0%}, {duration(left)} left", self.done)


def duration(seconds: float) -> str:
    """A duration for people.

    >>> duration(0.3), duration(200), duration(20_000)
    ('1 second', '3 minutes', '6 hours')
    """
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return "1 second" if seconds < 1.5 else f"{seconds:.0f} seconds"
