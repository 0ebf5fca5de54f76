"""Backward induction over the plies of play, from the last turn to the first."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from perfectplay.engines.backends import Backend, fast, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import COMPILING, THREADS
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
from perfectplay.engines.scorecard.score_difference.rows import (
    PlyArrays,
    entries,
    follow,
    lead_at,
    row_of,
)
from perfectplay.engines.scorecard.solve.placing import (
    Scratch,
    list_rows,
    new_scratch,
    place_best,
    run_of,
)
from perfectplay.engines.scorecard.solve.walk import FAST, average, keep_best, reroll
from perfectplay.request import Progress

LANES_A_PART = 256 * LANES


def solve_leads(
    leads: LeadsInMemory,
    progress: Progress | None = None,
    *,
    done: int = 0,
    finished: Callable[[int], None] | None = None,
    backend: Backend = THREADS,
) -> None:
    """Fill in the values of all plies that are not done yet.

    `finished` is called with the number of each ply as it is done.
    """
    if progress:
        progress(COMPILING, 0)
    clock = Clock("solving", leads.count, progress, done=leads.plies[max(done, 1) - 1].end)
    for place in range(done, len(leads.plies)):
        if place == 0:
            leads.values[: leads.plies[0].end] = leads.tie
        else:
            solve_ply(leads, place, clock, backend)
        if finished:
            finished(place)


def solve_ply(leads: LeadsInMemory, place: int, clock: Clock, backend: Backend) -> None:
    """Fill in the values of a ply, given those of the next."""
    solve_rows(leads.arrays(place), leads.values, clock, backend)


def solve_rows(arrays: PlyArrays, values: Any, clock: Clock, backend: Backend) -> None:
    """Fill in the values of a ply, or part of one, given those of the next ply."""
    scratch = functools.partial(new_scratch, arrays.card, arrays.lattice, values.dtype)
    parts = parts_of(int(arrays.begin[0]), int(arrays.begin[-1]), LANES_A_PART)
    backend.for_each(solve_lanes, parts, arrays, values, scratch=scratch, clock=clock)


@fast(*FAST)
def solve_lanes(ply: PlyArrays, values: Any, scratch: Scratch, first: int, last: int) -> None:
    """The values of some lanes of a ply, given those of the next ply."""
    lattice, block, mean = ply.lattice, scratch.block, scratch.mean
    rolls = len(lattice.chance)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        fill(ply, values, begin, count, scratch)
        for _ in range(ply.rerolls):
            reroll(block, lattice.up, rolls, lattice.sides)
            keep_best(block, lattice.down, lattice.parents)
        average(block, lattice.chance, mean)
        store(ply, mean, begin, count, values)


def fill(ply: PlyArrays, values: Any, first: int, count: int, scratch: Scratch) -> None:
    """The values of the rolls once rolling is over, for some lanes of a ply."""
    card, known = ply.card, scratch.known
    row = row_of(ply, first)
    column = begin = 0
    while column < count:
        lane = first + column
        if ply.begin[row + 1] <= lane:
            row += 1
            continue
        anchor = ply.movers[row // ply.others]
        if anchor != known[2]:
            run = run_of(ply.runs, anchor)
            mask, flag = ply.runs.mask[run], ply.runs.flag[run]
            if mask != known[0] or flag != known[1]:
                place_best(card, known[0], begin, column - begin, scratch)
                list_rows(card, mask, flag, scratch)
                begin = column
            follow(ply, anchor, run, scratch)
        taken = min(ply.begin[row + 1] - lane, count - column)
        lead = lead_at(ply, row, lane)
        other = row % ply.others
        entries(ply, values, 1.0, other, lead, column, taken, scratch, scratch.value)
        column += taken
    place_best(card, known[0], begin, count - begin, scratch)


def store(ply: PlyArrays, mean: Any, first: int, count: int, values: Any) -> None:
    """Store the values of some lanes; if players alternate, as the other player's chances."""
    if not ply.alternate:
        for column in range(count):
            values[first + column] = mean[column]
        return
    row = row_of(ply, first)
    for column in range(count):
        lane = first + column
        while ply.begin[row + 1] <= lane:
            row += 1
        values[ply.begin[row] + ply.begin[row + 1] - 1 - lane] = 1.0 - mean[column]
