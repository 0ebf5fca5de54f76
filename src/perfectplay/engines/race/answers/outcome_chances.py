"""How a race ends if played by its ratings: the chances of win, tie and loss from every turn."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.race.ratings import Ratings
from perfectplay.engines.race.solve import exact as in_units


@dataclasses.dataclass(frozen=True)
class OutcomeChances:
    """The chances of the player to move: to win, to tie and to lose."""

    ratings: Ratings

    @functools.cached_property
    def tables(self) -> tuple[Any, Any, Any]:
        """The chances of each end: by last turn (0) or not (1), mover and both scores."""
        ratings = self.ratings
        limit, sides = ratings.limit, ratings.sides
        choices = ratings.last_choice, ratings.normal_choice
        if ratings.unit:
            return in_units.endings(limit, sides, ratings.unit, *choices)
        import numpy as np

        from perfectplay.engines.race.solve import kernels

        likely, _ = ratings.chances
        shape = 2, len(ratings.ties), limit + 1, limit + 1
        won, level, lost = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        columns = np.ascontiguousarray(likely.T), *choices, won, level, lost
        THREADS.compile(kernels.endings)(sides, *columns)
        return won, level, lost

    def best(self, mine: int, theirs: int, *, last: bool, player: int) -> tuple[Any, Any, Any]:
        """The chances of winning, tying and losing with the best number of dice."""
        place = int(not last), self.ratings.mover(player)
        won, level, lost = (
            self.ratings.number(table[place[0]][place[1]][mine][theirs]) for table in self.tables
        )
        return won, level, lost

    def rolling(
        self, dice: int, mine: int, theirs: int, *, last: bool, player: int
    ) -> tuple[Any, Any, Any]:
        """The chances of winning, tying and going bust with some number of dice now."""
        ratings = self.ratings
        bust = ratings.bust(mine, dice)
        if dice == 0 and not last:
            _, level, lost = self.best(theirs, mine, last=True, player=1 - player)
            return lost, level, bust
        win = even = 0 * bust
        for total in range(dice, min(dice * ratings.sides, ratings.limit - mine) + 1):
            likely = ratings.chance(total, dice)
            if last:
                win += likely * (mine + total > theirs)
                even += likely * (mine + total == theirs)
            else:
                _, level, lost = self.best(theirs, mine + total, last=False, player=1 - player)
                win += likely * lost
                even += likely * level
        return win, even, bust
