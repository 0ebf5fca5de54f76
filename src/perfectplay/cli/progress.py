"""A line on the terminal that tells how far a long solve is."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self

PATIENCE = 1.0
"""Seconds of silence before the line is shown."""
INTERVAL = 0.2
"""Seconds after which it is shown anew."""


class Ticker:
    """Told of progress, shows it on stderr after a second; silent where that is no terminal.

    The line is kept up by a thread, so that it also moves while a single step takes long, such as
    the first compilation of a sweep.
    """

    def __init__(
        self, news: str = "starting", *, patience: float = PATIENCE, interval: float = INTERVAL
    ) -> None:
        self.began = time.monotonic()
        self.news, self.patience, self.interval = news, patience, interval
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.show, daemon=True)
        self.width = 0

    def __call__(self, stage: str, positions: int) -> None:
        """Take note of the stage of a solve and of the positions it has done."""
        self.news = f"{stage}: {positions:,} positions" if positions else stage

    def show(self) -> None:
        """Write the line, again and again, until the work is done; then wipe it."""
        wait = self.patience
        while not self.done.wait(wait):
            line = f"{self.news}, {time.monotonic() - self.began:.0f} s"
            self.write(line.ljust(self.width))
            self.width = len(line)
            wait = self.interval
        if self.width:
            self.write(" " * self.width + "\r")

    def write(self, text: str) -> None:
        """Write over the line."""
        sys.stderr.write(f"\r{text}")
        sys.stderr.flush()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.done.set()
        if self.thread.is_alive():
            self.thread.join()


class Bar:
    """A bar on stderr for work of a known length, with the time left; silent without a terminal."""

    def __init__(self, what: str, length: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self.progress = Progress(
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        )
        self.task = self.progress.add_task(what, total=length)

    def advance(self, count: int) -> None:
        """Move the bar on."""
        self.progress.advance(self.task, count)

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
