"""What players of simple habits come to on a scorecard: what skill is measured against.

A habit is a way to count what is left of the card; then the same play follows as from the true
values: the move that brings the most points now together with what is left.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.solve.induction import solve_card
from perfectplay.model.scorecard import Box, Scorecard
from perfectplay.objectives import Score

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


def baselines(solution: ScorecardSolution) -> dict[str, float]:
    """The expected scores of players of simple habits.

    The greedy one takes what brings the most points in this turn, and counts nothing for what is
    left. The one who plays to par counts every open box at its par, what it brings someone who
    plays a turn for it alone; bonuses come, or they do not.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> {habit: round(mean, 2) for habit, mean in baselines(solve(Yazy())).items()}
    {'greedy': 152.63, 'par': 163.68}
    """
    anchors, lattice = solution.anchors, solution.lattice
    pars = [par(anchors.card, box, lattice) for box in anchors.card.boxes]
    counted = {"greedy": np.zeros(anchors.count), "par": open_boxes(anchors) @ np.array(pars)}
    return {
        habit: CardPlay(anchors, lattice, Score(), values).moments[0]
        for habit, values in counted.items()
    }


def par(card: Scorecard, box: Box, lattice: Lattice) -> float:
    """What a box brings on average to someone who plays a turn for it alone."""
    alone = dataclasses.replace(card, boxes=[box], bonuses=(), repeat=None)
    return float(solve_card(Anchors(alone), lattice, Score())[-1])


def open_boxes(anchors: Anchors) -> Any:
    """By anchor and box, whether the box is open."""
    boxes = len(anchors.card.boxes)
    layers = [anchors.runs(filled) for filled in range(boxes, -1, -1)]
    masks = np.concatenate([np.repeat(runs.mask, np.diff(runs.begin)) for runs in layers])
    return (masks[:, None] >> np.arange(boxes) & 1) == 0
