"""How often each node of a component occurs in play, with all choices made.

In the literature: the fundamental matrix of an absorbing Markov chain.
"""

from __future__ import annotations

from perfectplay.engines.graph.cycles.component import (
    FINE,
    FULL,
    LOOSE,
    NOBODY,
    Component,
    Scratch,
    lead_out,
    open_edges,
    there_and_back,
)
from perfectplay.engines.graph.cycles.elimination import STUCK, eliminate, lay_out, solve_visits
from perfectplay.engines.graph.solve.induction import Column


def count_visits(
    component: Component,
    size: int,
    endless: float,
    grain: float,
    scratch: Scratch,
    visits: Column,
    caught: Column,
) -> int:
    """How often each node occurs; initially, `visits` holds how often play enters there.

    `caught` receives the probability that play enters, at each node, a set it never leaves; its
    nodes occur `endless` times. LOOSE, if play cycles too long to be counted in floats.
    """
    (_, target, probability, _, _) = component
    (choice, mark, still, _, _, grid) = scratch
    for node in range(size):
        mark[node] = 0
    lead_out(component, size, NOBODY, choice, mark)
    for node in range(size):
        still[node] = 1 - mark[node]
        caught[node] = 0 * probability[0]
        if still[node]:
            caught[node] += visits[node]
            visits[node] = 0 * probability[0]
    if not lay_out(component, size, grain, scratch) or not eliminate(grid, grain):
        return FULL
    settled = solve_visits(grid, grain, visits)
    for node in range(size):
        for edge in open_edges(component, node, NOBODY, choice):
            then = target[edge]
            if then >= 0 and still[then] and not still[node]:
                caught[then] += visits[node] * probability[edge]
    spread(component, size, endless, scratch, visits, caught)
    return FINE if settled and grid.count[STUCK] == 0 else LOOSE


def spread(
    component: Component,
    size: int,
    endless: float,
    scratch: Scratch,
    visits: Column,
    caught: Column,
) -> None:
    """Mark all nodes play keeps returning to once it is caught."""
    (_, target, _, _, _) = component
    (choice, mark, _, _, _, _) = scratch
    moved = True
    turn = 0
    while moved:
        moved = False
        turn += 1
        for node in there_and_back(size, turn):
            if mark[node] or (caught[node] == 0 and visits[node] == 0):
                continue
            if visits[node] == 0:
                visits[node] = endless
                moved = True
            for edge in open_edges(component, node, NOBODY, choice):
                if visits[target[edge]] == 0:
                    visits[target[edge]] = endless
                    moved = True
