"""Backward induction over the layers of a card, from the last box to the first, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from perfectplay.engines import Progress
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import LANES, Lattice
from perfectplay.engines.scorecard.weights import final_values, weights_of
from perfectplay.objectives import Objective

BLOCKS_A_TASK = 8
COMPILING = "preparing machine code (compiled at the first use, then kept)"


def threads() -> int:
    """How many cores this process may use."""
    available = getattr(os, "sched_getaffinity", None)
    return len(available(0)) if available else os.cpu_count() or 1


def solve_card(
    anchors: Anchors,
    lattice: Lattice,
    objective: Objective,
    progress: Progress | None = None,
    cores: int | None = None,
) -> Any:
    """The value of every anchor: of the points still to come."""
    weights = weights_of(anchors, objective)
    if progress:
        progress(COMPILING, 0)
    from perfectplay.engines.scorecard import kernels

    values = np.zeros(anchors.count)
    boxes = len(anchors.card.boxes)
    final = anchors.runs(boxes)
    values[: final.begin[-1]] = np.tile(final_values(anchors, objective), len(final.mask))
    card, tables, rerolls = anchors.tables, lattice.tables, anchors.card.rerolls
    for filled in range(boxes - 1, -1, -1):
        runs = anchors.runs(filled)

        def solve_part(first: int, end: int, runs: Any = runs) -> None:
            kernels.solve_anchors(card, tables, weights, runs, rerolls, first, end, values)

        in_parts(solve_part, runs, cores)
        if progress:
            done = int(runs.begin[-1])
            progress(f"solving, {done / anchors.count:.0%}", done)
    return values


def in_parts(work: Callable[[int, int], None], runs: Any, cores: int | None = None) -> None:
    """Do some work for all anchors of a layer, part by part, on all cores."""
    parts = list(parts_of(int(runs.begin[0]), int(runs.begin[-1]), LANES * BLOCKS_A_TASK))
    pool = ThreadPoolExecutor(cores or threads())
    try:
        for done in [pool.submit(work, *part) for part in parts]:
            done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def parts_of(first: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """A range in parts of a size.

    >>> list(parts_of(0, 5, 2))
    [(0, 2), (2, 4), (4, 5)]
    """
    return ((begin, min(begin + size, end)) for begin in range(first, end, size))
