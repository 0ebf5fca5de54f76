"""A game as a graph of flat columns, ordered so that successors come first, and solved backwards.

This is the engine for any game. `explore` (in `explore.py`) makes the graph from the rules,
`track` (in `track.py`) gives its nodes the running score where an objective needs it, and the
sweeps do the rest: order, then one pass backwards for the values, one forwards for the visits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence
from typing import Any

from perfectplay.engines import sweeps
from perfectplay.engines.machine import copy, filled, sweep, zeros
from perfectplay.engines.sweeps import CHANCE, CHOICE, FINAL, Column
from perfectplay.model.nodes import Inline

__all__ = ["CHANCE", "CHOICE", "FINAL", "RELATIVE_TIE", "Column", "Graph", "Names", "Solved"]

RELATIVE_TIE = 1e-9
"""Options closer than this, relative to the larger, are equally good."""
ABSOLUTE_TIE = 1e-12
"""So are options closer than this, relative to the largest value in the game: where values cancel,
what is left below it is rounding."""


@dataclasses.dataclass
class Graph:
    """Positions as nodes, options and outcomes as edges; `sweeps` tells the layout.

    An option's probability is 1, for it may be taken. The numbers are floats in arrays, or exact
    ones in lists. `order` lists the nodes, successors first.
    """

    kind: Column
    player: Column
    payoff: Column
    first: Column
    target: Column
    label: Column
    probability: Column
    points: Column
    start: int = 0
    order: Column = None

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.kind)

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return len(self.target)

    @property
    def exact(self) -> bool:
        """Whether its numbers are exact."""
        return isinstance(self.probability, list)

    @property
    def carries_points(self) -> bool:
        """Whether any edge has points on it."""
        return any(self.points)

    def out(self, node: int) -> range:
        """The edges that leave a node."""
        return range(self.first[node], self.first[node + 1])

    def numbers(self, length: int) -> Column:
        """A new column of zeros for this graph's kind of numbers."""
        return [0] * length if self.exact else zeros("d", length)

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run a sweep, by machine code if this graph is large."""
        return sweep(function, self.edges, *arguments)

    def sort(self) -> list[int]:
        """Find the order; returns a cycle if there is one, as the nodes along it, else nothing."""
        count = self.nodes
        self.order = zeros("i", count)
        component = filled("i", -1, count)
        scratch = [zeros("i", count), zeros("i", count), zeros("q", count)]
        scratch += [zeros("i", count), zeros("i", count)]
        columns = (self.first, self.target, self.start, self.order, component, *scratch)
        components = self.sweep(sweeps.order_components, *columns)
        if components < count:
            return self.cycle(component)
        loop = self.sweep(sweeps.find_loop, self.first, self.target)
        return [] if loop < 0 else [loop, loop]

    def cycle(self, component: Sequence[int]) -> list[int]:
        """A shortest cycle through the first node of a component that has several."""
        sizes: dict[int, int] = {}
        for group in component:
            sizes[group] = sizes.get(group, 0) + 1
        start = next(node for node in range(self.nodes) if sizes[component[node]] > 1)
        came_from = {start: start}
        queue = [start]
        for node in queue:
            for then in (self.target[edge] for edge in self.out(node)):
                if then == start:
                    back = [start, node]
                    while back[-1] != start:
                        back.append(came_from[back[-1]])
                    return back[::-1]
                if component[then] == component[start] and then not in came_from:
                    came_from[then] = node
                    queue.append(then)
        raise AssertionError("a component of several nodes has no cycle")

    def solve(self, worth: Column) -> Solved:
        """Values and best options, where `worth` is what each final node is worth."""
        value = worth
        columns = (self.first, self.target, self.probability, self.points, value)
        self.sweep(sweeps.backward, self.order, self.kind, self.player, *columns)
        scale = max(map(abs, value)) if self.edges else abs(value[self.start])
        relative, absolute = (0, 0) if self.exact else (RELATIVE_TIE, ABSOLUTE_TIE * float(scale))
        chosen = filled("i", -1, self.nodes)
        self.sweep(
            sweeps.decide,
            *(self.kind, self.first, self.target, self.points, value),
            *(relative, absolute, chosen),
        )
        return Solved(value, chosen, absolute)

    def chain(self, chosen: Column) -> Graph:
        """The Markov chain that play of the chosen options induces."""
        flow = copy(self.probability)
        self.sweep(sweeps.follow, self.kind, self.first, chosen, flow)
        return dataclasses.replace(self, probability=flow)

    def visits(self) -> Column:
        """How often each node arises, in a chain."""
        visits = self.numbers(self.nodes)
        visits[self.start] = 1
        columns = (self.order, self.first, self.target, self.probability, visits)
        self.sweep(sweeps.forward, *columns)
        return visits


@dataclasses.dataclass
class Solved:
    """What backward induction leaves: each node's value, each choice's edge, and the tolerance."""

    value: Column
    chosen: Column
    absolute_tie: float

    def ties(self, worth: Any, best: Any) -> bool:
        """Whether two values are equally good: equal if exact, else equal but for rounding."""
        if not self.absolute_tie:
            return bool(worth == best)
        gap: Any = abs(worth - best)
        return bool(gap <= RELATIVE_TIE * max(abs(worth), abs(best)) + self.absolute_tie)


@dataclasses.dataclass
class Names:
    """Who the nodes are: a position for each node, and the labels of the options.

    `number` and `root` lead back from a position to its node; a node written in place is found
    from the position it stands in, by its path.
    """

    positions: Sequence[Hashable]
    labels: Sequence[Hashable]
    number: dict[Hashable, int]
    root: Column

    def node(self, position: Hashable) -> int | None:
        """The node of a position, if it was reached."""
        number = self.number.get(position)
        return None if number is None else int(self.root[number])

    def is_inline(self, node: int) -> bool:
        """Whether a node was written in place."""
        return isinstance(self.positions[node], Inline)
