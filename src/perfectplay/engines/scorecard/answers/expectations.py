"""Expectations about the end of a game for each anchor, carried back under best play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.scorecard.evaluate.markov_chain import carried_back, layer_of
from perfectplay.model.scorecard import Turn

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


def expected(solution: ScorecardSolution, of: Callable[[Hashable], Sequence[float]]) -> Any:
    """The expected value of some numbers known when the card is full; one row per anchor."""
    anchors, boxes = solution.anchors, len(solution.game.card.boxes)
    means = np.zeros((anchors.count, len(of(Turn((), (0,) * len(solution.game.card.bonuses))))))
    runs = anchors.runs(boxes)
    for begin, mask, flag in zip(runs.begin, runs.mask, runs.flag, strict=False):
        for lane, totals in enumerate(anchors.lane_totals(int(mask))):
            means[int(begin) + lane] = of(Turn((), totals, bool(flag)))
    everywhere = np.ones(anchors.count)
    for filled in range(boxes - 1, -1, -1):
        turns = solution.card_play.turns(anchors.runs(filled), everywhere)
        for mean in means.T:
            mean[layer_of(turns)] = carried_back(turns, mean[turns.after])
    return means
