"""The kernels that compute the value of play, best or given, and what given play loses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.evaluate.decision_kernels import Layer, Policy, decide
from perfectplay.engines.scorecard.evaluate.rule_tables import RuleSteps
from perfectplay.engines.scorecard.evaluate.transition_kernels import arrive, visited
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.solve.walk import FAST, average, copy, reroll


@fast(*FAST)
def follow_anchors(layer: Layer, policy: Policy, first: int, last: int) -> None:
    """The values of some anchors of a layer under given play, given those of later layers."""
    lattice, scratch, rolls = layer.lattice, policy.scratch, len(layer.lattice.chance)
    block, level_size = scratch.block, rolls * LANES
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        decide(layer, policy, begin, count)
        rate_rolls(lattice, layer.rerolls, policy)
        copy(policy.rolls, layer.rerolls * level_size, level_size, block, 0)
        average(block, lattice.chance, scratch.mean)
        copy(scratch.mean, 0, count, layer.values, begin)


def rate_policy(
    steps: RuleSteps | None, lattice: LatticeArrays, rerolls: int, policy: Policy
) -> None:
    """The values of rolls under given play; for best play they are already known."""
    if steps is not None:
        rate_rolls(lattice, rerolls, policy)


def rate_rolls(lattice: LatticeArrays, rerolls: int, policy: Policy) -> None:
    """The values of rolls under the decisions made, from the values of entries."""
    block, rolls = policy.scratch.block, len(lattice.chance)
    level_size = rolls * LANES
    take(policy.scratch.value, policy.placed, 0, rolls, policy.rolls, 0)
    copy(policy.rolls, 0, level_size, block, 0)
    for level in range(rerolls):
        reroll(block, lattice.up, rolls, lattice.sides)
        copy(policy.rolls, 0, level_size, block, 0)  # keeping all dice ends the rolling
        to = (level + 1) * level_size
        take(block, policy.kept, level * level_size, rolls, policy.rolls, to)
        copy(policy.rolls, to, level_size, block, 0)


def take(rows: Any, chosen: Any, first: int, count: int, into: Any, to: int) -> None:
    """For each row, the value chosen in each lane; fast if it is the same choice in all of them."""
    for row in range(count):
        of = np.uint64(first + row * LANES)
        end = np.uint64(to + row * LANES)
        one = chosen[of]
        same = True
        for lane in range(LANES):
            same &= chosen[of + np.uint64(lane)] == one
        if same:
            begin = np.uint64(one) * np.uint64(LANES)
            for lane in range(LANES):
                into[end + np.uint64(lane)] = rows[begin + np.uint64(lane)]
        else:
            for lane in range(LANES):
                u = np.uint64(lane)
                into[end + u] = rows[np.uint64(chosen[of + u]) * np.uint64(LANES) + u]


@fast(*FAST)
def rate_keeps(layer: Layer, policy: Policy, first: int, count: int, value: Any) -> None:
    """The values of all keeps at some anchors: a row of blocks for each number of rerolls left.

    For best or given play; the values of rolls are in `policy.rolls`.
    """
    decide(layer, policy, first, count)
    rate_policy(layer.steps, layer.lattice, layer.rerolls, policy)
    reroll_all(layer.lattice, layer.rerolls, policy, value)


def reroll_all(lattice: LatticeArrays, rerolls: int, policy: Policy, value: Any) -> None:
    """The values of all keeps that are rerolled, from the values of rolls."""
    block, rolls = policy.scratch.block, len(lattice.chance)
    level_size = rolls * LANES
    for level in range(rerolls):
        copy(policy.rolls, level * level_size, level_size, block, 0)
        reroll(block, lattice.up, rolls, lattice.sides)
        copy(block, 0, len(block), value[level], 0)


class BestAndGiven(NamedTuple):
    """One worker's decisions by best play, and by given play."""

    best: Policy
    given: Policy
    likely: Any
    """The probability of each roll, by rerolls left."""
    rated: Any
    """The values of keeps, by rerolls left."""


@fast(*FAST)
def count_losses(
    best: Layer, given: Layer, visits: Any, both: BestAndGiven, first: int, last: int, lost: Any
) -> None:
    """How often given play makes each decision, and its cost under best play from there on.

    `lost` has a row for each line; for each number of rerolls and roll, frequency and cost.
    """
    lattice, rolls, rerolls = best.lattice, len(best.lattice.chance), best.rerolls
    value, likely, rated = both.best.scratch.value, both.likely, both.rated
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        if not visited(visits, begin, count):
            continue
        decide(best, both.best, begin, count)
        decide(given, both.given, begin, count)
        reroll_all(lattice, rerolls, both.best, rated)
        for lane in range(count):
            often = visits[begin + lane]
            if often == 0.0:
                continue
            arrive(lattice, rerolls, both.given, lane, likely)
            for row in range((rerolls + 1) * rolls):
                if likely[row] == 0.0:
                    continue
                left, roll = row // rolls, row % rolls
                top, stop = (
                    both.best.rolls[row * LANES + lane],
                    both.best.rolls[roll * LANES + lane],
                )
                taken = stop
                if left == 0:
                    taken = value[np.int64(both.given.placed[roll * LANES + lane]) * LANES + lane]
                else:
                    keep = np.int64(both.given.kept[(row - rolls) * LANES + lane])
                    if keep >= rolls:
                        taken = rated[left - 1, keep * LANES + lane]
                line = both.given.line[row * LANES + lane]
                lost[line, row, 0] += often * likely[row]
                lost[line, row, 1] += often * likely[row] * (top - taken)
