"""Pig: roll for points and hold in time, for a one loses them."""

from __future__ import annotations

from functools import cache

from perfectplay.model import Chance, parameter
from perfectplay.model.jeopardy import Jeopardy


class Pig(Jeopardy):
    """Roll a die as often as you dare and hold to keep the points; a one loses those of the turn.

    Two players take turns and the first to reach the target wins; the value is the first player's
    chance. With players=1, the value is minus the least expected number of turns.
    """

    sides: int = parameter(default=6, low=2, high=100, doc="sides of the die")

    @property
    def roll(self) -> Chance:
        return die(self.sides)


@cache
def die(sides: int) -> Chance:
    """The points of one roll of a die, a one being worth nothing."""
    return Chance.weighted([(face if face > 1 else 0, 1) for face in range(1, sides + 1)])
