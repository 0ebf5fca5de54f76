"""Pig: roll for points and hold in time, for a one loses them."""

from __future__ import annotations

from perfectplay.model import Chance, parameter
from perfectplay.model.jeopardy import Jeopardy
from perfectplay.model.loaded import DIE_DOC, throw, weights_of


class Pig(Jeopardy):
    """Roll a die as often as you dare and hold to keep the points; a one loses those of the turn.

    Two players take turns and the first to reach the target wins; the value is the first player's
    chance. With players=1, the value is minus the least expected number of turns.
    """

    sides: int = parameter(default=6, low=2, high=100, doc="sides of the die")
    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        weights_of(self.die, self.sides)

    @property
    def roll(self) -> Chance:
        """The points of a roll, a one scoring nothing."""
        return throw(weights_of(self.die, self.sides)).then(lambda face: face if face > 1 else 0)
