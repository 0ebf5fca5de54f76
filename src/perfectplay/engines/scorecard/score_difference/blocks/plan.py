"""Estimate a solve in blocks, at a speed that is measured here."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence

import numpy as np

from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import Threads
from perfectplay.engines.plan import Plan, PlanStep
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.blocks.partition import Partition, PlyBlock
from perfectplay.engines.scorecard.score_difference.blocks.size import (
    memory_for,
    partition_to_fit,
    states_of,
)
from perfectplay.engines.scorecard.score_difference.induction import solve_rows
from perfectplay.engines.scorecard.score_difference.leads import MOST_PAIRS, dtype_for, ply_arrays
from perfectplay.engines.scorecard.score_difference.plies import Ply

PLAYERS = "first", "second"
TRIED = 24
"""The size of the block on which the speed is measured: this many cards by this many."""
SECONDS = 1.0
"""The least time for which it is measured."""


def plan_of(anchors: Anchors, lattice: Lattice, turns: Sequence[Ply], memory_limit: int) -> Plan:
    """The plan for some turns, with blocks that fit into a memory limit."""
    plies = turns[::-1]
    states = states_of(plies)
    partition = partition_to_fit(anchors, plies, states, memory_limit)
    size = dtype_for(sum(states))().itemsize
    return Plan(
        [step_of(partition, place, states, size) for place in range(len(plies))],
        counted=sum(ply.pairs for ply in plies) <= MOST_PAIRS,
        memory=round(memory_for(partition, states)),
        rate=states_a_second(anchors, lattice, plies, states),
    )


def step_of(partition: Partition, place: int, states: Sequence[int], size: int) -> PlanStep:
    """What it takes to solve a ply."""
    ply, (movers, others) = partition.plies[place], partition.shape(place)
    pairs = 0
    for mover in range(movers):
        needs = partition.needs(PlyBlock(place, mover, 0))
        role = 2 if ply.alternate else 1
        bounds = [partition.bounds(need.place, role - 1, need[role]) for need in needs]
        pairs += sum(end - begin for begin, end in bounds) * len(ply.other.anchors)
    a_row = size * states[place - 1] / partition.plies[place - 1].pairs if place else 0.0
    who = f"{PLAYERS[ply.player]} player, " if ply.alternate else ""
    name = f"{who}{ply.filled} filled"
    return PlanStep(
        name, states[place], movers * others, size * states[place], round(pairs * a_row)
    )


def states_a_second(
    anchors: Anchors, lattice: Lattice, plies: Sequence[Ply], states: Sequence[int]
) -> float:
    """The number of states one core solves in a second, measured on a block of the largest ply.

    The values it reads are made up. Time the core spends on other programs does not count.
    """
    partition = Partition(anchors, plies, TRIED)
    place = max(range(1, len(plies)), key=lambda place: states[place])
    movers, others = partition.shape(place)
    block = PlyBlock(place, movers // 2, others // 2)
    panel = partition.panel(block)
    part = dataclasses.replace(partition.ply(block), first=panel.end)
    values = np.random.default_rng().random(part.end, dtype_for(sum(states)))
    arrays = ply_arrays(anchors, lattice, part, panel)

    def run() -> None:
        solve_rows(arrays, values, Clock("", 0, None), Threads(1))

    run()  # so that compilation is not measured
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        run()
        done += part.end - part.first
    return done / spent
