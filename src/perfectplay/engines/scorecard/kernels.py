"""The values of anchors: rolls are put into boxes, then a turn is walked backwards to its start.

The anchors of a block belong to any masks of one layer; the walk does not care.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.placing import entries, list_rows, place_best
from perfectplay.engines.scorecard.walk import FAST, keep_best, reroll


@fast(*FAST)
def solve_anchors(
    card: Any,
    lattice: Any,
    weights: Any,
    runs: Any,
    rerolls: int,
    values: Any,
    scratch: Any,
    first: int,
    last: int,
) -> None:
    """The values of some anchors of a layer, given those of the layers after it."""
    block, mean, rolls = scratch.block, scratch.mean, len(lattice.chance)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        fill(card, weights, runs, values, begin, count, scratch)
        for _ in range(rerolls):
            reroll(block, lattice.up, rolls, lattice.sides)
            keep_best(block, lattice.down, lattice.parents)
        average(block, lattice.chance, mean)
        values[begin : begin + count] = mean[:count]


def average(block: Any, chance: Any, mean: Any) -> None:
    """The mean over the first roll of a turn."""
    mean[:] = 0.0
    for roll in range(len(chance)):
        of = np.uint64(roll) * np.uint64(LANES)
        likely = chance[roll]
        for lane in range(LANES):
            u = np.uint64(lane)
            mean[u] += likely * block[of + u]


def fill(
    card: Any,
    weights: Any,
    runs: Any,
    values: Any,
    first: int,
    count: int,
    scratch: Any,
) -> None:
    """What the rolls are worth when the dice are down, for some anchors of a layer."""
    run = run_of(runs, first)
    column = 0
    while column < count:
        anchor = first + column
        if runs.begin[run + 1] <= anchor:
            run += 1
            continue
        mask, flag, lane = runs.mask[run], runs.flag[run], anchor - runs.begin[run]
        taken = min(runs.begin[run + 1] - anchor, count - column)
        entries(card, weights, values, mask, flag, lane, column, taken, scratch)
        list_rows(card, mask, flag, scratch)
        place_best(card, mask, column, taken, scratch)
        column += taken


def run_of(runs: Any, anchor: int) -> int:
    """The run that an anchor lies in."""
    return np.searchsorted(runs.begin, anchor, side="right") - 1
