"""A component with all choices made: a Markov chain, and its values."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.backends import inlined
from perfectplay.engines.graph.cycles.component import (
    FINE,
    FULL,
    NOBODY,
    PIT,
    Component,
    Scratch,
    open_edges,
)
from perfectplay.engines.graph.cycles.elimination import EARLY, eliminate, lay_out, solve_values
from perfectplay.engines.graph.cycles.endless import come_to_rest
from perfectplay.engines.graph.solve.induction import Column


def evaluate(
    component: Component,
    size: int,
    forever: Any,
    grain: float,
    slack: float,
    known: bool,
    scratch: Scratch,
    value: Column,
) -> int:
    """The values of all nodes under the current choices: policy evaluation.

    Nodes among which play stays for ever without scoring are worth `forever`. From all others it
    must be possible to leave; if not, nothing is written: PIT. With `slack`, each node gets that
    multiple of its measured rounding on top, as bounds require. The chain is `known` if it is that
    of the previous evaluation, and only points have changed.
    """
    (_, _, _, _, _, grid) = scratch
    if not known:
        if come_to_rest(component, size, NOBODY, scratch) > 0:
            return PIT
        if not lay_out(component, size, grain, scratch) or not eliminate(grid, grain):
            return FULL
    gather(component, size, forever, slack, scratch, value)
    solve_values(grid, grain, value)
    if slack != 0:
        look_back(component, slack, scratch, value)
    return FINE


def gather(
    component: Component, size: int, forever: Any, slack: float, scratch: Scratch, value: Column
) -> None:
    """The gain of each node before play reaches the next one."""
    (_, target, probability, points, _) = component
    (choice, _, still, _, rounding, _) = scratch
    for node in range(size):
        if still[node]:
            value[node] = forever
            continue
        total = 0 * probability[0]
        for edge in open_edges(component, node, NOBODY, choice):
            backup = points[edge]
            if target[edge] >= 0 and still[target[edge]]:
                backup += forever
            total += probability[edge] * backup
        if slack != 0:
            total += slack * rounding[node]
        value[node] = total


def look_back(component: Component, slack: float, scratch: Scratch, value: Column) -> None:
    """Give the nodes that were eliminated early the mean of what they lead to, and some slack.

    This rounds less often than the combined edges would, so bounds hold at once.
    """
    (_, target, probability, points, _) = component
    (choice, _, _, _, rounding, grid) = scratch
    for place in range(grid.count[EARLY]):
        node = grid.order[place]
        total = 0 * probability[0]
        moves = 0 * probability[0]
        again = False
        for edge in open_edges(component, node, NOBODY, choice):
            backup = points[edge]
            if target[edge] == node:
                again = True
            else:
                moves += probability[edge]
                if target[edge] >= 0:
                    backup += value[target[edge]]
            total += probability[edge] * backup
        total += slack * rounding[node]
        value[node] = total / moves if again else total


def measure(component: Component, size: int, grain: float, scratch: Scratch, value: Column) -> None:
    """How far each node may be off by rounding, given its choice."""
    (choice, _, _, _, rounding, _) = scratch
    for node in range(size):
        rounding[node] = may_be_off(component, node, grain, choice, value)


@inlined
def may_be_off(component: Component, node: int, grain: float, choice: Column, value: Column) -> Any:
    """How far rounding may affect what a node leads to, as the bounds count it."""
    (_, target, probability, points, who) = component
    base = 0 * probability[0]
    spread = 0 * probability[0]
    scored = 0 * probability[0]
    count = 0
    for edge in open_edges(component, node, NOBODY, choice):
        backup = points[edge]
        if target[edge] >= 0:
            backup += value[target[edge]]
            if points[edge] != 0:
                scored += probability[edge] * 2 * (abs(backup) + abs(points[edge]))
        if count == 0:
            base = backup
        spread += probability[edge] * abs(backup - base)
        count += 1
    if who[node] < 0:
        scored += (count + 4) * spread + 2 * (abs(base) + spread)
    return grain * scored
