"""Proved bounds: numbers that the value of a state cannot exceed, or fall below.

Hold the second player's choices fixed, and let the first player do anything. If a number U at each
node is at least the best (or the mean) of what the node leads to, then U never rises on average as
play goes on, so play that ends is worth at most U. Play that never ends is worth at most U as well,
provided that U is at least `forever` wherever the first player can stay without scoring, and
strictly above what follows wherever points are scored: then scoring for ever would lose without
end. So the second player can hold the first to U, and the value is at most U. Exchanging the
players gives the lower bound.

How U was found does not matter, so floats may find it. Their rounding matters in the proof: what a
node leads to is rounded away from the value, by more than the possible error. The probabilities are
those of the game, each rounded once. That they add up to one is used for means: a mean never lies
beyond the best outcome, and rounding affects how far the outcomes are apart, not their size.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.backends import inlined
from perfectplay.engines.graph.cycles.chain import evaluate, measure
from perfectplay.engines.graph.cycles.component import FINE, FULL, LOOSE, Component, Scratch
from perfectplay.engines.graph.cycles.endless import stay_put
from perfectplay.engines.graph.cycles.proper import get_on, mark_ties
from perfectplay.engines.graph.cycles.strategy_iteration import SLACK
from perfectplay.engines.graph.solve.induction import Column

STALLED = 5
PUSHES = 100
"""The most sweeps spent on pushing a bound out until it holds."""
SPARE = 1.5
"""The extra slack of a node at first, as a multiple of its rounding."""
TRIES = 6
"""How often the slack is enlarged if the bound does not hold."""


def prove_component(
    component: Component,
    size: int,
    side: int,
    forever: Any,
    grain: float,
    scratch: Scratch,
    value: Column,
    bound: Column,
) -> int:
    """Upper bounds (side 0) or lower bounds (side 1) of a component's nodes.

    The first guess solves the equations of the current choices, with some slack.
    The chain is that of the previous evaluation, unless other choices have to be made.
    """
    (choice, mark, _, tied, _, _) = scratch
    slack = SPARE * (1 - 2 * side)
    final = False
    known = True
    for _ in range(TRIES):
        status = evaluate(component, size, forever, grain, slack, known, scratch, bound)
        if status == FULL:
            return FULL
        status = hold(component, size, side, forever, grain, final, choice, bound, mark)
        if status == FINE:
            return FINE
        if status == STALLED:
            mark_ties(component, size, SLACK * grain, value, tied)
            get_on(component, size, 1 - side, scratch)
            measure(component, size, grain, scratch, value)
            final = True
        else:
            slack *= 8.0
        known = False
    return LOOSE


def hold(
    component: Component,
    size: int,
    side: int,
    forever: Any,
    grain: float,
    final: bool,
    choice: Column,
    bound: Column,
    mark: Column,
) -> int:
    """Push the bounds of a component out until they hold; LOOSE if they do not settle.

    Where a player could stay for ever and do better than the bound, the other player's choices may
    be to blame: STALLED. If these are `final`, the bound becomes the value of endless play.
    """
    sign = 1 - 2 * side
    for _ in range(PUSHES):
        pushed = 0
        for node in range(size):
            value = bellman_backup(component, node, 0, side, True, grain, choice, bound)
            if sign * (value - bound[node]) > 0:
                bound[node] = value
                pushed += 1
        if pushed > 0:
            continue
        for node in range(size):
            mark[node] = sign * (forever - bound[node]) > 0
        if stay_put(component, size, side, choice, mark) == 0:
            return FINE
        if not final:
            return STALLED
        for node in range(size):
            if mark[node]:
                bound[node] = forever
    return LOOSE


@inlined
def bellman_backup(
    component: Component,
    node: int,
    lane: int,
    side: int,
    made: bool,
    grain: float,
    choice: Column,
    bound: Column,
) -> Any:
    """What a node leads to by the bounds, rounded up for player 0's side and down for player 1's.

    If the other player's choices are `made`, they are followed; otherwise that player does best,
    too. Edges lead to a `lane` of their target.
    """
    (first, target, probability, points, who) = component
    sign = 1 - 2 * side
    start = first[node]
    stop = first[node + 1]
    if made and who[node] == 1 - side:
        start = choice[node]
        stop = start + 1
    base = 0 * probability[start]
    more = 0 * probability[start]
    spread = 0 * probability[start]
    best = 0 * probability[start]
    worst = 0 * probability[start]
    for edge in range(start, stop):
        value = points[edge]
        if target[edge] >= 0:
            value += bound[target[edge] + lane]
            if points[edge] != 0:
                value += sign * 2 * grain * (abs(value) + abs(points[edge]))
        if edge == start:
            base = value
        if edge == start or sign * (value - best) > 0:
            best = value
        if edge == start or sign * (value - worst) < 0:
            worst = value
        more += probability[edge] * (value - base)
        spread += probability[edge] * abs(value - base)
    if who[node] < 0:
        total = base + more
        total += sign * grain * ((stop - start + 4) * spread + 2 * abs(total))
        return total if sign * (best - total) > 0 else best
    return best if who[node] == side else worst
