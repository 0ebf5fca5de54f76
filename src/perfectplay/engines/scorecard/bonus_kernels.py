"""The kernel that carries hopes back through best play: how likely they are at every anchor."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.placing import new_scratch
from perfectplay.engines.scorecard.policy import decide, make_entries, new_policy, play_turn
from perfectplay.engines.scorecard.walk import compiled


@compiled
def carry_back(layer: Any, first: int, last: int, chances: Any) -> None:
    """The chance of each hope at some anchors of a layer, given those of the layer after it.

    `chances` has a row for each anchor and a column for each hope.
    """
    card, lattice, rerolls = layer.card, layer.lattice, layer.rerolls
    scratch, policy = new_scratch(card, lattice.chance), new_policy(lattice, rerolls)
    figures, rows, hopes = len(card.figure_points), len(card.entry_points), chances.shape[1]
    made = np.zeros(rows * LANES)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        decide(layer, begin, count, scratch, policy)
        play_turn(lattice, rerolls, policy)
        make_entries(card, policy, made)
        for row in range(rows):
            for lane in range(count):
                likely = made[row * LANES + lane]
                if likely > 0.0:
                    after = scratch.after[row % figures * LANES + lane]
                    for hope in range(hopes):
                        chances[begin + lane, hope] += likely * chances[after, hope]
