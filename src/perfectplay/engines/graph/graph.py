"""A game as a graph of flat columns, ordered so that successors come first."""

from __future__ import annotations

import bisect
import dataclasses
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from perfectplay.engines.backends.machine import sweep, zeros
from perfectplay.engines.graph.solve.induction import CHANCE, CHOICE, FINAL, Column
from perfectplay.exact import exactly
from perfectplay.model.nodes import Label, Number, named

__all__ = ["CHANCE", "CHOICE", "FINAL", "Column", "Columns", "Graph", "Names"]

GRAIN = 2.0**-53


class Columns:
    """A dataclass of columns, some of which may be views of a file mapped into memory.

    Copying or pickling it copies these; anything derived is left out.
    """

    def __getstate__(self) -> dict[str, Any]:
        fields = dataclasses.fields(self)  # type: ignore[arg-type]  # of whoever mixes it in
        return {field.name: owned(getattr(self, field.name)) for field in fields}


def owned(column: Any) -> Any:
    """A column, or a tuple of them, in memory of its own.

    >>> owned((memoryview(b"ab"), 3))
    (array('B', [97, 98]), 3)
    """
    if isinstance(column, tuple):
        return tuple(map(owned, column))
    return array(column.format, column) if isinstance(column, memoryview) else column


@dataclasses.dataclass
class Graph(Columns):
    """Positions as nodes, options and outcomes as edges; `induction` explains the layout.

    The start is node 0. An option has probability 1, as it may be taken. The numbers are floats in
    arrays, or exact ones in lists. `order` lists the nodes, successors first. `component` numbers
    the strongly connected components in which play can cycle, and is -1 for a node on no cycle; the
    nodes of a component are consecutive in the order. If the graph is not `cyclic`, the column is
    empty.
    `meant_payoff` and `meant_points` hold payoffs and points that no float represents.
    """

    kind: Column
    player: Column
    payoff: Column
    first: Column
    target: Column
    label: Column
    probability: Column
    points: Column
    order: Column = None
    component: Column = None
    cyclic: bool = False
    meant_payoff: dict[int, Number] = dataclasses.field(default_factory=dict)
    meant_points: dict[int, Number] = dataclasses.field(default_factory=dict)

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.kind)

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.target)

    @property
    def exact(self) -> bool:
        """Whether its numbers are exact."""
        return isinstance(self.probability, list)

    @property
    def grain(self) -> float:
        """The relative rounding of a float; none for exact numbers."""
        return 0 if self.exact else GRAIN

    @property
    def carries_points(self) -> bool:
        """Whether any edge has points on it."""
        return any(self.points)

    def finals(self) -> Iterator[int]:
        """The nodes at which the game ends."""
        kinds = bytes(self.kind)
        node = kinds.find(FINAL)
        while node >= 0:
            yield node
            node = kinds.find(FINAL, node + 1)

    def out(self, node: int) -> range:
        """The edges that leave a node."""
        return range(self.first[node], self.first[node + 1])

    def payoff_of(self, node: int) -> Number:
        """The exact payoff of a node."""
        payoff: Number = self.meant_payoff.get(node, exactly(self.payoff[node]))
        return payoff

    def points_of(self, edge: int) -> Number:
        """The exact points of an edge."""
        points: Number = self.meant_points.get(edge) or exactly(self.points[edge])
        return points

    def numbers(self, length: int) -> Column:
        """A new column of zeros in this graph's number type."""
        return [0] * length if self.exact else zeros("d", length)

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run a sweep, as machine code if this graph is large."""
        return sweep(function, self.edges, *arguments)


@dataclasses.dataclass
class Names(Columns):
    """The names of nodes: the position each belongs to and, for one written in place, its path.

    The nodes of position number `n` are `root[n]` to `root[n + 1]`; the first of them is the
    position's own and has an empty path. `number` maps a position to its number.
    """

    found: Sequence[Hashable]
    root: Column
    paths: Sequence[tuple[Label, ...]]
    labels: Sequence[Label]
    number: Mapping[Hashable, int]

    def node(self, position: Hashable) -> int | None:
        """The node of a position, if it was reached."""
        number = self.number.get(position)
        return None if number is None else int(self.root[number])

    def position(self, node: int) -> Hashable:
        """The position of a node, or its name if it is written in place."""
        position = self.found[bisect.bisect_right(self.root, node) - 1]
        return named(position, self.paths[node])

    def inline(self, position: Hashable, path: tuple[Label, ...]) -> int | None:
        """The node written in place at the end of a path from a position."""
        inside = self.below(position)
        return next((node for node in inside if self.paths[node] == path), None)

    def below(self, position: Hashable) -> range:
        """The nodes written in place below a position."""
        number = self.number.get(position)
        return range(0) if number is None else range(self.root[number] + 1, self.root[number + 1])
