"""Games in which play can go round in circles: their values, bounds, choices and visits.

This drives the sweeps in `circles`, `proofs` and `rounds`, and finds the circle that is to blame
where there is no answer.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from perfectplay.engines import circles, proofs, rounds
from perfectplay.engines.circles import FINE, GROWS, LOOSE, MOST_CUTS, PIT, UNDEFINED
from perfectplay.engines.components import shortest_way
from perfectplay.engines.graph import CHOICE, Column, Graph
from perfectplay.engines.machine import filled, sweep, zeros

GRAIN = 2.0**-53
WORK = 30
"""About how many sweeps over its edges a circle takes."""

__all__ = ["FINE", "GROWS", "LOOSE", "PIT", "UNDEFINED", "Circled", "Circles", "NoAnswerError"]


class NoAnswerError(Exception):
    """A circle has no answer: why, and the nodes along a circle that is to blame."""

    def __init__(self, reason: int, nodes: list[int]) -> None:
        super().__init__(reason, nodes)
        self.reason = reason
        self.nodes = nodes


@dataclasses.dataclass
class Circled:
    """The value of every state, and between which bounds it is proved to lie if play can go round.

    `open` is the largest distance between two bounds, `widest` the node of such a state.
    """

    value: Column
    bounds: tuple[Column, Column] | None = None
    widest: int = 0
    open: Any = 0


class Circles:
    """The circles of a game's states, made ready for the sweeps.

    `graph`, `offset`, `reach` and `points` are those of the game's lanes.
    """

    def __init__(self, graph: Graph, offset: Column, reach: Column, points: Column) -> None:
        self.graph = graph
        self.offset = offset
        count = graph.nodes
        self.mark, self.still = zeros("b", count), zeros("b", count)
        cut = filled("i", -1, count)
        places = (graph.order, graph.first, graph.target, graph.circle)
        cuts = graph.sweep(circles.find_cuts, *places, cut, self.mark)
        cuts = cuts if graph.exact else min(cuts, MOST_CUTS)
        self.matrix = graph.numbers(cuts * (cuts + 1))
        self.scratch = graph.numbers(count)
        self.board = (
            graph.order,
            graph.kind,
            graph.player,
            graph.first,
            graph.target,
            offset,
            reach,
            graph.probability,
            points,
            graph.circle,
            cut,
        )
        self.fault = zeros("q", 3)

    @property
    def grain(self) -> float:
        """The rounding of a float; none where numbers are exact."""
        return 0 if self.graph.exact else GRAIN

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run a sweep over all states, by machine code if that pays."""
        return sweep(function, WORK * self.graph.edges, self.board, *arguments)

    def solve(self, worth: Column) -> Circled:
        """Values and bounds of all states.

        `worth` is what final states are worth, and in the states of a circle what endless play is.
        """
        value = worth[:]
        choice = filled("i", -1, len(value))
        scratch = (self.mark, self.still, self.scratch, self.matrix, self.fault)
        self.require(self.sweep(circles.solve_all, self.grain, value, choice, *scratch), choice)
        bounds = self.prove(worth, value, choice)
        widest = self.sweep(proofs.fit, value, *bounds)
        state = self.offset[widest]
        return Circled(value, bounds, widest, bounds[1][state] - bounds[0][state])

    def prove(self, worth: Column, value: Column, choice: Column) -> tuple[Column, Column]:
        """Lower and upper bounds of all states, where values and choices suggest them."""
        scratch = (self.mark, self.still, self.scratch, self.matrix, self.fault)
        lower, upper = worth[:], worth[:]
        for side, bound in ((1, lower), (0, upper)):
            columns = (value, worth, choice, bound)
            status = self.sweep(proofs.prove_all, side, self.grain, *columns, *scratch)
            self.require(status, choice)
        return lower, upper

    def choose(self, relative: float, absolute: float, value: Column, chosen: Column) -> None:
        """Let choices in circles take an option by which play gets on."""
        self.sweep(rounds.choose_all, relative, absolute, value, chosen, self.mark)

    def count(self, chosen: Column, visits: Column) -> Column:
        """Count the visits; returns the probabilities that play is caught for ever in a state."""
        caught = self.graph.numbers(len(visits))
        scratch = (self.mark, self.scratch, self.matrix)
        self.sweep(rounds.count_all, chosen, math.inf, visits, caught, *scratch)
        return caught

    def require(self, status: int, choice: Column) -> None:
        """Refuse a game without an answer, and name the circle that is to blame."""
        if status == FINE:
            return
        begin, end, lane = self.fault
        nodes = self.graph.order[begin:end]
        if status in (PIT, GROWS):
            nodes = [node for node in nodes if not self.mark[node]]
        elif status == UNDEFINED:
            nodes = [node for node in nodes if self.mark[node]]
        raise NoAnswerError(status, self.blame(set(nodes), lane, choice, free=status == UNDEFINED))

    def blame(self, nodes: set[int], lane: int, choice: Column, *, free: bool) -> list[int]:
        """A shortest circle among some nodes, through an edge that scores if there is one."""
        graph = self.graph

        def edges(node: int) -> range:
            if graph.kind[node] == CHOICE and not free:
                edge = choice[self.offset[node] + lane]
                return range(edge, edge + 1)
            return graph.out(node)

        def ways(node: int) -> list[int]:
            return [then for edge in edges(node) if (then := graph.target[edge]) in nodes]

        inner = [
            (not graph.points[edge], node, graph.target[edge])
            for node in sorted(nodes)
            for edge in edges(node)
            if graph.target[edge] in nodes
        ]
        for _, node, then in sorted(inner):
            way = shortest_way([then], node, ways)
            if way:
                return [node, *way]
        return []
