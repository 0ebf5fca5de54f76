"""The kernel that carries hopes back through best play: how likely they are at every anchor."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.policy import play_block
from perfectplay.engines.scorecard.walk import FAST


@fast(*FAST)
def carry_back(layer: Any, chances: Any, policy: Any, first: int, last: int) -> None:
    """The chance of each hope at some anchors of a layer, given those of the layer after it.

    `chances` has a row for each anchor and a column for each hope.
    """
    card, made, after_figure = layer.card, policy.made, policy.scratch.after
    figures, rows, hopes = len(card.figure_points), len(card.entry_points), chances.shape[1]
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        play_block(layer, policy, begin, count)
        for row in range(rows):
            for lane in range(count):
                likely = made[row * LANES + lane]
                if likely > 0.0:
                    after = after_figure[row % figures * LANES + lane]
                    for hope in range(hopes):
                        chances[begin + lane, hope] += likely * chances[after, hope]
