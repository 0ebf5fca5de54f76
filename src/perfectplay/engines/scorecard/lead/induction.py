"""Backward induction over the steps of play, from the last turn to the first."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from perfectplay.engines.backends import Backend, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import COMPILING, THREADS
from perfectplay.engines.graph.explore import Progress
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.lead.kernels import Board, solve_lanes
from perfectplay.engines.scorecard.lead.leads import Leads
from perfectplay.engines.scorecard.placing import new_scratch

LANES_A_PART = 256 * LANES


def solve_leads(
    leads: Leads,
    progress: Progress | None = None,
    *,
    done: int = 0,
    finished: Callable[[int], None] | None = None,
    backend: Backend = THREADS,
) -> None:
    """Fill in the values of all steps but for those that are done already.

    `finished` is told the number of each step as it is done.
    """
    if progress:
        progress(COMPILING, 0)
    clock = Clock("solving", leads.count, progress, done=leads.steps[max(done, 1) - 1].end)
    for place in range(done, len(leads.steps)):
        if place == 0:
            leads.values[: leads.steps[0].end] = leads.tie
        else:
            solve_step(leads, place, clock, backend)
        if finished:
            finished(place)


def solve_step(leads: Leads, place: int, clock: Clock, backend: Backend) -> None:
    """Fill in the values of one step, given those of the next."""
    board, step = board_of(leads, place), leads.steps[place]
    scratch = functools.partial(new_scratch, board.card, board.lattice, leads.values.dtype)
    parts = parts_of(step.first, step.end, LANES_A_PART)
    backend.for_each(solve_lanes, parts, board, leads.values, scratch=scratch, clock=clock)


def board_of(leads: Leads, place: int) -> Board:
    """A step as a kernel is told of it, with the step that comes next."""
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
