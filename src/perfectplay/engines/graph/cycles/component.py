"""A component by itself: its edges, who chooses, and how play leaves it.

The sweeps of backward induction go through a graph once, successors first. The nodes of a strongly
connected component have no such order, so their values are computed together. For that, a component
becomes a `component`: its nodes are numbered from 0, node `i` has the edges `first[i]` to `first[i
+ 1]`, and `who[i]` chooses among them: player 0, player 1 or chance, which is -1. Edge `e` earns
`points[e]` and leads to `target[e]`, or out of the component if that is -1; then its points include
the value of what lies beyond. As elsewhere, the code runs as plain Python, on exact fractions too,
and can be compiled. `grain` is the rounding of a float, 2 ** -53, and 0 for exact numbers.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.backends import inlined
from perfectplay.engines.graph.solve.induction import Column

Component = Any
"""The columns `first`, `target`, `probability`, `points` and `who` of a component."""
Scratch = Any
"""Working memory: a component's `choice` (the edge each node takes), the marks `mark` and `still`
of nodes and `tied` of edges, the `rounding` of nodes, and the `grid` of the chain's equations."""

NOBODY, BOTH = -1, 2
"""Who is free to choose, other than player 0 alone or player 1 alone."""

FINE, PIT, GROWS, UNDEFINED, LOOSE, FULL = 0, 1, 2, 3, 4, 5
"""How solving a component ends: well; a player is trapped where points are scored for ever; a
player can score for ever; endless play scores up and down without net effect; no bounds hold; the
grid is too small for the equations."""


@inlined
def open_edges(component: Component, node: int, free: int, choice: Column) -> range:
    """The edges play may follow from a node: only one if its player is not free to choose."""
    (first, _, _, _, who) = component
    if who[node] >= 0 and free != BOTH and free != who[node]:
        return range(choice[node], choice[node] + 1)
    return range(first[node], first[node + 1])


def there_and_back(size: int, turn: int) -> range:
    """All nodes of a component; in every other turn, the last first.

    Information spreads far in a sweep in one direction, and only one step in the other.
    """
    return range(0, size, 1) if turn % 2 == 0 else range(size - 1, -1, -1)


def lead_out(component: Component, size: int, free: int, choice: Column, mark: Column) -> int:
    """Mark the nodes from which play can leave the component, or reach a node marked before.

    The free players take the first edge on such a way, the others keep their choice. Returns the
    number of unmarked nodes. In the literature: the attractor of the exits.
    """
    (_, target, _, _, _) = component
    left = size
    before = size + 1
    turn = 0
    while 0 < left < before:
        before = left
        left = 0
        turn += 1
        for node in there_and_back(size, turn):
            if mark[node]:
                continue
            for edge in open_edges(component, node, free, choice):
                if target[edge] < 0 or mark[target[edge]]:
                    mark[node] = 1
                    choice[node] = edge
                    break
            if not mark[node]:
                left += 1
    return left
