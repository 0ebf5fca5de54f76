"""Piglet: Pig with a coin."""

from __future__ import annotations

from perfectplay.model import Chance, parameter
from perfectplay.model.jeopardy import Jeopardy
from perfectplay.model.loaded import throw, weights_of
from perfectplay.model.view import CoinPieces

SIDES = 2
COIN_DOC = "how often the coin shows tails and heads, as 1,2; fair if empty"


class Piglet(Jeopardy):
    """Flip a coin as often as you dare and hold to keep the heads; tails loses those of the turn.

    Two players take turns and the first to reach the target wins; the value is the first player's
    chance. With players=1, the value is minus the least expected number of turns.
    """

    target: int = parameter(
        default=10, low=1, high=300, played_to=40, doc="the heads to be reached"
    )
    die: str = parameter(default="", doc=COIN_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        weights_of(self.die, SIDES)

    @property
    def thrown(self) -> CoinPieces:
        return CoinPieces("coin", ("",))

    def shown(self, points: int) -> CoinPieces:
        return CoinPieces("coin", ("heads" if points else "tails",))

    @property
    def roll(self) -> Chance:
        """The points of one flip of the coin."""
        return throw(weights_of(self.die, SIDES)).then(lambda face: face - 1)
