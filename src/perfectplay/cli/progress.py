"""A line on the terminal that shows the progress of a long solve."""

from __future__ import annotations

import sys
from typing import Self

from perfectplay.progress import Announcer


class Ticker(Announcer):
    """Shows progress on stderr after a second; silent if that is not a terminal."""

    width = 0

    def is_watched(self) -> bool:
        """Whether stderr is a terminal."""
        return sys.stderr.isatty()

    def show(self, line: str) -> None:
        """Overwrite the line."""
        self.write(line.ljust(self.width))
        self.width = len(line)

    def wipe(self) -> None:
        """Leave the line empty."""
        self.write(" " * self.width + "\r")

    def write(self, text: str) -> None:
        """Write from the beginning of the line."""
        sys.stderr.write(f"\r{text}")
        sys.stderr.flush()


class Bar:
    """A bar on stderr for work of known length, with the time left; silent without a terminal."""

    def __init__(self, what: str, length: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self.progress = Progress(
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
        )
        self.task = self.progress.add_task(what, total=length)

    def advance(self, count: int) -> None:
        """Advance the bar."""
        self.progress.advance(self.task, count)

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()
