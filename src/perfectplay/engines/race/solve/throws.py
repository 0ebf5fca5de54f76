"""Where different numbers of dice lead in a race, and what that is worth on average."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Any

import numpy as np

from perfectplay.engines.race.solve.dice_tables import total_chances
from perfectplay.model.dice_sums import ways
from perfectplay.model.race import Race, RaceTurn

WON, LEVEL, LOST = range(3)
"""How a game ends for the first player."""

Array = Any


class Throws:
    """The dice of a race, in floats or exact.

    If exact, means are whole numbers of a unit that is small enough for all of them, as long as
    every turn has a single number of dice; if strategies mix several, they are fractions.
    """

    def __init__(self, game: Race, *, exact: bool, mixed: bool = False) -> None:
        self.limit, self.sides, self.exact = game.limit, game.faces, exact
        most = min(game.most, game.limit)
        if exact:
            rows = [ways(dice, self.sides, self.limit) for dice in range(most + 1)]
            self.likely: Array = np.array(rows, dtype=object)
        else:
            self.likely = total_chances(self.limit, self.sides, max(most, 1))[0].T
        counts, rooms = np.ogrid[: len(self.likely), : self.limit + 1]
        every = [self.sides**dice if exact else 1.0 for dice in range(len(counts))]
        self.all = np.array(every, dtype=self.likely.dtype)
        """For each number of dice, all ways in which they fall, in the unit of `likely`."""
        over = self.all[:, None] - np.cumsum(self.likely, axis=1)
        self.bust = np.where(counts * self.sides > rooms, np.maximum(over, 0), 0)
        """For each number of dice and each remaining room."""
        self.one: Any = 1.0
        if exact:
            self.one = Fraction(1) if mixed else self.sides ** (2 * self.limit)
        self.divided = np.frompyfunc(Fraction if mixed else operator.floordiv, 2, 1)

    def totals(self, dice: Array, room: int) -> Array:
        """The probability of each total for which there is room, by number of dice."""
        found, whole = self.likely[dice, : room + 1], self.all[dice, None]
        return np.frompyfunc(Fraction, 2, 1)(found, whole) if self.exact else found

    def mean(self, turn: RaceTurn, dice: Array, table: Array, finals: Array) -> Array:
        """The mean value of rolling each of some numbers of dice.

        `table` has the values of all turns, by player, last turn or not and both scores; `finals`
        those of the three ends.
        """
        mine, theirs, last, player = turn
        room, other = self.limit - mine, 1 - player
        if last:
            lead = np.sign(np.arange(mine, self.limit + 1) - theirs)
            landings = finals[LEVEL - lead if player == 0 else LEVEL + lead]
            stop = landings[0]
        else:
            landings, stop = table[other, 0, theirs, mine:], table[other, 1, theirs, mine]
        bust = np.multiply.outer(self.bust[dice, room], finals[LOST if player == 0 else WON])
        found = self.likely[dice, : room + 1] @ landings + bust
        if self.exact:
            found = self.divided(found.T, self.all[dice]).T
        found[dice == 0] = stop
        return found
