"""Backward induction over the layers of a card, from the last box to the first."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from perfectplay.engines.backends import Backend, fast, inlined, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import COMPILING, THREADS
from perfectplay.engines.scorecard.anchors import AnchorRuns, Anchors, CardArrays
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
PARTS_A_WORKER = 4
LARGER = 16
"""The largest part relative to the smallest, so that progress shows and a solve can be stopped."""


def solve_card(
    anchors: Anchors,
    lattice: Lattice,
    objective: Objective,
    progress: Progress | None = None,
    backend: Backend = THREADS,
) -> Any:
    """The value of every anchor, that is, of the points still to come."""
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
        parts = parts_of_layer(runs, backend.workers)
        backend.for_each(solve_anchors, parts, *columns, scratch=scratch, clock=clock)
    return values


def parts_of_layer(runs: AnchorRuns, workers: int | None = None) -> list[tuple[int, int]]:
    """The anchors of a layer in parts; larger ones where every worker would have many.

    Starting a part takes a lock shared by all workers, so many small parts slow them down.
    """
    first, end = int(runs.begin[0]), int(runs.begin[-1])
    larger = (end - first) // (ANCHORS_A_PART * PARTS_A_WORKER * workers) if workers else 1
    return list(parts_of(first, end, ANCHORS_A_PART * min(max(larger, 1), LARGER)))


@fast(*FAST)
def solve_anchors(
    card: CardArrays,
    lattice: LatticeArrays,
    weights: UtilityWeights,
    runs: AnchorRuns,
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
    runs: AnchorRuns,
    values: Any,
    first: int,
    count: int,
    scratch: Scratch,
) -> None:
    """The values of rolls once rolling is over, for some anchors of a layer."""
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
