"""What can come of a player: the anchors on the way, and the scores that are possible there."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, NamedTuple, Self

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors

UNREACHED = np.iinfo(np.int32).max
"""The least score at an anchor that cannot come."""


class Side(NamedTuple):
    """A player's anchors with so many boxes filled, and what is possible at each, in points."""

    anchors: Any
    low: Any
    """The least score so far."""
    high: Any
    """The highest score so far."""
    least: Any
    """The least points that can still come, bonuses included."""
    most: Any
    """The most points that can still come, bonuses included."""


def finished(low: int, high: int) -> Side:
    """Somebody who is done, with one of these scores: what a player alone plays against."""
    nothing = np.zeros(1, np.int32)
    return Side(nothing, nothing + low, nothing + high, nothing, nothing)


@dataclasses.dataclass(frozen=True)
class Reach:
    """The anchors that a player can come to from one of them, where the score is known."""

    anchors: Anchors
    start: int
    filled: int
    """How many boxes are filled at the start."""
    low: Any
    high: Any
    least: Any
    most: Any

    @classmethod
    def of(cls, anchors: Anchors, start: int, filled: int, score: int = 0) -> Self:
        """Follow a player from an anchor to the end of the game, and come back."""
        from perfectplay.engines.scorecard.lead import reach_kernels as bounding

        boxes, card = len(anchors.card.boxes), anchors.tables
        low = np.full(anchors.count, UNREACHED, np.int32)
        high = np.full(anchors.count, -1, np.int32)
        low[start] = high[start] = score
        for layer in range(filled, boxes):
            bounding.bound_past(card, anchors.runs(layer), low, high)
        least = np.zeros(anchors.count, np.int32)
        final = anchors.runs(boxes)
        least[: final.begin[-1]] = np.tile(anchors.bonuses(), len(final.mask))
        most = least.copy()
        for layer in range(boxes - 1, filled - 1, -1):
            bounding.bound_future(card, anchors.runs(layer), least, most)
        return cls(anchors, start, filled, low, high, least, most)

    @functools.cached_property
    def sides(self) -> dict[int, Side]:
        """By the number of filled boxes, the anchors that can come."""
        sides = {}
        for filled in range(self.filled, len(self.anchors.card.boxes) + 1):
            runs = self.anchors.runs(filled)
            first, end = int(runs.begin[0]), int(runs.begin[-1])
            found = first + np.flatnonzero(self.low[first:end] != UNREACHED)
            bounds = (each[found] for each in (self.low, self.high, self.least, self.most))
            sides[filled] = Side(found, *bounds)
        return sides
