"""The optimality equations of all states at once, over columns.

Asking the rules again takes longer than solving a large game. So only some positions are checked
against the rules, and all of them against the graph made from the rules, here: with NumPy, and with
nothing that solved the game. In the literature: the Bellman equations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.graph.graph import CHOICE, FINAL
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.solve.terminal_values import terminal_values
from perfectplay.engines.graph.states import Lanes
from perfectplay.solution.verification import TOLERANCE, VerificationError

STEPS_AT_A_TIME = 1 << 20


class Successors(NamedTuple):
    """The successors of some states: for each, a run of steps that starts at `begins`."""

    nodes: Any
    states: Any
    begins: Any
    edge: Any
    """The edge of each step."""
    then: Any
    """The state each step leads to."""


def largest_error(solution: GraphSolution) -> float:
    """The largest difference between a value and what it leads to; refused if not just rounding."""
    lanes, values = solution.lanes, np.asarray(solution.values)
    lower, upper = map(np.asarray, solution.bounds)
    final = np.repeat(np.asarray(lanes.graph.kind) == FINAL, np.diff(lanes.offset))
    ends = np.flatnonzero(final & (np.asarray(lanes.reachable) > 0))
    payoffs = np.asarray(terminal_values(lanes, solution.objective).value)
    wrong = ends[values[ends] != payoffs[ends]]
    refuse(solution, wrong, payoffs[wrong])
    largest = 0.0
    for steps in all_steps(lanes):
        value, found = values[steps.states], one_step(lanes, values, steps)
        error = np.abs(found - value)
        allowed = TOLERANCE * np.maximum(1.0, np.abs(value)) + (upper - lower)[steps.states]
        refuse(solution, steps.states[error > allowed], found[error > allowed])
        largest = max(largest, float(error.max(initial=0.0)))
    return largest


def check_bounds(solution: GraphSolution, side: int) -> None:
    """Refuse upper bounds (side 0) or lower ones (side 1) that do not hold up to rounding.

    A bound fails if what it leads to is worth more to the player it restrains, or if that player
    can wait for ever where that is worth more. `cycles.verify` proves this in fractions.
    """
    lanes, bound = solution.lanes, np.asarray(solution.bounds[1 - side])
    endless = np.asarray(terminal_values(lanes, solution.objective, solution.game.endless).value)
    waits = np.zeros(len(bound), bool)
    for steps in all_steps(lanes):
        here, found = bound[steps.states], one_step(lanes, bound, steps)
        passed = (here - found if side else found - here) > TOLERANCE * np.maximum(1, np.abs(here))
        refuse(solution, steps.states[passed], found[passed])
        forever = endless[steps.states]
        waits[steps.states] = here > forever if side else here < forever
    before = -1
    while before != (before := int(np.count_nonzero(waits))) and before:
        for steps in all_steps(lanes, waits):
            waits[steps.states] = can_stay(lanes, bound, waits, steps, side)
    refuse(solution, np.flatnonzero(waits), endless[waits])


def can_stay(lanes: Lanes, bound: Any, waits: Any, steps: Successors, side: int) -> Any:
    """Whether the player restrained by bounds can go on, without points, to where they wait."""
    graph = lanes.graph
    stays = waits[steps.then] & (np.asarray(graph.points)[steps.edge] == 0)
    value = np.asarray(lanes.points)[steps.edge] + bound[steps.then]
    held = np.repeat(bound[steps.states], np.diff(steps.begins, append=len(value)))
    better = value > held if side == 0 else value < held
    some = np.logical_or.reduceat(stays, steps.begins)
    every = np.logical_and.reduceat(stays, steps.begins)
    whatever_holds = np.logical_and.reduceat(stays | better, steps.begins)
    chooses = np.asarray(graph.kind)[steps.nodes] == CHOICE
    own = np.asarray(graph.player)[steps.nodes] == side
    return np.where(chooses, np.where(own, some, whatever_holds), every)


def one_step(lanes: Lanes, values: Any, steps: Successors) -> Any:
    """The values of states given those they lead to: the best of them, or their mean."""
    graph = lanes.graph
    value = np.asarray(lanes.points)[steps.edge] + values[steps.then]
    mean = np.add.reduceat(np.asarray(graph.probability)[steps.edge] * value, steps.begins)
    most = np.maximum.reduceat(value, steps.begins)
    least = np.minimum.reduceat(value, steps.begins)
    best = np.where(np.asarray(graph.player)[steps.nodes] == 0, most, least)
    return np.where(np.asarray(graph.kind)[steps.nodes] == CHOICE, best, mean)


def all_steps(lanes: Lanes, among: Any = None) -> Iterator[Successors]:
    """The successors of all possible states, or of those `among` them, a batch at a time."""
    graph = lanes.graph
    first, offset, reach, reachable = (
        np.asarray(column) for column in (graph.first, lanes.offset, lanes.reach, lanes.reachable)
    )
    reachable = reachable > 0 if among is None else among
    ends = np.cumsum(np.diff(first) * np.diff(offset))
    cuts = np.searchsorted(ends, np.arange(0, ends[-1], STEPS_AT_A_TIME), side="right")
    for begin, end in pairwise([*cuts.tolist(), graph.nodes]):
        nodes = np.repeat(np.arange(begin, end), np.diff(offset[begin : end + 1]))
        states = np.arange(offset[begin], offset[end])
        follows = (first[nodes + 1] > first[nodes]) & reachable[states]
        nodes, states = nodes[follows], states[follows]
        if not len(nodes):
            continue
        count = first[nodes + 1] - first[nodes]
        begins = np.cumsum(count) - count
        edge = np.repeat(first[nodes] - begins, count) + np.arange(count.sum())
        then = reach[edge] + np.repeat(states - offset[nodes], count)
        yield Successors(nodes, states, begins, edge, then)


def refuse(solution: GraphSolution, states: Any, found: Any) -> None:
    """Refuse a solution that is wrong in some states, naming the first."""
    for state, right in zip(states[:1].tolist(), found, strict=False):
        where = solution.game.text(solution.names.position(solution.lanes.node(state)))
        raise VerificationError(
            f"the value at {where} is {solution.values[state]}; it should be {right}"
        )
