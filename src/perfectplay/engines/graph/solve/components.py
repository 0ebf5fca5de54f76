"""The order in which a game is solved: strongly connected components, successors first."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from perfectplay.engines.backends.machine import filled, sweep, zeros
from perfectplay.engines.graph.solve import induction as sweeps
from perfectplay.engines.graph.solve.induction import Column


class ComponentOrder:
    """Positions with all the edges that leave them or a node written in place below them.

    Unit `u` has the edges `first[u]` to `first[u + 1]`; an edge inside the unit has a negative
    target and does not count. Unit 0 is the start, from which all others are reached. `sort` finds
    the `order` and, in `component`, the number of the component in which play can cycle, or -1.

    >>> diamond = ComponentOrder(array("q", [0, 2, 3, 4, 4]), array("i", [1, 2, 3, 3]))
    >>> diamond.sort(), list(diamond.order)
    (0, [3, 1, 2, 0])
    >>> ring = ComponentOrder(array("q", [0, 1, 3, 3]), array("i", [1, 0, 2]))
    >>> ring.sort(), list(ring.order), list(ring.component)
    (1, [2, 1, 0], [0, 0, -1])
    """

    def __init__(self, first: Column, target: Column) -> None:
        self.first = first
        self.target = target
        self.order: array[Any] = zeros("i", len(first) - 1)
        self.component: array[Any] = filled("i", -1, len(first) - 1)

    def sort(self) -> int:
        """Find the order and the components; returns how many of them play can cycle in."""
        count = len(self.order)
        scratch = [zeros("i", count), zeros("i", count), zeros("q", count)]
        scratch += [zeros("i", count), zeros("i", count), zeros("i", count)]
        size = len(self.target)
        columns = (self.first, self.target, self.order, self.component)
        sweep(sweeps.order_components, size, *columns, *scratch)
        return int(sweep(sweeps.number_cyclic, size, *columns))


def shortest_way(starts: list[int], end: int, ways: Callable[[int], list[int]]) -> list[int]:
    """A shortest way from one of several nodes to an end, both included; empty if there is none.

    >>> shortest_way([1], 0, lambda place: [(place + 1) % 4])
    [1, 2, 3, 0]
    """
    came_from = dict.fromkeys(starts, -1)
    queue = list(came_from)
    for place in queue:
        if place == end:
            back = [place]
            while came_from[back[-1]] >= 0:
                back.append(came_from[back[-1]])
            return back[::-1]
        for then in ways(place):
            if then not in came_from:
                came_from[then] = place
                queue.append(then)
    return []
