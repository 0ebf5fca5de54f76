"""Greed: roll as many dice as you dare, closest to the max without going over wins."""

from __future__ import annotations

from perfectplay.errors import ParameterError
from perfectplay.model.loaded import DIE_DOC, Weights, weights_of
from perfectplay.model.parameters import parameter
from perfectplay.model.race import Race, RaceTurn
from perfectplay.objectives import Objective, Win


class Greed(Race):
    """In turn, roll any number of dice and add them up; above the max you are bust and lose.

    Rolling no dice announces the last turn: the other player moves once more, then the higher
    score wins, and equal scores tie. The value is the first player's rating: P(win) + P(tie) / 2.
    """

    max: int = parameter(
        default=20, low=0, high=3000, played_to=60, doc="the highest score that is not bust"
    )
    sides: int = parameter(default=3, low=1, high=200, doc="sides of each die")
    dice: int = parameter(
        default=0, low=0, high=3000, doc="the most dice in a roll, 0 for any", quiet=True
    )
    first: int = parameter(
        default=0,
        low=0,
        high=3000,
        played_to=20,
        doc="the first player's score at the start",
        quiet=True,
    )
    second: int = parameter(
        default=0,
        low=0,
        high=3000,
        played_to=20,
        doc="the second player's score at the start",
        quiet=True,
    )
    second_starts: bool = parameter(
        default=False, doc="whether the second player moves first", quiet=True
    )

    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        weights_of(self.die, self.sides)
        for name in ("first", "second"):
            if getattr(self, name) > self.max:
                raise ParameterError(f"greed: {name}={getattr(self, name)} is above max={self.max}")

    @property
    def weights(self) -> Weights:
        return weights_of(self.die, self.sides)

    @property
    def limit(self) -> int:
        return self.max

    @property
    def faces(self) -> int:
        return self.sides

    @property
    def most(self) -> int:
        return min(self.dice or self.max, self.max)

    def start(self) -> RaceTurn:
        if self.second_starts:
            return RaceTurn(self.second, self.first, False, 1)
        return RaceTurn(self.first, self.second)

    def objective(self) -> Objective:
        return Win()
