"""A graph in which nodes with the same on their edges share it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, ClassVar

from perfectplay.engines.backends.machine import zeros
from perfectplay.engines.graph.graph import FINAL, Column, Graph, owned
from perfectplay.engines.graph.tracing import machine
from perfectplay.exact import exactly

UNFOLDED = ("label", "probability", "points")


class FoldedGraph(Graph):
    """A graph whose labels, probabilities and points are those of some tables.

    What is on edge `e` of node `i` is in the tables at `e + shift[i]`; a final's payoff is there in
    place of a probability. The columns by edge are made when somebody asks for one of them.
    """

    folded: ClassVar[bool] = True

    def __init__(
        self,
        kind: Column,
        player: Column,
        first: Column,
        target: Column,
        shift: Column,
        table: tuple[Column, Column, Column],
    ) -> None:
        self.kind = kind
        self.player = player
        self.first = first
        self.target = target
        self.shift = shift
        self.table = table
        self.meant_payoff = {}
        self.meant_points = {}

    def __getattr__(self, name: str) -> Any:
        if name == "payoff":
            self.payoff = zeros("d", self.nodes)
            for node in self.finals():
                self.payoff[node] = self.table[1][self.first[node] + self.shift[node]]
        elif name in UNFOLDED:
            columns = tuple(zeros(kind, self.edges) for kind in "idd")
            self.sweep(machine.unfold, self.first, self.shift, self.table, columns)
            self.label, self.probability, self.points = columns
        else:
            raise AttributeError(name)
        return vars(self)[name]

    def __getstate__(self) -> dict[str, Any]:
        made = (*UNFOLDED, "payoff")
        return {name: owned(kept) for name, kept in vars(self).items() if name not in made}

    @property
    def exact(self) -> bool:
        return False

    @property
    def carries_points(self) -> bool:
        return any(self.table[2])

    @property
    def tables(self) -> tuple[Column, Column, Column]:
        return self.shift, self.table[1], self.table[2]

    def on(self, edge: int) -> tuple[int, float, float]:
        place = edge + self.shift[bisect_right(self.first, edge) - 1]
        label, probability, points = (column[place] for column in self.table)
        return label, probability, points

    def payoff_of(self, node: int) -> Any:
        if self.kind[node] != FINAL:
            return 0
        return exactly(self.table[1][self.first[node] + self.shift[node]])
