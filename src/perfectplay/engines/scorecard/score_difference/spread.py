"""The distribution of final scores, for play that depends on the score so far.

Probability is pushed forwards from state to state; the reachable states are decided together.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import THREADS, Threads
from perfectplay.engines.scorecard.evaluate.decision_kernels import Policy, new_policy
from perfectplay.engines.scorecard.evaluate.transition_kernels import make_entries, play_turn
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
from perfectplay.engines.scorecard.score_difference.rows import PlyArrays, lead_at, row_of
from perfectplay.engines.scorecard.score_difference.simulation import decide, know
from perfectplay.engines.scorecard.solve.walk import FAST
from perfectplay.request import Progress

NEGLIGIBLE = 1e-18
"""States less likely than this are not followed further."""
STATES_A_PART = 256 * LANES
BYTES = 8


class Spreading(NamedTuple):
    """One worker's decisions, where they are, and the resulting probabilities at the next ply."""

    policy: Policy
    rows: Any
    leads: Any
    masses: Any
    then: Any


def final_chances(
    leads: LeadsInMemory, lead: int, ties: Any, memory: int, progress: Progress | None = None
) -> Any:
    """The probability of each state of the last ply, starting from the first with a lead."""
    top = leads.plies[-1]
    here = np.zeros(top.end - top.first)
    here[lead - int(top.low[0])] = 1
    clock = Clock("following play", leads.count, progress)
    for place in range(len(leads.plies) - 1, 0, -1):
        here = spread_ply(leads, place, here, ties, memory, clock)
    return here


def spread_ply(
    leads: LeadsInMemory,
    place: int,
    here: Any,
    ties: Any,
    memory: int,
    clock: Callable[[int], None],
) -> Any:
    """The probabilities of the states of the next ply, each worker adding up its own share."""
    ply, then = leads.plies[place], leads.plies[place - 1]
    arrays, size = leads.arrays(place), then.end - then.first
    shares: list[Any] = []

    def room() -> Spreading:
        own = np.zeros(size)
        shares.append(own)
        policy = new_policy(arrays.card, arrays.lattice, arrays.rerolls)
        places = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
        return Spreading(policy, *places, np.zeros(LANES), own)

    backend: Threads = dataclasses.replace(
        THREADS,
        cores=max(
            1, min(THREADS.workers, (memory - leads.values.nbytes) // (BYTES * max(size, 1)))
        ),
    )
    parts = parts_of(ply.first, ply.end, STATES_A_PART)
    columns = arrays, leads.values, ties, here, ply.first, then.first
    backend.for_each(spread_states, parts, *columns, scratch=room, clock=clock)
    total = shares.pop()
    for share in shares:
        total += share
    return total


@fast(*FAST)
def spread_states(
    ply: PlyArrays,
    values: Any,
    ties: Any,
    here: Any,
    first_here: int,
    first_then: int,
    spreading: Spreading,
    first: int,
    last: int,
) -> None:
    """Push the probability at some states of a ply to the next; most are never reached."""
    rows, leads, masses = spreading.rows, spreading.leads, spreading.masses
    row, count = row_of(ply, first), 0
    for state in range(first, last):
        while ply.begin[row + 1] <= state:
            row += 1
        mass = here[state - first_here]
        if mass > NEGLIGIBLE:
            rows[count], leads[count], masses[count] = row, lead_at(ply, row, state), mass
            count += 1
        if count == LANES or (state == last - 1 and count):
            push(ply, values, ties, count, first_then, spreading)
            count = 0


def push(
    ply: PlyArrays, values: Any, ties: Any, count: int, first_then: int, spreading: Spreading
) -> None:
    """Add the probability at some states to those that their turns end in."""
    card, policy, then = ply.card, spreading.policy, spreading.then
    rows, leads, masses = spreading.rows, spreading.leads, spreading.masses
    decide(ply, values, ties, rows[:count], leads, policy)
    play_turn(ply.lattice, ply.rerolls, policy)
    make_entries(card, policy)
    figures = len(card.figure_points)
    for lane in range(count):
        know(ply, rows[lane], policy.scratch)
        other = rows[lane] % ply.others
        for entry in range(len(card.entry_points)):
            likely = policy.made[entry * LANES + lane]
            if likely > 0.0:
                place = policy.scratch.after[entry % figures]
                after = place * ply.by_mover + other * ply.by_other
                lead = leads[lane] + card.entry_points[entry] - ply.next_low[after]
                then[ply.next_begin[after] - first_then + lead] += likely * masses[lane]
