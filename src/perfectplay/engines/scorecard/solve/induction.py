"""Backward induction over the layers of a card, from the last box to the first."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from perfectplay.engines.backends import Backend, fast, inlined, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import COMPILING, THREADS
from perfectplay.engines.scorecard.anchors import Anchors, CardArrays, Runs
from perfectplay.engines.scorecard.lattice import LANES, Lattice, LatticeArrays
from perfectplay.engines.scorecard.solve.placing import (
    Scratch,
    entries,
    list_rows,
    new_scratch,
    place_best,
    run_of,
)
from perfectplay.engines.scorecard.solve.utility_weights import (
    UtilityWeights,
    final_values,
    weights_of,
)
from perfectplay.engines.scorecard.solve.walk import FAST, average, copy, keep_best, reroll
from perfectplay.objectives import Objective
from perfectplay.request import Progress

ANCHORS_A_PART = 8 * LANES


def solve_card(
    anchors: Anchors,
    lattice: Lattice,
    objective: Objective,
    progress: Progress | None = None,
    backend: Backend = THREADS,
) -> Any:
    """The value of every anchor: of the points still to come."""
    weights = weights_of(anchors, objective)
    if progress:
        progress(COMPILING, 0)
    values = np.zeros(anchors.count)
    boxes = len(anchors.card.boxes)
    final = anchors.runs(boxes)
    over = int(final.begin[-1])
    values[:over] = np.tile(final_values(anchors, objective), len(final.mask))
    clock = Clock("solving", anchors.count, progress, done=over)
    scratch = functools.partial(new_scratch, anchors.arrays, lattice.arrays)
    for filled in range(boxes - 1, -1, -1):
        runs = anchors.runs(filled)
        columns = anchors.arrays, lattice.arrays, weights, runs, anchors.card.rerolls, values
        backend.for_each(
            solve_anchors, parts_of_layer(runs), *columns, scratch=scratch, clock=clock
        )
    return values


def parts_of_layer(runs: Runs) -> list[tuple[int, int]]:
    """The anchors of a layer, in parts."""
    return list(parts_of(int(runs.begin[0]), int(runs.begin[-1]), ANCHORS_A_PART))


@fast(*FAST)
def solve_anchors(
    card: CardArrays,
    lattice: LatticeArrays,
    weights: UtilityWeights,
    runs: Runs,
    rerolls: int,
    values: Any,
    scratch: Scratch,
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
        copy(mean, 0, count, values, begin)


@inlined
def fill(
    card: CardArrays,
    weights: UtilityWeights,
    runs: Runs,
    values: Any,
    first: int,
    count: int,
    scratch: Scratch,
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
