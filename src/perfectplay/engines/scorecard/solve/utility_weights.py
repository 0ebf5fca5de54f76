"""How the points of a turn transform the value of what follows, if no running score is needed.

Two objectives are like that: the expected score, and the exponential utility. In both, the value of
some points plus what follows is `gain + factor * value`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.ties import ABSOLUTE_TIE, RELATIVE_TIE
from perfectplay.errors import ObjectiveError
from perfectplay.objectives import Exponential, Objective

LARGEST_EXPONENT = 600
"""Above this, exponentials overflow."""


class UtilityWeights(NamedTuple):
    """For each figure, how it transforms the value of what follows: `gain + factor * value`.

    The repeat bonus turns that into `again_gain + again_factor * worth`.
    """

    gain: Any
    factor: Any
    again_gain: float
    again_factor: float


def weights_of(anchors: Anchors, objective: Objective) -> UtilityWeights:
    """The weights for an objective."""
    points, again = anchors.arrays.figure_points, anchors.arrays.repeat_points
    if isinstance(objective, Exponential):
        rate = objective.rate
        require_room(anchors, rate)
        return UtilityWeights(
            np.zeros(len(points)), np.exp(rate * points), 0.0, math.exp(rate * again)
        )
    return UtilityWeights(points.astype(np.float64), np.ones(len(points)), float(again), 1.0)


def final_values(anchors: Anchors, objective: Objective) -> Any:
    """The values of the section bonuses at the end of the game, lane by lane."""
    return np.array([float(objective.final(bonus)) for bonus in anchors.bonuses()])


def ties_for(objective: Objective, largest: float) -> tuple[float, float, float]:
    """How close equal values must be: a relative and an absolute tolerance, and an offset.

    Exponentials never cancel, so they need no absolute tolerance, but with a rate near 0 most of a
    value is the same constant everywhere: the offset.
    """
    if isinstance(objective, Exponential):
        return RELATIVE_TIE, 0.0, 1 / objective.rate
    return RELATIVE_TIE, ABSOLUTE_TIE * largest, 0.0


def require_room(anchors: Anchors, rate: float) -> None:
    """Refuse a rate whose exponentials overflow."""
    most = most_points(anchors)
    if abs(rate) * most > LARGEST_EXPONENT:
        raise ObjectiveError(
            f"exponential:{rate} overflows at scores of up to {most:,}; use a rate "
            f"between {-LARGEST_EXPONENT / most:.2g} and {LARGEST_EXPONENT / most:.2g}"
        )


def most_points(anchors: Anchors) -> int:
    """An upper bound on the points of a game."""
    card = anchors.card
    boxes = sum(card.most(name) for name in card.names)
    again = anchors.arrays.repeat_points * len(card.boxes)
    return boxes + sum(bonus.points for bonus in card.bonuses) + int(again)
