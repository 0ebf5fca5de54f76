"""Backward induction over the steps of play, from the last turn to the first, on all cores."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from perfectplay.engines import Progress
from perfectplay.engines.scorecard.induction import COMPILING, parts_of, threads
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.lead.leads import Leads
from perfectplay.engines.scorecard.size import duration

BLOCKS_A_TASK = 256


def solve_leads(
    leads: Leads,
    progress: Progress | None = None,
    *,
    done: int = 0,
    finished: Callable[[int], None] | None = None,
    cores: int | None = None,
) -> None:
    """Fill in the values of all steps but for those that are done already.

    `finished` is told the number of each step as it is done.
    """
    if progress:
        progress(COMPILING, 0)
    clock = Clock(leads, progress, leads.steps[max(done, 1) - 1].end)
    for place in range(done, len(leads.steps)):
        if place == 0:
            leads.values[: leads.steps[0].end] = leads.tie
        else:
            solve_step(leads, place, clock, cores)
        if finished:
            finished(place)


def solve_step(leads: Leads, place: int, clock: Clock, cores: int | None) -> None:
    """Fill in the values of one step, given those of the next."""
    from perfectplay.engines.scorecard.lead import kernels

    board, step = board_of(leads, place), leads.steps[place]

    def solve_part(first: int, end: int) -> int:
        kernels.solve_lanes(board, first, end, leads.values)
        return end - first

    each_part(solve_part, step.first, step.end, clock, cores)


def each_part(
    work: Callable[[int, int], int],
    first: int,
    end: int,
    clock: Callable[[int], None],
    cores: int | None = None,
) -> None:
    """Do some work for all lanes of a step, part by part, on all cores; a clock is told of each."""
    pool = ThreadPoolExecutor(cores or threads())
    parts = parts_of(first, end, LANES * BLOCKS_A_TASK)
    try:
        for done in [pool.submit(work, *part) for part in parts]:
            clock(done.result())
    finally:
        pool.shutdown(cancel_futures=True)


class Clock:
    """Tells how far a long solve is, and how long it will still take."""

    def __init__(self, leads: Leads, progress: Progress | None, done: int = 0) -> None:
        self.total = leads.count
        self.progress = progress
        self.begun = self.done = done
        self.began = time.monotonic()

    def __call__(self, more: int) -> None:
        """Take note of some states that were solved."""
        self.done += more
        spent = time.monotonic() - self.began
        if self.progress and self.done > self.begun:
            left = spent * (self.total - self.done) / (self.done - self.begun)
            share = self.done / self.total
            self.progress(f"solving, {share:.0%}, {duration(left)} left", self.done)


def board_of(leads: Leads, place: int) -> Any:
    """A step as a kernel is told of it, with the step that comes next."""
    from perfectplay.engines.scorecard.lead.kernels import Board

    anchors, step, then = leads.anchors, leads.steps[place], leads.steps[place - 1]
    alternate = step.played.alternate
    after = then.played.other if alternate else then.played.mover
    place_at = np.full(anchors.count, -1, np.int32)
    place_at[after.anchors] = np.arange(len(after.anchors), dtype=np.int32)
    others = len(then.played.other.anchors)
    return Board(
        card=anchors.tables,
        lattice=leads.lattice.tables,
        rerolls=anchors.card.rerolls,
        runs=anchors.runs(step.played.filled),
        movers=step.played.mover.anchors,
        others=len(step.played.other.anchors),
        low=step.low,
        begin=step.begin,
        place=place_at,
        by_mover=1 if alternate else others,
        by_other=others if alternate else 1,
        next_low=then.low,
        next_begin=then.begin,
        alternate=alternate,
    )
