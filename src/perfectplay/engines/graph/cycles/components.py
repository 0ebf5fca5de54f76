"""The components in which play can go round: their values, bounds, choices and visits.

This drives the sweeps over them, and finds the cycle that is to blame where there is no answer.
In the literature: a zero-sum stochastic game with total reward, on each strongly connected
component.
"""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction
from typing import Any

from perfectplay.engines.backends.machine import sweep, zeros
from perfectplay.engines.graph.components import shortest_way
from perfectplay.engines.graph.cycles import sweeps
from perfectplay.engines.graph.cycles.strategy_iteration import (
    FINE,
    GROWS,
    LOOSE,
    MOST_CUTS,
    PIT,
    UNDEFINED,
)
from perfectplay.engines.graph.graph import CHOICE, FINAL, Column, Graph
from perfectplay.exact import exactly

GRAIN = 2.0**-53
WORK = 10
"""About how often the edges of a component are swept, as far as that speaks for machine code."""

__all__ = ["FINE", "GROWS", "LOOSE", "PIT", "UNDEFINED", "Components", "NoAnswerError", "Valuation"]


class NoAnswerError(Exception):
    """A component has no answer: why, and the nodes along a cycle that is to blame."""

    def __init__(self, reason: int, nodes: list[int]) -> None:
        super().__init__(reason, nodes)
        self.reason = reason
        self.nodes = nodes


@dataclasses.dataclass
class Valuation:
    """The value of every state, and between which bounds it is proved to lie if play can go round.

    `widest` is a state whose bounds are furthest apart.
    """

    value: Column
    bounds: tuple[Column, Column] | None = None
    widest: int = 0


class Components:
    """The components of a game's states, made ready for the sweeps over them.

    `graph`, `offset`, `reach` and `points` are those of the game's lanes.
    """

    def __init__(self, graph: Graph, offset: Column, reach: Column, points: Column) -> None:
        self.graph = graph
        self.offset = offset
        place, most = zeros("i", graph.nodes), zeros("q", 2)
        graph.sweep(sweeps.place_nodes, graph.order, graph.component, graph.first, place, most)
        nodes, edges = most
        probability = graph.probability
        if graph.exact:
            probability = list(map(Fraction, probability))  # whole numbers would divide to floats
        self.board = (
            graph.order,
            place,
            graph.kind,
            graph.player,
            graph.first,
            graph.target,
            offset,
            reach,
            probability,
            points,
            graph.component,
        )
        columns = (zeros("q", nodes + 1), zeros("q", edges), *map(graph.numbers, (edges, edges)))
        self.net = (*columns, zeros("q", nodes), zeros("q", nodes))
        cuts = nodes if graph.exact else min(nodes, MOST_CUTS)
        marks = (zeros("b", nodes), zeros("b", nodes))
        numbers = (graph.numbers(nodes), graph.numbers(nodes))
        self.choice, self.mark = zeros("q", nodes), marks[0]
        matrix = graph.numbers(cuts * (cuts + 1))
        self.room = (self.choice, *numbers, *marks, graph.numbers(nodes), matrix)

    @property
    def grain(self) -> float:
        """The rounding of a float; none where numbers are exact."""
        return 0 if self.graph.exact else GRAIN

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run a sweep over all states, by machine code if that pays."""
        return sweep(function, WORK * self.graph.edges, self.board, *arguments)

    def solve(self, worth: Column) -> Valuation:
        """Values and bounds of all states.

        `worth` is what final states are worth, and in states on cycles what endless play is.
        """
        lower, upper = self.rounded(worth, set(worth))
        fault = zeros("q", 2)
        columns = (worth, lower, upper, fault)
        status = self.sweep(sweeps.solve_all, self.net, self.room, self.grain, *columns)
        if status != FINE:
            raise NoAnswerError(status, self.blame(status, *fault))
        size = WORK * self.graph.edges
        widest = sweep(sweeps.fit, size, worth, lower, upper)
        return Valuation(worth, (lower, upper), widest)

    def bounds(self, value: Column) -> tuple[Column, Column]:
        """Lower and upper bounds in a game without cycles: what rounding leaves open."""
        offset = self.offset
        ends = (node for node, kind in enumerate(self.graph.kind) if kind == FINAL)
        given = {number for node in ends for number in value[offset[node] : offset[node + 1]]}
        lower, upper = self.rounded(value, given)
        columns = (0, self.graph.nodes, self.grain, lower, upper)
        self.sweep(sweeps.bound_nodes, self.net, self.room, *columns)
        return lower, upper

    def rounded(self, worth: Column, given: set[Any]) -> tuple[Column, Column]:
        """What final states and endless play are worth, rounded down and up from what is given."""
        lower, upper = worth[:], worth[:]
        if not self.graph.exact:
            inexact = {number for number in given if Fraction(number) != exactly(number)}
            for state, number in enumerate(worth) if inexact else ():
                if number in inexact:
                    lower[state] = math.nextafter(number, -math.inf)
                    upper[state] = math.nextafter(number, math.inf)
        return lower, upper

    def choose(self, relative: float, absolute: float, value: Column, chosen: Column) -> None:
        """Let choices on cycles take an option by which play gets on."""
        columns = (relative, absolute, value, chosen)
        self.sweep(sweeps.choose_all, self.net, self.room, *columns)

    def count(self, chosen: Column, visits: Column) -> Column:
        """Count the visits; returns the probabilities that play is caught for ever in a state."""
        caught = self.graph.numbers(len(visits))
        columns = (math.inf, chosen, visits, caught)
        self.sweep(sweeps.count_all, self.net, self.room, *columns)
        return caught

    def blame(self, status: int, begin: int, end: int) -> list[int]:
        """A shortest cycle that is to blame, through an edge that scores if there is one."""
        graph = self.graph
        marked = status == UNDEFINED
        everywhere = status == LOOSE
        nodes = {
            graph.order[place]: self.choice[place - begin] - self.net[0][place - begin]
            for place in range(begin, end)
            if everywhere or bool(self.mark[place - begin]) == marked
        }

        def edges(node: int) -> range:
            if graph.kind[node] == CHOICE and status in (PIT, GROWS):
                edge = graph.first[node] + nodes[node]
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
