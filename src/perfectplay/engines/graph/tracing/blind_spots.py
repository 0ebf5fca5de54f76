"""Which rules may be traced: those of this package, and those that promise to be traceable.

A traced number sees every operation that Python hands to it. It does not see that somebody asks
which object it is, that an exception which it alone causes is caught, that a run which it cuts
short leaves something behind, or that a number of one's own does the sum. A sample of positions
misses the rare one where that matters, and no list of such things is complete. We know
that our own rules do none of it, and tests compare their traces with the plain rules at every
position of small games. Rules that anyone else has written run as they are, unless they promise it.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from perfectplay.engines.graph.tracing.shapes import NotTracedError
from perfectplay.model.game import Game


def folder_of(package: str) -> str:
    """Where a package is installed; the end of the path tells it from one whose name goes on."""
    spec = find_spec(package)
    assert spec is not None
    return str(Path(spec.origin or "").parent) + os.sep


OURS: tuple[str, ...] = (folder_of("perfectplay"), folder_of("icepool"))
"""Where the files are whose functions may be entered."""
STANDARD = sysconfig.get_path("stdlib") + os.sep


class RulesReader:
    """Looks at each function that the rules enter, once, for where it comes from."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.known: dict[int, CodeType] = {}  # by identity: equal code may be somebody else's
        self.complaint: str | None = None

    def read(self, position: Any) -> None:
        """Run the plain rules for a position, and refuse to trace them if they are someone else's.

        A trace enters the same functions. Whoever else watches the calls of functions, a debugger
        or a measure of coverage, waits in the meantime.
        """
        if self.game.traceable:
            return
        before = sys.gettrace()
        sys.settrace(self.enter)
        try:
            self.game.at(position)
        except Exception:  # noqa: BLE001, S110  # they will raise it again where it is told
            pass
        finally:
            sys.settrace(before)
        if self.complaint is not None:
            raise NotTracedError(self.complaint)

    def enter(self, frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG002  # as Python has it
        """Python enters a function."""
        code = frame.f_code
        if id(code) not in self.known:
            self.known[id(code)] = code
            if not self.complaint and not comes_with_us(frame):
                self.complaint = (
                    f"{code.co_name} in {Path(code.co_filename).name}, line {code.co_firstlineno}, "
                    "does not promise to be traceable"
                )


def comes_with_us(frame: FrameType) -> bool:
    """Whether a function is one of ours, or of a library that our rules use.

    Code that was made from a text, as that of a NamedTuple, belongs to whoever had it made.
    """
    name, file = frame.f_globals.get("__name__", ""), frame.f_code.co_filename
    if name.startswith("namedtuple_") or file.startswith("<frozen "):
        return True
    if file == "<string>":
        file = getattr(sys.modules.get(name), "__file__", None) or file
    standard = file.startswith(STANDARD) and "-packages" not in file
    return standard or file.startswith(OURS)
