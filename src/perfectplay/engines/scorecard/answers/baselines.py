"""What players with simple habits score on a scorecard: the yardstick for skill.

A habit is a way to value what is left of the card. The player then picks moves as if these values
were the true ones: whatever brings the most points now plus what is left.
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
    """The expected scores of players with simple habits.

    The greedy player takes the most points in this turn and counts nothing for what is left. The
    player to par values every open box at its par, the average it brings in a turn played for this
    box alone; neither plans for bonuses.

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
    """The average a box brings in a turn that is played for this box alone."""
    alone = dataclasses.replace(card, boxes=[box], bonuses=(), repeat=None)
    return float(solve_card(Anchors(alone), lattice, Score())[-1])


def open_boxes(anchors: Anchors) -> Any:
    """For each anchor and box, whether the box is open."""
    boxes = len(anchors.card.boxes)
    layers = [anchors.runs(filled) for filled in range(boxes, -1, -1)]
    masks = np.concatenate([np.repeat(runs.mask, np.diff(runs.begin)) for runs in layers])
    return (masks[:, None] >> np.arange(boxes) & 1) == 0
