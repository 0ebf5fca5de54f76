"""Backward induction over the layers of a card, from the last box to the first."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from perfectplay.engines.backends import Backend, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import COMPILING, THREADS
from perfectplay.engines.graph.explore import Progress
from perfectplay.engines.scorecard.anchors import Anchors, Runs
from perfectplay.engines.scorecard.kernels import solve_anchors
from perfectplay.engines.scorecard.lattice import LANES, Lattice
from perfectplay.engines.scorecard.placing import new_scratch
from perfectplay.engines.scorecard.weights import final_values, weights_of
from perfectplay.objectives import Objective

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
    scratch = functools.partial(new_scratch, anchors.tables, lattice.tables)
    for filled in range(boxes - 1, -1, -1):
        runs = anchors.runs(filled)
        columns = anchors.tables, lattice.tables, weights, runs, anchors.card.rerolls, values
        backend.for_each(
            solve_anchors, parts_of_layer(runs), *columns, scratch=scratch, clock=clock
        )
    return values


def parts_of_layer(runs: Runs) -> list[tuple[int, int]]:
    """The anchors of a layer, in parts."""
    return list(parts_of(int(runs.begin[0]), int(runs.begin[-1]), ANCHORS_A_PART))
