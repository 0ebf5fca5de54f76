"""Proved bounds on values: a turn that leads to bounds must stay within bounds.

With two players, a turn against the opponent's lower bounds must be worth no more than the upper
bound, with all sums rounded up, and against upper bounds no less than the lower one, with all sums
rounded down. Alone, upper bounds are compared with upper ones and lower with lower ones. If that
holds for every turn, no play leads out of the bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.turn_game.levels import TurnLines
from perfectplay.engines.turn_game.numbering import EPSILON, TurnNumbering
from perfectplay.errors import WidthError

TRIES = 24
SPARE = 2.0**-6
"""How much wider than necessary (with choices kept) bounds are made at first."""


def proved_bounds(numbering: TurnNumbering, values: Any) -> tuple[Any, Any]:
    """A lower and an upper bound for each number."""
    bounds = Bounds(numbering, values)
    for starts in numbering.levels():
        ups = bounds.turn_lines(starts, 1.0)  # what is too high may be too low as well
        downs = ups._replace(found=2 * values[starts] - ups.found)
        bounds.widen(starts, ups, downs, 1.0)
        pending = starts
        for attempt in range(TRIES):
            pending = bounds.broken(pending, 2.0**attempt)
        if len(pending):
            raise WidthError(
                f"{numbering.game.name}: no bounds could be proved, since turns are too rarely of "
                "use for floats; take a lower target, or solve it exactly"
            )
    return bounds.lower, bounds.upper


class Bounds:
    """Lower and upper bounds, by number; a level is bounded once all lower levels are."""

    def __init__(self, numbering: TurnNumbering, values: Any) -> None:
        self.numbering, self.values = numbering, values
        self.lower, self.upper = values.copy(), values.copy()

    def turn_lines(self, starts: Any, side: float) -> TurnLines:
        """Turns that lead to bounds: compared with the upper one or, for side -1, the lower."""
        own, opposite = (self.upper, self.lower)[:: int(side)]
        after = opposite if self.numbering.two else own
        return TurnLines(own[starts], *self.numbering.evaluate_turns(after, starts, side))

    def broken(self, starts: Any, times: float) -> Any:
        """The starts of a level at which bounds failed; they have been widened there."""
        if not len(starts):
            return starts
        ups, downs = self.turn_lines(starts, 1.0), self.turn_lines(starts, -1.0)
        wrong = (ups.found > ups.at) | (downs.found < downs.at)
        other = self.numbering.partners(starts)
        wrong = np.flatnonzero(wrong if other is None else wrong | wrong[other])
        self.widen(starts[wrong], ups.of(wrong), downs.of(wrong), times)
        return starts[wrong]

    def widen(self, starts: Any, ups: TurnLines, downs: TurnLines, times: float) -> None:
        """Make bounds as wide as they must be if choices are kept, and a little wider."""
        other, values = self.numbering.partners(starts), self.values[starts]
        rounded = 4 * EPSILON * times * np.maximum(1.0, abs(values))  # stored bounds are rounded
        ups = ups._replace(found=ups.found + rounded)
        downs = downs._replace(found=downs.found - rounded)
        sides = (self.upper, ups, downs, 1), (self.lower, downs, ups, -1)
        for bound, mine, theirs, side in sides:
            needed = mine.crossing(None if other is None else theirs.of(other)) - values
            wide = np.maximum(0.0, side * needed) * (1 + SPARE * times)
            bound[starts] = values + side * wide
