"""The solutions that are at hand, each with what was computed from it, within so many bytes."""

from __future__ import annotations

import dataclasses
import functools
import gc
import os
import re
import threading
from collections import OrderedDict
from contextlib import suppress

from perfectplay.errors import PerfectPlayError, PositionError, in_bytes
from perfectplay.model.scorecard import Turn
from perfectplay.solution.answers import Prospects, TurnProspects
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.cache import Cache
from perfectplay.solution.storage.files import load
from perfectplay.web.limits import MIB, Limits
from perfectplay.web.messages import KEY
from perfectplay.web.odds import PART, ScoreOdds, find_odds

SHARE = 2
"""A solution takes at most so many times the bytes of its file: mapped, and as positions."""
ROOM = 160 * MIB
"""What is computed from a solution takes at most so many bytes more."""
TURNS = 32 * MIB
"""Bytes of that for the prospects of turns."""
SMALL_FILE, SMALL_TURN = 16 * MIB, MIB
"""A solution with no larger file, and no larger turns, answers in a moment."""


class NoSolutionError(PositionError):
    """There is no solution of this name."""


class TooLargeError(PerfectPlayError):
    """A solution takes more memory than there may be at hand."""


@dataclasses.dataclass
class StoredSolution:
    """A solution at hand."""

    key: str
    solution: Solution
    cache: Cache
    size: int = 0
    """The most memory that it takes, with all that is computed from it."""
    found: ScoreOdds | None = None

    @property
    def odds(self) -> ScoreOdds | None:
        """Its odds, as soon as they are computed."""
        if self.found is None and (found := find_odds(self.cache, self.key, self.solution)):
            with suppress(OSError):  # those of a race have no file
                self.size += SHARE * self.cache.path(self.key, PART).stat().st_size
            self.found = found
        return self.found

    @functools.cached_property
    def quick(self) -> bool:
        """Whether it answers in a moment, the first time too."""
        return self.light and self.size <= ROOM + SHARE * SMALL_FILE

    @functools.cached_property
    def light(self) -> bool:
        """Whether a decision is looked up rather than computed at length."""
        if TurnProspects in self.solution.answers:
            return self.solution.answer(TurnProspects).most_bytes <= SMALL_TURN
        return self.solution.engine != "score-difference"  # which follows move by move

    @property
    def at_once(self) -> bool:
        """Whether advice is a matter of a millisecond or two, as some was given before."""
        return "prospects" in vars(self) and self.quick

    @functools.cached_property
    def prospects(self) -> functools._lru_cache_wrapper[Prospects]:
        """The prospects of a turn, with or without bonuses; those asked for lately are kept."""
        prospects = self.solution.answer(TurnProspects)

        @functools.lru_cache(max(1, TURNS // prospects.most_bytes))
        def prospects_of(turn: Turn, *, bonuses: bool) -> Prospects:
            bonus = self.found.bonus if bonuses and self.found else None
            return prospects.of(turn, bonus.at if bonus else None)

        return prospects_of


class SolutionStore:
    """Solutions by their key, read from the cache when they are asked for.

    Those that were not asked for longest make room for others.
    """

    def __init__(self, cache: Cache, limits: Limits) -> None:
        self.cache = cache
        self.most = limits.at_hand_bytes
        self.entries: OrderedDict[str, StoredSolution] = OrderedDict()
        self.guard = threading.Lock()
        self.reading = threading.Lock()

    def find(self, key: str) -> StoredSolution | None:
        """The solution of a key, if there is one."""
        try:
            return self.get(key)
        except NoSolutionError:
            return None

    def get(self, key: str) -> StoredSolution:
        """The solution of a key; refused if there is none. What is at hand waits for no reading."""
        entry = self.entries.get(key) or self.read(key)
        with self.guard:
            self.entries[key] = entry
            self.entries.move_to_end(key)
            crowded = self.make_room()
        if crowded:
            gc.collect()  # a solution and what it remembers hold each other
        return entry

    def read(self, key: str) -> StoredSolution:
        """Read a solution, one at a time; refused if it takes more than there may be at hand."""
        missing = NoSolutionError("there is no such solution; have the game solved first")
        if not re.fullmatch(KEY, key):
            raise missing
        path = self.cache.path(key)
        with self.reading:
            if key in self.entries:  # someone else has read it meanwhile
                return self.entries[key]
            try:
                size = ROOM + SHARE * path.stat().st_size
                if size > self.most:
                    raise TooLargeError(
                        f"the solution takes {in_bytes(size)}, more than the {in_bytes(self.most)} "
                        "that this server keeps at hand; ask about it on the command line"
                    )
                entry = StoredSolution(key, load(path), self.cache, size)
                os.utime(path)  # others make room in the cache first
            except OSError:
                raise missing from None
            self.entries[key] = entry
        return entry

    def make_room(self) -> bool:
        """Let go of those that were not asked for longest, while all take too much; if any."""
        before = len(self.entries)
        while len(self.entries) > 1 and self.size > self.most:
            self.entries.popitem(last=False)
        return len(self.entries) < before

    @property
    def size(self) -> int:
        """The most memory that all solutions at hand take."""
        return sum(each.size for each in self.entries.values())
