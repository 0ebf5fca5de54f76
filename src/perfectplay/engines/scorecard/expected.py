"""What is expected of the end of a game, by anchor: carried back through the solution's play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.model.scorecard import Turn

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


def expected(solution: ScorecardSolution, of: Callable[[Hashable], Sequence[float]]) -> Any:
    """The mean of some numbers that the full card tells, as an array with a row for each anchor."""
    from perfectplay.engines.scorecard.policy import carry_back

    anchors, boxes = solution.anchors, len(solution.game.card.boxes)
    means = np.zeros((anchors.count, len(of(Turn((), (0,) * len(solution.game.card.bonuses))))))
    runs = anchors.runs(boxes)
    for begin, mask, flag in zip(runs.begin, runs.mask, runs.flag, strict=False):
        for lane, totals in enumerate(anchors.lane_totals(int(mask))):
            means[int(begin) + lane] = of(Turn((), totals, bool(flag)))
    for filled in range(boxes - 1, -1, -1):
        solution.played.for_each(carry_back, anchors.runs(filled), means)
    return means
