"""The loaded solutions with what was computed from them, within a limit on memory."""

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
"""The most memory of a solution relative to its file: mapped, and as positions."""
ROOM = 160 * MIB
"""The most extra memory for what is computed from a solution."""
TURNS = 32 * MIB
"""The part of that for the prospects of turns."""
SMALL_FILE, SMALL_TURN = 16 * MIB, MIB
"""A solution answers in a moment if its file and its turns are no larger than this."""


class NoSolutionError(PositionError):
    """There is no solution with this key."""


class TooLargeError(PerfectPlayError):
    """A solution needs more memory than is allowed for loaded ones."""


@dataclasses.dataclass
class StoredSolution:
    """A loaded solution."""

    key: str
    solution: Solution
    cache: Cache
    size: int = 0
    """The most memory it uses, including everything computed from it."""
    found: ScoreOdds | None = None

    @property
    def odds(self) -> ScoreOdds | None:
        """Its odds, once computed."""
        if self.found is None and (found := find_odds(self.cache, self.key, self.solution)):
            with suppress(OSError):  # those of a race have no file
                self.size += SHARE * self.cache.path(self.key, PART).stat().st_size
            self.found = found
        return self.found

    @functools.cached_property
    def quick(self) -> bool:
        """Whether it always answers in a moment, even the first time."""
        return self.light and self.size <= ROOM + SHARE * SMALL_FILE

    @functools.cached_property
    def light(self) -> bool:
        """Whether decisions are looked up rather than computed at length."""
        if TurnProspects in self.solution.answers:
            return self.solution.answer(TurnProspects).most_bytes <= SMALL_TURN
        return self.solution.engine != "score-difference"  # which evaluates move by move

    @property
    def at_once(self) -> bool:
        """Whether advice takes only a millisecond or two, since some was given before."""
        return "prospects" in vars(self) and self.quick

    @functools.cached_property
    def prospects(self) -> functools._lru_cache_wrapper[Prospects]:
        """The prospects of a turn, with or without bonuses; recent ones are cached."""
        prospects = self.solution.answer(TurnProspects)

        @functools.lru_cache(max(1, TURNS // prospects.most_bytes))
        def prospects_of(turn: Turn, *, bonuses: bool) -> Prospects:
            bonus = self.found.bonus if bonuses and self.found else None
            return prospects.of(turn, bonus.at if bonus else None)

        return prospects_of


class SolutionStore:
    """Solutions by key, loaded from the cache on demand.

    The least recently used are evicted to make room.
    """

    def __init__(self, cache: Cache, limits: Limits) -> None:
        self.cache = cache
        self.most = limits.at_hand_bytes
        self.entries: OrderedDict[str, StoredSolution] = OrderedDict()
        self.guard = threading.Lock()
        self.reading = threading.Lock()

    def find(self, key: str) -> StoredSolution | None:
        """The solution with this key, if there is one."""
        try:
            return self.get(key)
        except NoSolutionError:
            return None

    def get(self, key: str) -> StoredSolution:
        """The solution with this key, refused if there is none. Loaded ones need no waiting."""
        entry = self.entries.get(key) or self.read(key)
        with self.guard:
            self.entries[key] = entry
            self.entries.move_to_end(key)
            crowded = self.make_room()
        if crowded:
            gc.collect()  # a solution and its caches refer to each other
        return entry

    def read(self, key: str) -> StoredSolution:
        """Load a solution, one at a time; refused if it needs more memory than allowed."""
        missing = NoSolutionError("there is no such solution; have the game solved first")
        if not re.fullmatch(KEY, key):
            raise missing
        path = self.cache.path(key)
        with self.reading:
            if key in self.entries:  # another thread has loaded it meanwhile
                return self.entries[key]
            try:
                size = ROOM + SHARE * path.stat().st_size
                if size > self.most:
                    raise TooLargeError(
                        f"the solution takes {in_bytes(size)}, more than the {in_bytes(self.most)} "
                        "that this server keeps at hand; ask about it on the command line"
                    )
                entry = StoredSolution(key, load(path), self.cache, size)
                os.utime(path)  # mark as recently used
            except OSError:
                raise missing from None
            self.entries[key] = entry
        return entry

    def make_room(self) -> bool:
        """Evict the least recently used solutions while all of them use too much memory."""
        before = len(self.entries)
        while len(self.entries) > 1 and self.size > self.most:
            self.entries.popitem(last=False)
        return len(self.entries) < before

    @property
    def size(self) -> int:
        """The most memory that all loaded solutions use."""
        return sum(each.size for each in self.entries.values())
