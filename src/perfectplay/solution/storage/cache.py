"""Solutions kept for next time, in a folder shared by the command line and the web page.

A game is identified by its rules, its parameters and its objective. Only rules that cannot change
unnoticed are cached: those of this version of the package, and scorecards, which consist of nothing
but their declaration. A damaged or foreign file is ignored, and the game solved again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Self

from perfectplay.errors import FileError, ObjectiveError
from perfectplay.games.registry import SHIPPED
from perfectplay.model.game import Game
from perfectplay.objectives import Objective, read_objective
from perfectplay.request import Request
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import FORMAT, temporaries
from perfectplay.solution.storage.files import load, rules
from perfectplay.solution.storage.locks import remove_idle
from perfectplay.version import __version__

SUFFIX = ".safetensors"
VARIABLE = "PERFECTPLAY_CACHE"
OFF = "off"
WORTH_KEEPING = 0.3
MOST_POSITIONS = 1 << 26
"""Larger solutions are saved where the user says, not here."""
KEEPING = "keeping a solution"
"""The name of the thread that saves one."""
LARGEST = 2 << 30


def key_of(game: Game[Any], request: Request, start: str = "") -> str | None:
    """The cache key of a solution; empty if it must not be cached.

    `start` distinguishes solutions from another position than the game's own.

    >>> from perfectplay.games.slots import Slots
    >>> from perfectplay.objectives import AtLeast, Score
    >>> default = Request(Slots().objective())
    >>> key_of(Slots(), Request(AtLeast(45))) == key_of(Slots(target=45), default)
    True
    >>> key_of(Slots(), Request(AtLeast(45))) == key_of(Slots(), Request(Score()))
    False
    """
    objective = request.objective
    shipped = SHIPPED.get(game.name, "").partition(":")[0] == type(game).__module__
    if not shipped and game.declaration() is None:
        return None
    try:
        read_objective(str(objective))
    except ObjectiveError:
        return None
    rules_known = (
        FORMAT,
        __version__,
        game.name,
        rules(game),
        game.parameter_values,
        game.fingerprint,
    )
    asked = (
        str(objective),
        request.exact,
        request.width,
        request.compute.engine,
        sorted(need.__name__ for need in request.needs),
    )
    text = json.dumps((*rules_known, *asked, start))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def default_folder() -> Path | None:
    """The folder named by the environment, or in the user's cache; None if caching is off."""
    named = os.environ.get(VARIABLE)
    if named:
        return None if named == OFF else Path(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) / "perfectplay" / "cache" if base else None
    base = os.environ.get("XDG_CACHE_HOME")
    usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
    with suppress(RuntimeError):
        return (Path(base) if base else Path.home() / usual) / "perfectplay"
    return None


@dataclasses.dataclass(frozen=True)
class Cache:
    """A folder of solutions; `usual` is the one named by the environment, if any."""

    folder: Path
    worth_keeping: float = WORTH_KEEPING
    """In seconds: anything solved faster is solved again."""
    largest: int = LARGEST
    """In bytes: when the folder exceeds this, the least recently used files are evicted."""

    @classmethod
    def usual(cls) -> Self | None:
        """The folder in the user's cache; None if caching is off."""
        folder = default_folder()
        return cls(folder) if folder else None

    def path(self, key: str, part: str = "") -> Path:
        """The file of a solution, or of a part computed from it."""
        return self.folder / f"{key}{part and f'.{part}'}{SUFFIX}"

    def find(self, key: str, game: Game[Any], objective: Objective) -> Solution | None:
        """A cached solution, if it is intact."""
        path = self.path(key)
        try:
            found = load(path, game, objective)
        except FileError:
            return None
        with suppress(OSError):
            os.utime(path)
        return found

    def keep(self, key: str, solution: Solution) -> None:
        """Cache a solution, evicting others if there is no room."""
        self.folder.mkdir(parents=True, exist_ok=True)
        solution.save(self.path(key))
        self.make_room()

    def keep_meanwhile(self, key: str, solution: Solution) -> None:
        """Cache a solution while its answers are shown; the process waits for that at its end."""

        def keep() -> None:
            with suppress(OSError):  # nobody is to blame for an unwritable folder
                self.keep(key, solution)

        Thread(target=keep, name=KEEPING).start()

    def make_room(self) -> None:
        """Remove what killed processes left; then, above the limit, the least recently used.

        Files being written count, too, but are not removed.
        """
        for path in temporaries(self.folder):
            remove_idle(path)
        files = []
        for path in self.folder.glob(f"*{SUFFIX}*"):
            with suppress(FileNotFoundError):
                files.append((path.stat(), path))
        total = sum(each.st_size for each, _ in files)
        for each, path in sorted(files, key=lambda file: file[0].st_mtime)[:-1]:
            if total <= self.largest:
                return
            if remove_idle(path):
                total -= each.st_size

    def would_keep(self, solution: Solution) -> bool:
        """Whether a solution took a while to compute, and leaves room for others."""
        return solution.seconds >= self.worth_keeping and solution.positions <= MOST_POSITIONS
