"""The solutions that are at hand, each with what was worked out from it."""

from __future__ import annotations

import dataclasses
import functools
import re
import threading
from collections import OrderedDict

from perfectplay.analysis.prospects import Prospects
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import FileError, PositionError
from perfectplay.model.scorecard import Turn
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.cache import Cache
from perfectplay.solution.storage.files import load
from perfectplay.web.messages import KEY
from perfectplay.web.odds import Odds, find_odds

AT_HAND = 8
TURNS = 2048


class NoSolutionError(PositionError):
    """There is no solution of this name."""


@dataclasses.dataclass
class Entry:
    """A solution at hand."""

    key: str
    solution: Solution
    cache: Cache
    found: Odds | None = None

    @property
    def odds(self) -> Odds | None:
        """Its odds, as soon as they are worked out."""
        if self.found is None:
            self.found = find_odds(self.cache, self.key, self.solution)
        return self.found

    @functools.cached_property
    def prospects(self) -> functools._lru_cache_wrapper[Prospects]:
        """The prospects of a turn, with or without bonuses; those asked for lately are kept."""

        @functools.lru_cache(TURNS)
        def prospects_of(turn: Turn, *, bonuses: bool) -> Prospects:
            assert isinstance(self.solution, ScorecardSolution)
            bonus = self.found.bonus if bonuses and self.found else None
            return Prospects(self.solution, turn, bonus)

        return prospects_of


class Shelf:
    """Solutions by their key, read from the cache when they are asked for."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self.entries: OrderedDict[str, Entry] = OrderedDict()
        self.guard = threading.Lock()

    def has(self, key: str) -> bool:
        """Whether there is such a solution."""
        return key in self.entries or self.cache.path(key).is_file()

    def get(self, key: str) -> Entry:
        """The solution of a key; refused if there is none."""
        missing = NoSolutionError("there is no such solution; have the game solved first")
        if not re.fullmatch(KEY, key):
            raise missing
        with self.guard:
            entry = self.entries.get(key)
            if entry is None:
                try:
                    entry = Entry(key, load(self.cache.path(key)), self.cache)
                except FileError:
                    raise missing from None
                self.entries[key] = entry
                while len(self.entries) > AT_HAND:
                    self.entries.popitem(last=False)
            self.entries.move_to_end(key)
            return entry
