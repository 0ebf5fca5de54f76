"""A single roll of one's choice per turn: Hog."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from perfectplay.engines.turn_game.numbering import rounding_of
from perfectplay.engines.turn_game.scores import Scores
from perfectplay.model.one_roll import OneRoll

NEVER = -1e300
"""Below the value of any roll."""


class Rolls(NamedTuple):
    """What can be rolled: option o brings `gain[first[o]]` to `gain[first[o + 1]]` points."""

    first: Any
    gain: Any
    weight: Any
    players: int
    target: int
    rounding: float
    """The relative error of a sum."""


def roll_once(
    values: Any,
    rolls: Rolls,
    side: float,
    starts: Any,
    lost: Any,
    found: Any,
    slope: Any,
    scratch: Any,  # noqa: ARG001  # as all kernels for turns are called
    low: int,
    high: int,
) -> None:
    """The values of some turns at their start."""
    target = rolls.target
    for number in range(low, high):
        mine, theirs = starts[number], 0
        if rolls.players == 2:
            mine, theirs = starts[number] // target, starts[number] % target
        found[number] = NEVER
        for option in range(len(rolls.first) - 1):
            total, steep = 0.0, 0.0
            for roll in range(rolls.first[option], rolls.first[option + 1]):
                then = mine + rolls.gain[roll]
                if rolls.gain[roll] == 0:
                    total += rolls.weight[roll] * lost[number]
                    steep += rolls.weight[roll]
                elif then >= target:
                    total += rolls.weight[roll] * (rolls.players - 1.0)
                elif rolls.players == 2:
                    total += rolls.weight[roll] * (1.0 - values[theirs * target + then])
                else:
                    total += rolls.weight[roll] * values[then]
            total += side * rolls.rounding * abs(total)
            if total > found[number]:
                found[number], slope[number] = total, steep


class OneRollNumbering(Scores):
    """Hog's scores and rolls."""

    part: ClassVar[int] = 256

    def __init__(self, game: OneRoll) -> None:
        offered = list(game.rolls.values())
        first = np.cumsum([0, *(len(rolled.thens) for rolled in offered)])
        gain = np.array([points for rolled in offered for points in rolled.thens], np.int64)
        weight = np.concatenate([rolled.odds.floats() for rolled in offered])
        rounding = rounding_of(int(np.diff(first).max()))
        rolls = Rolls(first, gain, weight, game.players, game.goal, rounding)
        super().__init__(game, roll_once, rolls, game.goal)

    def scratch(self) -> Any:
        return np.zeros(1)

    def value_within(self, scratch: Any, place: Any) -> float | None:  # noqa: ARG002  # there is nothing
        return None


NUMBERING = OneRollNumbering
