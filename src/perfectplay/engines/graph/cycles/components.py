"""The components in which play can cycle: values, bounds, choices and visits.

This drives the sweeps over them, and finds the cycle to blame where there is no answer. In the
literature: a zero-sum stochastic game with total reward, on each strongly connected component.
"""

from __future__ import annotations

import dataclasses
import math
from fractions import Fraction
from typing import Any

from perfectplay.engines.backends.machine import sweep, zeros
from perfectplay.engines.graph.cycles import elimination, sweeps
from perfectplay.engines.graph.cycles.component import FINE, FULL, GROWS, LOOSE, PIT, UNDEFINED
from perfectplay.engines.graph.cycles.elimination import Grid, empty_grid
from perfectplay.engines.graph.cycles.exactly import solve_exactly
from perfectplay.engines.graph.graph import CHOICE, Column, Graph
from perfectplay.engines.graph.solve.components import shortest_way
from perfectplay.engines.graph.solve.terminal_values import TerminalValues
from perfectplay.errors import WidthError

WORK = 2
"""The work per edge on a cycle relative to other edges, for deciding on machine code."""
ROOM = 4
"""The initial room for a component's equations, as a multiple of its edges."""


class NoAnswerError(Exception):
    """A component has no answer: why, and the nodes of a cycle that is to blame."""

    def __init__(self, reason: int, nodes: list[int]) -> None:
        super().__init__(reason, nodes)
        self.reason = reason
        self.nodes = nodes


@dataclasses.dataclass
class Valuation:
    """The value of every state, and its proved bounds if play can cycle.

    `widest` is a state whose bounds are furthest apart.
    """

    value: Column
    bounds: tuple[Column, Column] | None = None
    widest: int = 0


class Components:
    """The components of a game's states, prepared for sweeps.

    `graph`, `offset`, `reach` and `points` are those of the game's lanes.
    """

    def __init__(self, graph: Graph, offset: Column, reach: Column, points: Column) -> None:
        self.graph = graph
        place, who, most = zeros("i", graph.nodes), zeros("b", graph.nodes), zeros("q", 2)
        columns = (graph.order, graph.kind, graph.player, graph.component, graph.first)
        graph.sweep(sweeps.place_nodes, *columns, place, who, most)
        probability = graph.probability
        if graph.exact:
            probability = list(map(Fraction, probability))  # dividing integers would give floats
        self.board = (
            graph.order,
            place,
            who,
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
        nodes, edges = most
        columns = (zeros("q", nodes + 1), zeros("q", edges), *map(graph.numbers, (edges, edges)))
        self.component = (*columns, zeros("q", nodes))
        self.choice, self.mark = zeros("q", nodes), zeros("b", nodes)
        marks = (self.mark, zeros("b", nodes), zeros("b", edges))
        self.most = (nodes, edges)
        self.growth = 1
        self.scratch = (self.choice, *marks, graph.numbers(nodes), self.grid())
        self.values = (graph.numbers(nodes), graph.numbers(nodes))

    def grid(self) -> Grid:
        """Room for the equations of the largest component; its entries are counted later."""
        nodes, edges = self.most
        ways = ROOM * self.growth * edges
        if not self.graph.exact:
            ways = min(ways, max(elimination.MOST_WAYS, ROOM * edges))
        return empty_grid(ways, nodes, self.graph.numbers)

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run a sweep over all states, by machine code if that pays."""
        return sweep(function, WORK * self.growth * self.graph.edges, self.board, *arguments)

    def grow(self) -> None:
        """Make more room for the equations; with more work, machine code pays sooner, too."""
        self.growth *= 4
        self.scratch = (*self.scratch[:-1], self.grid())

    def solve_exactly(self, terminal: TerminalValues, guess: Column | None) -> Valuation:
        """Values of all states as fractions, which are their own bounds; from guessed choices."""
        value, fault = terminal.value[:], zeros("q", 2)
        columns = (self.values[0], guess, value, fault)
        status = solve_exactly(self.board, self.component, self.scratch, *columns)
        if status == FULL:
            self.grow()
            return self.solve_exactly(terminal, guess)
        if status != FINE:
            raise NoAnswerError(status, self.blame(status, *fault))
        return Valuation(value, (value, value))

    def solve(self, terminal: TerminalValues) -> Valuation:
        """Values and bounds of all states, given the values of final states and of endless play."""
        value, (lower, upper) = terminal.value[:], terminal.bounds()
        fault = zeros("q", 2)
        columns = (*self.values, self.graph.grain, value, lower, upper, fault)
        status = self.sweep(sweeps.solve_all, self.component, self.scratch, *columns)
        if status == FULL:
            self.grow()
            return self.solve(terminal)
        if status != FINE:
            raise NoAnswerError(status, self.blame(status, *fault))
        widest = sweep(sweeps.fit, WORK * self.graph.edges, value, lower, upper)
        return Valuation(value, (lower, upper), widest)

    def bounds(self, terminal: TerminalValues) -> tuple[Column, Column]:
        """Lower and upper bounds in a game without cycles: only rounding is uncertain."""
        lower, upper = terminal.bounds()
        self.sweep(sweeps.enclose, 0, self.graph.nodes, self.graph.grain, lower, upper)
        return lower, upper

    def choose(self, bounds: tuple[Column, Column], chosen: Column) -> None:
        """Make choices on cycles take an option with which play makes progress."""
        self.sweep(
            sweeps.choose_all, self.component, self.scratch, self.graph.grain, *bounds, chosen
        )

    def can_catch(self, chosen: Column) -> bool:
        """Whether there are states from which play may never end."""
        return bool(self.sweep(sweeps.can_catch, self.component, self.scratch, chosen))

    def count(self, chosen: Column, visits: Column) -> Column:
        """Count the visits; returns the probability of being caught for ever in each state."""
        caught, start = self.graph.numbers(len(visits)), visits[:]
        columns = (*self.values, math.inf, self.graph.grain, chosen, visits, caught)
        status = self.sweep(sweeps.count_all, self.component, self.scratch, *columns)
        if status == FULL:
            self.grow()
            visits[:] = start
            return self.count(chosen, visits)
        if status != FINE:
            raise WidthError(
                "play goes round for too long to count in floats how often positions arise; solve "
                "it exactly"
            )
        return caught

    def blame(self, status: int, begin: int, end: int) -> list[int]:
        """A shortest cycle to blame, through an edge that scores if there is one."""
        graph = self.graph
        marked = status == UNDEFINED
        everywhere = status == LOOSE
        nodes = {
            graph.order[place]: self.choice[place - begin] - self.component[0][place - begin]
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
