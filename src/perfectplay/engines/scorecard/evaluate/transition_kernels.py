"""The kernels that compute where play leads, best or given: all ends of a turn, or a random one."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast, inlined
from perfectplay.engines.scorecard.anchors import CardArrays
from perfectplay.engines.scorecard.evaluate.decision_kernels import Layer, Policy, decide
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.solve.walk import FAST


def play_turn(lattice: LatticeArrays, rerolls: int, policy: Policy) -> None:
    """The probability of each final roll, into `policy.final`, for every lane."""
    rolls, size = len(lattice.chance), lattice.up.shape[0]
    level_size = rolls * LANES
    share = 1.0 / lattice.sides
    mass, final = policy.mass, policy.final
    final[:] = 0.0
    for roll in range(rolls):
        mass[roll * LANES : (roll + 1) * LANES] = lattice.chance[roll]
    for back in range(rerolls):
        level = rerolls - 1 - back
        mass[level_size:] = 0.0
        for roll in range(rolls):
            for lane in range(LANES):
                spot = roll * LANES + lane
                keep = np.int64(policy.kept[level * level_size + spot])
                if keep < rolls:
                    final[spot] += mass[spot]
                else:
                    mass[keep * LANES + lane] += mass[spot]
        mass[:level_size] = 0.0
        for step in range(size - rolls):
            node = size - 1 - step
            of = np.uint64(node * LANES)
            for face in range(lattice.sides):
                to = np.uint64(lattice.up[node, face]) * np.uint64(LANES)
                for lane in range(LANES):
                    u = np.uint64(lane)
                    mass[to + u] += share * mass[of + u]
    for spot in range(level_size):
        final[spot] += mass[spot]


def arrive(lattice: LatticeArrays, rerolls: int, policy: Policy, lane: int, likely: Any) -> None:
    """The probability of each roll with each number of rerolls left, in a lane."""
    rolls, size = len(lattice.chance), lattice.up.shape[0]
    mass = policy.mass
    for row in range(rerolls * rolls):
        likely[row] = 0.0
    for roll in range(rolls):
        likely[rerolls * rolls + roll] = lattice.chance[roll]
    for back in range(rerolls):
        left = rerolls - back
        for node in range(size):
            mass[node] = 0.0
        for roll in range(rolls):
            keep = np.int64(policy.kept[((left - 1) * rolls + roll) * LANES + lane])
            here = likely[left * rolls + roll]
            if keep < rolls:
                likely[keep] += here
            else:
                mass[keep] += here
        for step in range(size - rolls):
            node = size - 1 - step
            share = mass[node] / lattice.sides
            for face in range(lattice.sides):
                mass[lattice.up[node, face]] += share
        for roll in range(rolls):
            likely[(left - 1) * rolls + roll] += mass[roll]


def make_entries(card: CardArrays, policy: Policy) -> None:
    """The probability of each entry at the end of a turn, into `policy.made`."""
    made = policy.made
    made[:] = 0.0
    for roll in range(len(card.repeats)):
        for lane in range(LANES):
            spot = roll * LANES + lane
            made[np.int64(policy.placed[spot]) * LANES + lane] += policy.final[spot]


@fast(*FAST)
def make_turns(layer: Layer, made: Any, policy: Policy, first: int, last: int) -> None:
    """The probability of each entry at the end of a turn; a row for each anchor of the layer."""
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        play_block(layer, policy, begin, count)
        for entry in range(len(layer.card.entry_points)):
            for lane in range(count):
                place = begin + lane - layer.runs.begin[0]
                made[place, entry] = policy.made[entry * LANES + lane]


@inlined
def play_block(layer: Layer, policy: Policy, first: int, count: int) -> None:
    """The decisions at some anchors of a layer, and the probability of each resulting entry."""
    decide(layer, policy, first, count)
    play_turn(layer.lattice, layer.rerolls, policy)
    make_entries(layer.card, policy)


def visited(visits: Any, first: int, count: int) -> bool:
    """Whether play reaches any of these anchors."""
    found = False
    for anchor in range(first, first + count):
        found |= visits[anchor] > 0.0
    return found


class TurnTransitions(NamedTuple):
    """The turns of play at some anchors: the points each may bring, and where it leads.

    The turns of an anchor begin at `begin[anchor - first]`; unreachable anchors have none.
    """

    first: int
    begin: Any
    points: Any
    after: Any
    chance: Any


@fast(*FAST)
def list_turns(
    layer: Layer, visits: Any, policy: Policy, first: int, last: int, turns: TurnTransitions
) -> None:
    """The turns at the visited anchors among some of a layer."""
    card, made, after = layer.card, policy.made, policy.scratch.after
    figures, rows, end = len(card.figure_points), len(card.entry_points), 0
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        if visited(visits, begin, count):
            play_block(layer, policy, begin, count)
        for lane in range(count):
            if visits[begin + lane] > 0.0:
                for row in range(rows):
                    if made[row * LANES + lane] > 0.0:
                        turns.points[end] = card.entry_points[row]
                        turns.after[end] = after[row % figures * LANES + lane]
                        turns.chance[end] = made[row * LANES + lane]
                        end += 1
            turns.begin[begin + lane - turns.first + 1] = end


def next_random(state: int) -> tuple[int, int]:
    """The next state of a generator, and a number drawn from it (splitmix64)."""
    state += np.uint64(0x9E3779B97F4A7C15)
    drawn = state
    drawn = (drawn ^ (drawn >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    drawn = (drawn ^ (drawn >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state, drawn ^ (drawn >> np.uint64(31))


def roll_turn(
    lattice: LatticeArrays, rerolls: int, policy: Policy, lane: int, random: int
) -> tuple[int, int]:
    """Roll a turn following the decisions of a lane: the entry it ends with, and the generator."""
    rolls, size = len(lattice.chance), lattice.up.shape[0]
    sides = np.uint64(lattice.sides)
    node, left = size - 1, rerolls
    while True:
        while node >= rolls:
            random, drawn = next_random(random)
            face = (drawn >> np.uint64(32)) * sides >> np.uint64(32)
            node = np.int64(lattice.up[node, face])
        if left == 0:
            break
        left -= 1
        kept = np.int64(policy.kept[(left * rolls + node) * LANES + lane])
        left = 0 if kept == node else left
        node = kept
    return np.int64(policy.placed[node * LANES + lane]), random


@fast(*FAST)
def play_games(
    layer: Layer,
    at: Any,
    games: Any,
    anchor: Any,
    score: Any,
    state: Any,
    policy: Policy,
    first: int,
    last: int,
) -> None:
    """Play one turn of the games that are at some anchors of a layer.

    Games at an anchor are `games[at[anchor]]` to `games[at[anchor + 1]]`, counted from the layer's
    first anchor. Every game has its own generator, so results do not depend on threads.
    """
    card, lattice, rerolls = layer.card, layer.lattice, layer.rerolls
    figures, after = len(card.figure_points), policy.scratch.after
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        place = begin - layer.runs.begin[0]
        if at[place] == at[place + count]:
            continue
        decide(layer, policy, begin, count)
        for lane in range(count):
            for game in games[at[place + lane] : at[place + lane + 1]]:
                entry, state[game] = roll_turn(lattice, rerolls, policy, lane, state[game])
                score[game] += card.entry_points[entry]
                anchor[game] = after[entry % figures * LANES + lane]
