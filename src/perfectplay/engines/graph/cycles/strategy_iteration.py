"""Strategy iteration: fix everybody's choices, solve the rest, improve the choices.

With choices fixed, a Markov chain with linear equations remains. Then the players improve their
choices, until nobody can. A player who cannot improve a single step also looks for a set of nodes
in which to stay for ever. If endless play keeps scoring, that is reported.

In the literature: policy iteration (Howard), strategy iteration for two players (Hoffman and Karp).
The result need not be trusted: `bounds` proves it.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.backends import inlined
from perfectplay.engines.graph.cycles.chain import evaluate
from perfectplay.engines.graph.cycles.component import (
    BOTH,
    FINE,
    FULL,
    GROWS,
    PIT,
    UNDEFINED,
    Component,
    Scratch,
    lead_out,
)
from perfectplay.engines.graph.cycles.endless import (
    come_to_rest,
    goes_nowhere,
    mark_worse,
    settle,
    settle_tied,
    stall,
    stay_put,
)
from perfectplay.engines.graph.solve.induction import Column

ITERATIONS = 2_000
"""The most iterations; a few are typical."""
QUICK_ITERATIONS = 30
LOOKS = 10
"""The most sweeps in which players look ahead between two solutions of the equations."""
SLACK = 16
"""By how many roundings an option must be better to count as better."""


def solve_component(
    component: Component,
    size: int,
    known: bool,
    forever: Any,
    grain: float,
    scratch: Scratch,
    value: Column,
) -> int:
    """Values and choices of all nodes of a component, from choices whose values may be `known`.

    First, both players improve at once, which is fast and nearly always right. If that fails, one
    of them (the one to whom the component's points are bad, if it has points) gives the best answer
    to each choice of the other, who improves on that: this never fails to get better.
    """
    (first, target, _, points, who) = component
    (choice, mark, _, _, _, _) = scratch
    moves_first = False
    moves_second = False
    up = False
    down = False
    for node in range(size):
        moves_first = moves_first or who[node] == 0
        moves_second = moves_second or who[node] == 1
        for edge in range(first[node], first[node + 1]):
            if target[edge] >= 0:
                up = up or points[edge] > 0
                down = down or points[edge] < 0
    both = moves_first and moves_second
    answers = 0 if moves_first and not (both and up and not down) else 1
    status = FINE
    attempts = 0
    for _ in range(ITERATIONS):
        status = respond(component, size, answers, known, forever, grain, scratch, value)
        known = False
        if status == FULL:
            return FULL
        if status != FINE:
            attempts += 1
            if not both or attempts == 3 or (status == PIT and not (up and down)):
                break
            answers = answers if attempts == 1 else 1 - answers
            start_out(component, size, choice, mark)
        elif improve(component, size, 1 - answers, grain, choice, value) == 0:
            mark_worse(size, 1 - answers, forever, grain, value, mark)
            if stall(component, size, 1 - answers, grain, value, mark) == 0:
                break
            settle_tied(component, size, 1 - answers, grain, choice, value, mark)
    if status == FINE and (up or down):
        for mover in range(2):
            if goes_nowhere(component, size, mover, grain, scratch, value):
                return UNDEFINED
    return status


def improve_both(
    component: Component, size: int, forever: Any, grain: float, scratch: Scratch, value: Column
) -> bool:
    """Let both players improve at once, starting from choices by which play leaves quickly.

    Returns whether that ended, with the values of the final choices.
    """
    (choice, mark, _, _, _, _) = scratch
    start_out(component, size, choice, mark)
    for _ in range(QUICK_ITERATIONS):
        if evaluate(component, size, forever, grain, 0.0, False, scratch, value) != FINE:
            start_out(component, size, choice, mark)
            return False
        if improve(component, size, BOTH, grain, choice, value) == 0:
            return True
        look_ahead(component, size, grain, choice, value)
    return False


def respond(
    component: Component,
    size: int,
    mover: int,
    known: bool,
    forever: Any,
    grain: float,
    scratch: Scratch,
    value: Column,
) -> int:
    """A player's best response to the other's choices, and its values.

    If `known`, the values of the current choices have been computed already.
    """
    (choice, mark, _, _, _, _) = scratch
    again = known
    looking = True
    for _ in range(ITERATIONS):
        if not again:
            status = evaluate(component, size, forever, grain, 0.0, False, scratch, value)
            if status == FULL:
                return FULL
            if status != FINE and looking:
                looking = False
                come_to_rest(component, size, mover, scratch)
                continue
            if status != FINE:
                return GROWS if known else PIT
        again = False
        looking = False
        known = True
        if improve(component, size, mover, grain, choice, value) == 0:
            mark_worse(size, mover, forever, grain, value, mark)
            if stay_put(component, size, mover, choice, mark) == 0:
                return FINE
            settle(component, size, mover, choice, mark)
    return FINE


def look_ahead(
    component: Component, size: int, grain: float, choice: Column, value: Column
) -> None:
    """Let both players look ahead and improve for as long as that changes their choices.

    A step is much cheaper than solving the equations. In the literature: modified policy iteration.
    """
    (first, target, probability, points, who) = component
    for _ in range(LOOKS):
        switched = False
        for node in range(size):
            if who[node] >= 0:
                taken = choice[node]
                value[node] = take_best(component, node, grain, choice, value)
                switched = switched or choice[node] != taken
                continue
            mean = 0 * probability[0]
            for edge in range(first[node], first[node + 1]):
                backup = points[edge]
                if target[edge] >= 0:
                    backup += value[target[edge]]
                mean += probability[edge] * backup
            value[node] = mean
        if not switched:
            break


def improve(
    component: Component, size: int, mover: int, grain: float, choice: Column, value: Column
) -> int:
    """Let a player, or both, switch to a better option wherever there is one; returns where."""
    (_, _, _, _, who) = component
    switched = 0
    for node in range(size):
        if who[node] < 0 or (mover != BOTH and who[node] != mover):
            continue
        taken = choice[node]
        take_best(component, node, grain, choice, value)
        if choice[node] != taken:
            switched += 1
    return switched


@inlined
def take_best(component: Component, node: int, grain: float, choice: Column, value: Column) -> Any:
    """Let a player switch to a better option at a node if there is one; returns its value."""
    (first, target, _, points, who) = component
    sign = 1 - 2 * who[node]
    taken = choice[node]
    best = points[taken]
    if target[taken] >= 0:
        best += value[target[taken]]
    for edge in range(first[node], first[node + 1]):
        backup = points[edge]
        if target[edge] >= 0:
            backup += value[target[edge]]
        if sign * (backup - best) > SLACK * grain * (abs(backup) + abs(best)):
            best = backup
            choice[node] = edge
    return best


def start_out(component: Component, size: int, choice: Column, mark: Column) -> None:
    """Choices by which play leaves the component as quickly as possible."""
    (first, _, _, _, _) = component
    for node in range(size):
        mark[node] = 0
        choice[node] = first[node]
    lead_out(component, size, BOTH, choice, mark)
