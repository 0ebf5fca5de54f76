"""The running score, tracked by the engine: the graph of (position, score so far) pairs.

Scores are counted in whole units, the largest number that divides all points, so that equal scores
are equal however they came about: 0.1 + 0.2 is 0.3 here.
"""

from __future__ import annotations

import dataclasses
import math
from array import array
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from perfectplay.engines import sweeps
from perfectplay.engines.explore import MEMORY_LIMIT
from perfectplay.engines.graph import Column, Graph
from perfectplay.engines.machine import filled, gather, sweep, zeros
from perfectplay.errors import MemoryLimitError
from perfectplay.model.exact import exactly

BYTES_PER_SLOT = 4
BYTES_PER_STATE = 50
BYTES_PER_EDGE = 24
FAR = 1 << 60


@dataclasses.dataclass
class Tracking:
    """Which state of the tracked graph is which node with which score.

    Node `i` owns the slots `offset[i]` to `offset[i + 1]` of `number`, one for each score from
    `low[i]` units up; a slot holds the state's number, or -1 if that score cannot occur.
    """

    unit: int | Fraction
    low: Column
    offset: Column
    number: Column
    node: Column
    score: Column

    def state(self, node: int, score: Any) -> int:
        """The state of a node with a score, or -1 if that cannot occur."""
        units = Fraction(exactly(score)) / self.unit
        slot = self.offset[node] + units - self.low[node]
        if units.denominator != 1 or not self.offset[node] <= slot < self.offset[node + 1]:
            return -1
        return int(self.number[int(slot)])

    def score_of(self, state: int) -> int | Fraction:
        """The running score in a state."""
        return tidy(self.score[state] * self.unit)

    def scores(self, node: int) -> list[int | Fraction]:
        """All running scores that can occur at a node, least first."""
        slots = range(self.offset[node], self.offset[node + 1])
        units = (self.low[node] + place for place, slot in enumerate(slots) if self.number[slot] >= 0)
        return [tidy(unit * self.unit) for unit in units]


def track(graph: Graph, memory_limit: int = MEMORY_LIMIT) -> tuple[Graph, Tracking]:
    """The graph of (node, running score) pairs that can occur; its edges carry no points.

    Its nodes are numbered successors first, so the start comes last.

    >>> from perfectplay.engines.explore import explore
    >>> from perfectplay.games.slots import Slots
    >>> graph, _ = explore(Slots())
    >>> tracked, tracking = track(graph)
    >>> graph.nodes, tracked.nodes, tracking.score_of(tracked.start)
    (379, 5978, 0)
    """
    unit = common_unit(graph.points)
    step = in_units(graph.points, unit)
    low, high = filled("q", FAR, graph.nodes), filled("q", -FAR, graph.nodes)
    low[graph.start] = high[graph.start] = 0
    shape = (graph.order, graph.first, graph.target, graph.probability)
    graph.sweep(sweeps.span_scores, *shape, step, low, high)

    offset = slots(low, high)
    require_memory(offset[-1] * BYTES_PER_SLOT, memory_limit, f"{offset[-1]:,} possible scores")
    number = filled("i", -1, offset[-1])
    number[offset[graph.start]] = 1
    size = most_edges(graph, offset)
    edges = sweep(sweeps.mark_scores, size, *shape, step, low, offset, number)
    states = sweep(sweeps.number_scores, size, graph.order, offset, number)
    need = states * BYTES_PER_STATE + edges * BYTES_PER_EDGE
    require_memory(need, memory_limit, f"{states:,} (position, score) pairs")

    node, score = zeros("i", states), zeros("q", states)
    unfolded = Graph(
        kind=array("b"),
        player=array("b"),
        payoff=None,
        first=zeros("q", states + 1),
        target=zeros("i", edges),
        label=zeros("i", edges),
        probability=graph.numbers(edges),
        points=graph.numbers(edges),
        start=states - 1,
        order=array("i", range(states)),
    )
    columns = (unfolded.first, unfolded.target, unfolded.probability, unfolded.label)
    lattice = (graph.label, step, low, offset, number)
    sweep(sweeps.unfold, size, *shape, *lattice, node, score, *columns)
    unfolded.kind, unfolded.player = gather(graph.kind, node), gather(graph.player, node)
    unfolded.payoff = gather(graph.payoff, node)
    return unfolded, Tracking(unit, low, offset, number, node, score)


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


def in_units(points: Column, unit: int | Fraction) -> array[int]:
    """Points as whole multiples of the unit."""
    steps = {value: int(exactly(value) / unit) for value in set(points)}
    return array("q", map(steps.__getitem__, points))


def slots(low: Column, high: Column) -> array[int]:
    """Where each node's slots begin, one slot for each score from low to high; then the end."""
    offset = array("q", [0])
    end = 0
    for least, greatest in zip(low, high, strict=True):
        end += max(0, greatest - least + 1)
        offset.append(end)
    return offset


def most_edges(graph: Graph, offset: Column) -> int:
    """How many edges there would be if every score in every node's range could occur."""
    return sum(
        (offset[node + 1] - offset[node]) * len(graph.out(node)) for node in range(graph.nodes)
    )


def require_memory(need: int, limit: int, what: str) -> None:
    """Refuse to track a score that would outgrow the memory limit."""
    if need > limit:
        raise MemoryLimitError(
            f"tracking the running score needs about {need >> 20:,} MiB for {what}, more than the "
            f"memory limit of {limit >> 20:,} MiB; raise the limit or ask for the expected score"
        )


def tidy(number: int | Fraction) -> int | Fraction:
    """A whole number as an int."""
    return number.numerator if number.denominator == 1 else number
