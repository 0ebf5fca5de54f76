"""How far long work has come: told after a second, on a terminal or below a notebook's cell."""

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
"""Seconds of silence before anything is shown."""
INTERVAL = 0.2
"""Seconds after which it is shown anew."""


class Announcer(ABC):
    """Told of progress, shows it after a second, and wipes it at the end.

    A thread keeps it up, so that it also moves while a single step takes long, such as the first
    compilation of a sweep.
    """

    def __init__(
        self, news: str = "starting", *, patience: float = PATIENCE, interval: float = INTERVAL
    ) -> None:
        self.began = time.monotonic()
        self.news, self.patience, self.interval = news, patience, interval
        self.done = threading.Event()
        context = contextvars.copy_context()  # by which a notebook knows the cell
        self.thread = threading.Thread(target=context.run, args=(self.announce,), daemon=True)

    def __call__(self, stage: str, positions: int) -> None:
        """Take note of the stage of some work and of the positions it has done."""
        self.news = f"{stage}: {positions:,} positions" if positions else stage

    def announce(self) -> None:
        """Show the news, again and again, until the work is done; then wipe them."""
        wait, shown = self.patience, False
        while not self.done.wait(wait):
            self.show(f"{self.news}, {time.monotonic() - self.began:.0f} s")
            wait, shown = self.interval, True
        if shown:
            self.wipe()

    @abstractmethod
    def is_watched(self) -> bool:
        """Whether there is anyone to show it to."""

    @abstractmethod
    def show(self, line: str) -> None:
        """Show a line instead of the one before."""

    @abstractmethod
    def wipe(self) -> None:
        """Leave nothing of what was shown."""

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
    """A bar below the cell that runs; it fills where the news name a percentage."""

    begun = False

    def is_watched(self) -> bool:
        """Whether a notebook's kernel runs this."""
        return in_notebook()

    def show(self, line: str) -> None:
        """Show the bar, or bring it up to date."""
        self.publish(bar(line), line)

    def wipe(self) -> None:
        """Leave an empty output."""
        self.publish("", "")

    def publish(self, html: str, text: str) -> None:
        """Put something instead of what was there before, by the name of this bar."""
        from IPython.core.getipython import get_ipython

        notebook: Any = get_ipython()
        notebook.display_pub.publish(
            {"text/html": html, "text/plain": text},
            transient={"display_id": f"perfectplay-{id(self)}"},
            update=self.begun,
        )
        self.begun = True


def bar(line: str) -> str:
    """A bar in HTML, with its line beside it.

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
    """Who is told of progress: whoever asked, or else, in a notebook, a bar."""
    if progress is not None or not in_notebook():
        yield progress
        return
    with NotebookBar() as told:
        yield told


@contextmanager
def watched(compute: Compute) -> Iterator[Compute]:
    """The same way to compute, with a bar in a notebook where nobody asked to be told."""
    with shown(compute.progress) as progress:
        yield compute if progress is compute.progress else replace(compute, progress=progress)
