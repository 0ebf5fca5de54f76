"""A line on the terminal that tells how far a long solve is."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self

PATIENCE = 1.0
INTERVAL = 0.1


class Ticker:
    """Told of progress, shows it after a second; silent where stderr is no terminal."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.shown = self.began + PATIENCE - INTERVAL
        self.width = 0

    def __call__(self, stage: str, positions: int) -> None:
        """Show the stage of a solve and the positions it has done."""
        now = time.monotonic()
        if now - self.shown < INTERVAL or not sys.stderr.isatty():
            return
        self.shown = now
        line = f"{stage}: {positions:,} positions, {now - self.began:.0f} s"
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
