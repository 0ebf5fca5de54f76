"""The states of a graph, lane by lane, and the sweeps that solve it.

A state is a node or, if an objective needs the running score, a node with a score. The states of a
node are consecutive, its lane, and an edge leads from one lane to another, score by score.

Scores are counted in whole units, the largest number that divides all points, so that equal scores
are equal however they came about: 0.1 + 0.2 is 0.3 here.
"""

from __future__ import annotations

import bisect
import dataclasses
import functools
import math
from array import array
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate
from typing import Any

from perfectplay.engines.backends.machine import filled, sweep, zeros
from perfectplay.engines.graph.cycles.components import Components, NoAnswerError, Valuation
from perfectplay.engines.graph.graph import CHOICE, Column, Columns, Graph
from perfectplay.engines.graph.solve import induction as sweeps
from perfectplay.engines.graph.solve.terminal_values import TerminalValues
from perfectplay.errors import FileError, MemoryLimitError, in_bytes
from perfectplay.exact import exactly, tidy
from perfectplay.request import MEMORY_LIMIT

START = 0
"""The game starts at node 0 with no score: that is state 0, too."""
BYTES_PER_STATE = 32
FAR = 1 << 62
"""Beyond all scores, in units."""


@dataclasses.dataclass
class Lanes(Columns):
    """Where the states of each node are, and which state each edge leads to.

    Node `i` has the states `offset[i]` to `offset[i + 1]`; the first of them has a score of
    `low[i]` units, and edge `e` leads from it to `reach[e]`. Without a running score there is one
    state per node, `unit` is 0 and `low` is empty.
    """

    graph: Graph
    unit: int | Fraction
    low: Column
    offset: Column
    reach: Column

    @property
    def tracked(self) -> bool:
        """Whether states include the running score."""
        return self.unit != 0

    @property
    def states(self) -> int:
        """The number of states."""
        return int(self.offset[-1])

    @functools.cached_property
    def size(self) -> int:
        """An upper bound on the edges followed in a sweep over all states."""
        first, offset = self.graph.first, self.offset
        if not self.tracked:
            return self.graph.edges
        return sum(
            (offset[node + 1] - offset[node]) * (first[node + 1] - first[node])
            for node in range(self.graph.nodes)
        )

    @functools.cached_property
    def reachable(self) -> Column:
        """For each state, whether it is possible."""
        if not self.tracked:
            return filled("b", 1, self.states)
        reachable = zeros("b", self.states)
        reachable[START] = 1
        graph = self.graph
        before = (graph.order, graph.component, graph.first, graph.target)
        self.sweep(sweeps.mark_reached, *before, *self.places, reachable)
        return reachable

    def state(self, node: int, score: Any) -> int:
        """The state of a node with a score, or -1 if it is impossible."""
        if not self.tracked:
            return node
        units = Fraction(exactly(score)) / self.unit
        state = self.offset[node] + units - self.low[node]
        if units.denominator != 1 or not self.offset[node] <= state < self.offset[node + 1]:
            return -1
        return int(state) if self.reachable[int(state)] else -1

    def node(self, state: int) -> int:
        """The node of a state."""
        return bisect.bisect_right(self.offset, state) - 1 if self.tracked else state

    def score(self, node: int, state: int) -> int | Fraction:
        """The running score in a state of a node; 0 if not tracked."""
        if not self.tracked:
            return 0
        return tidy((self.low[node] + state - self.offset[node]) * self.unit)

    def lane(self, node: int) -> list[int]:
        """The possible states of a node, lowest score first."""
        states = range(self.offset[node], self.offset[node + 1])
        return (
            [state for state in states if self.reachable[state]] if self.tracked else list(states)
        )

    def fits(self, other: Lanes) -> bool:
        """Whether two sets of lanes number the states of a game alike."""
        mine, theirs = self.graph, other.graph
        sizes = (mine.nodes, mine.edges, self.unit) == (theirs.nodes, theirs.edges, other.unit)
        return sizes and self.states == other.states

    @property
    def places(self) -> tuple[Column, Column]:
        """The columns that every sweep over states needs."""
        return self.offset, self.reach

    @property
    def decisions(self) -> int:
        """The number of states in which a player chooses."""
        if not self.tracked:
            return bytes(self.graph.kind).count(CHOICE)
        offset = self.offset
        choices = (node for node, kind in enumerate(self.graph.kind) if kind == CHOICE)
        return sum(offset[node + 1] - offset[node] for node in choices)

    @functools.cached_property
    def points(self) -> Column:
        """The points of the edges that are not part of the states."""
        graph = self.graph
        return graph.numbers(graph.edges) if self.tracked else graph.points

    def gain(self, edge: int) -> Any:
        """The points of an edge that are not part of the states."""
        return 0 if self.tracked else self.graph.points[edge]

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run a sweep over the states, as machine code if they are many."""
        return sweep(function, self.size, *arguments)

    @functools.cached_property
    def components(self) -> Components | None:
        """The components in which play can cycle, if there are any."""
        if not self.graph.cyclic:
            return None
        return Components(self.graph, *self.places, self.points)

    def solve(self, terminal: TerminalValues) -> Valuation:
        """The value of every state, with bounds if the game has cycles."""
        if self.components is not None and self.graph.exact:
            return self.components.solve_exactly(terminal, self.guess(terminal))
        if self.components is not None:
            return self.components.solve(terminal)
        graph = self.graph
        before = (graph.order, graph.kind, graph.player, graph.first, *self.places)
        self.sweep(sweeps.backward, *before, graph.probability, self.points, terminal.value)
        return Valuation(terminal.value)

    def guess(self, terminal: TerminalValues) -> Column | None:
        """The edges that choices take when everything is solved in floats, unless that fails."""
        graph = self.graph
        try:
            payoff, probability, points, value = (
                array("d", map(float, column))
                for column in (graph.payoff, graph.probability, graph.points, terminal.value)
            )
            floats = dataclasses.replace(
                graph, payoff=payoff, probability=probability, points=points
            )
            rough = dataclasses.replace(self, graph=floats)
            bounds = rough.solve(TerminalValues(value, set())).bounds
            return rough.decide(bounds) if bounds else None
        except (OverflowError, NoAnswerError, FileError):
            return None

    def prove(self, terminal: TerminalValues) -> tuple[Column, Column]:
        """Bounds of every state in a game without cycles: only rounding is uncertain."""
        return Components(self.graph, *self.places, self.points).bounds(terminal)

    def decide(self, bounds: tuple[Column, Column]) -> Column:
        """The edge each choice takes, given the bounds of the values."""
        graph = self.graph
        chosen = filled("i", -1, self.states)
        before = (graph.kind, graph.first, *self.places, self.points)
        self.sweep(sweeps.decide, *before, graph.grain, *bounds, chosen)
        if len(chosen) - chosen.count(-1) < self.decisions:
            raise FileError("a value matches no option; the file that it was read from is wrong")
        if self.components is not None:
            self.components.choose(bounds, chosen)
        return chosen

    def visits(self, chosen: Column) -> tuple[Column, Column]:
        """How often each state occurs when the chosen edges are followed, and where play is caught.

        The latter is the probability that play enters, at each state, a set it never leaves.
        """
        graph = self.graph
        visits = graph.numbers(self.states)
        visits[START] = 1
        if self.components is not None:
            return visits, self.components.count(chosen, visits)
        before = (graph.order, graph.kind, graph.first, *self.places)
        self.sweep(sweeps.forward, *before, graph.probability, chosen, visits)
        return visits, graph.numbers(0)


def plain_lanes(graph: Graph) -> Lanes:
    """One state per node."""
    count = graph.nodes
    offset = zeros("i", count + 1)
    graph.sweep(sweeps.count_up, offset)
    return Lanes(graph, 0, zeros("q", 0), offset, graph.target)


def score_lanes(graph: Graph, memory_limit: int = MEMORY_LIMIT) -> Lanes:
    """A state for each node and each running score from its lowest to its highest.

    >>> from perfectplay.engines.graph.solve.explore import explore
    >>> from perfectplay.games.slots import Slots
    >>> graph, _ = explore(Slots())
    >>> lanes = score_lanes(graph)
    >>> graph.nodes, lanes.states, sum(lanes.reachable)
    (442, 10688, 9540)
    """
    points = graph.points
    if graph.meant_points:
        points = [graph.points_of(edge) for edge in range(graph.edges)]
    unit = common_unit(points)
    step = in_units(points, unit, graph.nodes)
    low, high = filled("q", FAR, graph.nodes), filled("q", -FAR, graph.nodes)
    low[START] = high[START] = 0
    before = (graph.order, graph.component, graph.first, graph.target)
    graph.sweep(sweeps.span_scores, *before, step, low, high)
    states = sum(high) - sum(low) + graph.nodes
    need = states * BYTES_PER_STATE
    if need > memory_limit:
        raise MemoryLimitError(
            f"tracking the running score needs about {in_bytes(need)} for {states:,} "
            f"(position, score) pairs, more than the memory limit of {in_bytes(memory_limit)}; "
            "raise the limit or ask for the expected score"
        )
    widths = (greatest - least + 1 for least, greatest in zip(low, high, strict=True))
    offset = array("q", accumulate(widths, initial=0))
    reach = zeros("q", graph.edges)
    graph.sweep(sweeps.lay_lanes, graph.first, graph.target, step, low, offset, reach)
    return Lanes(graph, unit, low, offset, reach)


def common_unit(points: Iterable[Any]) -> int | Fraction:
    """The largest number of which all points are whole multiples.

    >>> common_unit([50, 0, 300]), common_unit([0.5, 0.2])
    (50, Fraction(1, 10))
    """
    values = [Fraction(exactly(value)) for value in set(points) if value]
    if not values:
        return 1
    denominator = math.lcm(*(value.denominator for value in values))
    whole = math.gcd(*(int(value * denominator) for value in values))
    return tidy(Fraction(whole, denominator))


def in_units(points: Column, unit: int | Fraction, nodes: int) -> array[int]:
    """Points as multiples of the unit; refused if a path through this many nodes could overflow."""
    steps = {value: int(exactly(value) / unit) for value in set(points)}
    if max(map(abs, steps.values()), default=0) * nodes >= FAR:
        raise MemoryLimitError(
            f"points of {max(points, key=abs)} cannot be counted in steps of {unit}, as tracking "
            "the running score would need; round the points or ask for the expected score"
        )
    return array("q", map(steps.__getitem__, points))
