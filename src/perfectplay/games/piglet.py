"""Piglet: Pig with a coin."""

from __future__ import annotations

from functools import cache

from perfectplay.model import Chance, parameter
from perfectplay.model.jeopardy import Jeopardy
from perfectplay.model.view import CoinPieces


class Piglet(Jeopardy):
    """Flip a coin as often as you dare and hold to keep the heads; tails loses those of the turn.

    Two players take turns and the first to reach the target wins; the value is the first player's
    chance. With players=1, the value is minus the least expected number of turns.
    """

    target: int = parameter(
        default=10, low=1, high=300, played_to=40, doc="the heads to be reached"
    )

    @property
    def thrown(self) -> CoinPieces:
        return CoinPieces("coin", ("",))

    def shown(self, points: int) -> CoinPieces:
        return CoinPieces("coin", ("heads" if points else "tails",))

    @property
    def roll(self) -> Chance:
        return flip()


@cache
def flip() -> Chance:
    """The points of one flip of a coin."""
    return Chance.weighted([(0, 1), (1, 1)])
