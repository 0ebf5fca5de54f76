"""Progress of long work, shown after a second: on a terminal, or below a notebook's cell."""

from __future__ import annotations

import contextvars
import re
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from types import TracebackType
from typing import Any, Self

from perfectplay.request import Compute, Progress

PATIENCE = 1.0
"""Seconds before anything is shown."""
INTERVAL = 0.2
"""Seconds between two updates."""


class Announcer(ABC):
    """Receives progress, shows it after a second, and clears it at the end.

    A thread keeps it up to date, so that it also moves while a single step takes long, such as the
    first compilation of a sweep.
    """

    def __init__(
        self, news: str = "starting", *, patience: float = PATIENCE, interval: float = INTERVAL
    ) -> None:
        self.began = time.monotonic()
        self.news, self.patience, self.interval = news, patience, interval
        self.done = threading.Event()
        context = contextvars.copy_context()  # by which a notebook finds the cell
        self.thread = threading.Thread(target=context.run, args=(self.announce,), daemon=True)

    def __call__(self, stage: str, positions: int) -> None:
        """Record the stage of the work and the number of positions done."""
        self.news = f"{stage}: {positions:,} positions" if positions else stage

    def announce(self) -> None:
        """Show the latest progress repeatedly until the work is done, then clear it."""
        wait, shown = self.patience, False
        while not self.done.wait(wait):
            self.show(f"{self.news}, {time.monotonic() - self.began:.0f} s")
            wait, shown = self.interval, True
        if shown:
            self.wipe()

    @abstractmethod
    def is_watched(self) -> bool:
        """Whether there is anyone to see it."""

    @abstractmethod
    def show(self, line: str) -> None:
        """Show a line in place of the previous one."""

    @abstractmethod
    def wipe(self) -> None:
        """Remove everything that was shown."""

    def __enter__(self) -> Self:
        if self.is_watched():
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


class NotebookBar(Announcer):
    """A bar below the running cell; it fills up if the progress line has a percentage."""

    begun = False

    def is_watched(self) -> bool:
        """Whether a notebook's kernel runs this."""
        return in_notebook()

    def show(self, line: str) -> None:
        """Show or update the bar."""
        self.publish(bar(line), line)

    def wipe(self) -> None:
        """Leave the output empty."""
        self.publish("", "")

    def publish(self, html: str, text: str) -> None:
        """Replace what this bar displayed before."""
        from IPython.core.getipython import get_ipython

        notebook: Any = get_ipython()
        notebook.display_pub.publish(
            {"text/html": html, "text/plain": text},
            transient={"display_id": f"perfectplay-{id(self)}"},
            update=self.begun,
        )
        self.begun = True


def bar(line: str) -> str:
    """A bar in HTML, with its line next to it.

    >>> bar("solving, 40% done")
    '<progress max="100" value="40"></progress> solving, 40% done'
    >>> bar("exploring")
    '<progress max="100"></progress> exploring'
    """
    share = re.search(r"(\d+)%", line)
    value = f' value="{share[1]}"' if share else ""
    return f'<progress max="100"{value}></progress> {escape(line)}'


def in_notebook() -> bool:
    """Whether this runs in the kernel of a notebook.

    >>> in_notebook()
    False
    """
    if "ipykernel" not in sys.modules:
        return False
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")


@contextmanager
def shown(progress: Progress | None) -> Iterator[Progress | None]:
    """Where to report progress: as requested or else, in a notebook, to a bar."""
    if progress is not None or not in_notebook():
        yield progress
        return
    with NotebookBar() as told:
        yield told


@contextmanager
def watched(compute: Compute) -> Iterator[Compute]:
    """The same settings, with a bar in a notebook if nobody asked for progress reports."""
    with shown(compute.progress) as progress:
        yield compute if progress is compute.progress else replace(compute, progress=progress)
