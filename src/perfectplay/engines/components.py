"""The order in which a game is solved: strongly connected components, successors first."""

from __future__ import annotations

from array import array
from typing import Any

from perfectplay.engines import sweeps
from perfectplay.engines.machine import filled, sweep, zeros
from perfectplay.engines.sweeps import Column


class Units:
    """Positions, each with all the edges that leave it or a node written in place below it.

    Unit `u` has the edges `first[u]` to `first[u + 1]`; an edge inside the unit has a target below
    zero and does not count. Unit 0 is the start, from which all others are reached.

    >>> diamond = Units(array("q", [0, 2, 3, 4, 4]), array("i", [1, 2, 3, 3]))
    >>> diamond.sort(), list(diamond.order)
    ([], [3, 1, 2, 0])
    >>> Units(array("q", [0, 1, 2]), array("i", [1, 0])).sort()
    [0, 1, 0]
    """

    def __init__(self, first: Column, target: Column) -> None:
        self.first = first
        self.target = target
        self.order: array[Any] = zeros("i", len(first) - 1)

    def sort(self) -> list[int]:
        """Find the order; returns a cycle if there is one, as the units along it, else nothing."""
        count = len(self.order)
        component = filled("i", -1, count)
        scratch = [zeros("i", count), zeros("i", count), zeros("q", count)]
        scratch += [zeros("i", count), zeros("i", count)]
        columns = (self.first, self.target, self.order, component, *scratch)
        components = sweep(sweeps.order_components, len(self.target), *columns)
        if components < count:
            return self.cycle(component)
        loop = sweep(sweeps.find_loop, len(self.target), self.first, self.target)
        return [] if loop < 0 else [loop, loop]

    def cycle(self, component: Column) -> list[int]:
        """A shortest cycle through the first unit of a component that has several."""
        sizes: dict[int, int] = {}
        for group in component:
            sizes[group] = sizes.get(group, 0) + 1
        start = next(unit for unit, group in enumerate(component) if sizes[group] > 1)
        came_from = {start: start}
        queue = [start]
        for unit in queue:
            for then in self.target[self.first[unit] : self.first[unit + 1]]:
                if then == start:
                    back = [start, unit]
                    while back[-1] != start:
                        back.append(came_from[back[-1]])
                    return back[::-1]
                if then >= 0 and component[then] == component[start] and then not in came_from:
                    came_from[then] = unit
                    queue.append(then)
        raise AssertionError("a component of several units has no cycle")
