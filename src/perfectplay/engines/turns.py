"""Turns that may be lost, so that play is again where it was: what engines for them share."""

from __future__ import annotations

import dataclasses
import functools
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from perfectplay.model.nodes import Number
from perfectplay.solution.anchored import AnchoredSolution
from perfectplay.solution.distribution import Distribution

MOST_ROUNDS = 200
NEWTON_ROUNDS = 30
ROUNDING = 1e-13
"""How far a turn's value may be off by rounding, relative to it: more than its sums can be."""
ERROR = 1e-12
"""By how much bounds widen with each step that is still to be made."""
WIDEST = 1e-6
TURNS_KEPT = 64
"""Turns that are kept once they were worked out."""


def nearer(
    rounds: int, x: float, y: float, new_x: float, rise_x: float, new_y: float, rise_y: float
) -> tuple[float, float, float]:
    """What two players' turns are worth, nearer than x and y, and how far those were off.

    Lost, either turn leaves the same place to the other player. While choices are kept, the two
    values are lines in each other, which cross: that is Newton's method.
    """
    off = abs(new_x - x) + abs(new_y - y)
    if rounds < NEWTON_ROUNDS:
        crossed = (new_x + rise_x * (y - new_y - rise_y * x)) / (1 - rise_x * rise_y)
        new_y += rise_y * (x - crossed)
        new_x = crossed
    return new_x, new_y, off


def least_error(holds: Callable[[float], bool]) -> float:
    """The error with which bounds hold everywhere, from the least on; infinite if none does.

    >>> least_error(lambda error: error > 1e-11)
    1.6e-11
    """
    error = ERROR
    while error < WIDEST:
        if holds(error):
            return error
        error *= 4
    return float("inf")


class TurnSolution(AnchoredSolution):
    """What turns are worth at their start; those that are asked about are worked out anew."""

    where_counted: ClassVar[str] = "at the start of a turn"

    @abstractmethod
    def worked_out(self, start: Any) -> Any:
        """All of a turn, by what it begins with."""

    @functools.cached_property
    def turn(self) -> Callable[[Any], Any]:
        """The same, but the last ones are kept."""
        return functools.lru_cache(maxsize=TURNS_KEPT)(self.worked_out)


@dataclasses.dataclass(repr=False)
class TurnDuelSolution(TurnSolution):
    """Two players, whose chances they are, with bounds that are proved."""

    off: float
    """By how much the value may be off."""

    @property
    def cyclic(self) -> bool:
        return True

    @property
    def lower(self) -> Number:
        return max(0.0, float(self.value) - self.off)

    @property
    def upper(self) -> Number:
        return min(1.0, float(self.value) + self.off)

    def distribution(self) -> Distribution:
        wins = float(self.value)
        return Distribution({1: wins, -1: 1 - wins})
