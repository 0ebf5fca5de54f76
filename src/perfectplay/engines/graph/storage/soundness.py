"""Is it a graph? Anything read from a file is checked before a sweep follows it.

A sweep goes wherever the columns lead it; compiled, even beyond them. This makes sure that they
lead to nodes, edges and states, and that play comes to an end; not that the values are right, which
is the job of `verify`. A ValueError says what is wrong.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from itertools import pairwise
from operator import le, lt
from typing import Any

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.backends.machine import filled, zeros
from perfectplay.engines.graph.graph import CHANCE, CHOICE, FINAL, Column, Graph, Names
from perfectplay.engines.graph.states import FAR, Lanes
from perfectplay.model.game import Game

SLACK = 1e-6
"""How far from one the probabilities of a chance may add up to; solving checked them strictly."""
LONG = 10_000
"""Columns at least this long are checked with NumPy."""


def require_graph(graph: Graph, players: int) -> None:
    """Nodes have valid kinds and edges, edges lead to nodes, numbers are finite."""
    nodes, edges = graph.nodes, graph.edges
    by_node = (graph.player, graph.payoff, graph.order)
    by_edge = (graph.label, graph.probability, graph.points)
    require(nodes > 0 and all(len(column) == nodes for column in by_node), "columns of nodes")
    require(len(graph.component) in (0, nodes), "columns of nodes")
    require(all(len(column) == edges for column in by_edge), "columns of edges")
    require(is_within(graph.kind, range(CHANCE + 1)), "kinds")
    require(is_within(graph.player, range(players)), "players")
    require(runs_up(graph.first, nodes, edges), "edges of nodes")
    require(is_within(graph.target, range(nodes)), "targets")
    numbers = (graph.payoff, graph.points, graph.probability)
    require(len({isinstance(column, list) for column in numbers}) == 1, "numbers, in part exact")
    require(all(map(is_finite, numbers)), "numbers")
    columns = (graph.kind, graph.first, graph.label, graph.probability)
    require(graph.sweep(are_nodes, *columns, SLACK), "labels or probabilities")


def require_order(graph: Graph) -> None:
    """A node comes after everything it leads to, except within its own component.

    The nodes of a component are consecutive. Each component, and each other node, except the
    start's, is entered from outside, so that all of them are reached.
    """
    require(is_within(graph.order, range(graph.nodes)), "order")
    rank, led = filled("i", -1, graph.nodes), zeros("b", graph.nodes)
    component = graph.component
    ranks = graph.sweep(are_in_order, graph.kind, component, graph.order, rank)
    require(ranks > 0, "components")
    led[rank[0]] = 1
    others = graph.sweep(come_after, graph.first, graph.target, component, rank, led)
    require(others >= 0, "order")
    require(others == ranks - 1, "nodes that play does not reach")


def require_names(game: Game[Any], graph: Graph, names: Names) -> None:
    """Every node belongs to a position, the first of which is the start."""
    require(runs_up(names.root, len(names.found), graph.nodes), "positions")
    require(is_each(lt, names.root[:-1], names.root[1:]), "positions")
    own = set(names.root[:-1])
    require(len(names.paths) == graph.nodes, "paths")
    require(all((node in own) == (not path) for node, path in enumerate(names.paths)), "paths")
    require(is_within(graph.label, range(-1, len(names.labels))), "labels")
    require(names.found[0] == game.start(), "start")


def require_lanes(lanes: Lanes) -> None:
    """Every edge leads from all the states of its node to as many states of its target."""
    graph, low, offset, reach = lanes.graph, lanes.low, lanes.offset, lanes.reach
    require(lanes.unit > 0 and len(low) == graph.nodes and len(reach) == graph.edges, "scores")
    require(is_within(low, range(-FAR, FAR)) and low[0] == 0, "scores")
    require(runs_up(offset, graph.nodes, offset[-1]), "states of nodes")
    require(is_each(lt, offset[:-1], offset[1:]), "states of nodes")
    require(graph.sweep(fit, graph.first, graph.target, offset, reach), "states of edges")
    for one, two in pairwise(graph.order) if graph.cyclic else ():
        if graph.component[one] >= 0 and graph.component[one] == graph.component[two]:
            alike = offset[one + 1] - offset[one] == offset[two + 1] - offset[two]
            require(alike and low[one] == low[two], "states of components")


def require_values(lanes: Lanes, values: Column, proved: tuple[Column, Column] | None) -> None:
    """Every state has a value which, if there are bounds, lies between them."""
    require(len(values) == lanes.states, "values")
    require(isinstance(values, list) == lanes.graph.exact and is_finite(values), "values")
    if proved:
        lower, upper = proved
        require(len(lower) == len(upper) == lanes.states, "bounds")
        require(is_finite(lower) and is_finite(upper), "bounds")
        require(is_each(le, lower, values) and is_each(le, values, upper), "bounds")


def require(sound: bool, what: str) -> None:
    """Refuse what is unsound."""
    if not sound:
        raise ValueError(f"its {what} do not fit")


def is_within(column: Column, allowed: range) -> bool:
    """Whether all numbers of a column are in a range.

    >>> is_within([2, 0, 1], range(3)), is_within([2, -1], range(3)), is_within([], range(3))
    (True, False, True)
    """
    if not len(column):
        return True
    if is_long(column):
        numbers = as_array(column)
        return int(numbers.min()) in allowed and int(numbers.max()) in allowed
    return min(column) in allowed and max(column) in allowed


def runs_up(column: Column, length: int, end: int) -> bool:
    """Whether a column says where consecutive parts begin, from 0, and where the last ends.

    >>> runs_up([0, 2, 2, 5], 3, 5), runs_up([0, 2, 1, 5], 3, 5)
    (True, False)
    """
    framed = len(column) == length + 1 and column[0] == 0 and column[-1] == end
    return framed and is_each(le, column[:-1], column[1:])


def is_each(compare: Callable[[Any, Any], Any], one: Column, other: Column) -> bool:
    """Whether a comparison holds between corresponding numbers of two columns."""
    if is_long(one):
        return bool(compare(as_array(one), as_array(other)).all())
    return all(map(compare, one, other))


def is_finite(column: Column) -> bool:
    """Whether all numbers of a column are finite; exact ones are."""
    if is_long(column):
        import numpy as np

        return bool(np.isfinite(as_array(column)).all())
    return isinstance(column, list) or all(map(math.isfinite, column))


def is_long(column: Column) -> bool:
    """Whether loading NumPy is worthwhile for a column."""
    return len(column) >= LONG and isinstance(column, (array, memoryview))


# Sweeps over a graph whose edges lead to nodes


def are_nodes(
    kind: Column,
    first: Column,
    label: Column,
    probability: Column,
    slack: float,
) -> bool:
    """Whether ends have no edges, options have labels, and probabilities add up to one."""
    for node in range(len(kind)):
        start = first[node]
        stop = first[node + 1]
        if (kind[node] == FINAL) != (start == stop):
            return False
        total = 0.0
        for edge in range(start, stop):
            total += probability[edge]
            if probability[edge] < 0 or (kind[node] == CHOICE and label[edge] < 0):
                return False
        if kind[node] == CHANCE and abs(total - 1) > slack:
            return False
    return True


def are_in_order(kind: Column, component: Column, order: Column, rank: Column) -> int:
    """The number of pieces if the order lists each node once, components by number; 0 if not.

    `rank`, initially -1, receives the index of a node, or of the first one of its component.
    """
    begin = 0
    previous = -1
    components = 0
    pieces = 0
    for place in range(len(order)):
        node = order[place]
        number = component[node] if len(component) > 0 else -1
        if rank[node] >= 0 or (number >= 0 and kind[node] == FINAL):
            return 0
        if number < 0 or number != previous:
            if number not in (-1, components):
                return 0
            begin = place
            components += number >= 0
            pieces += 1
        rank[node] = begin
        previous = number
    return pieces


def come_after(first: Column, target: Column, component: Column, rank: Column, led: Column) -> int:
    """How many more ranks are entered from later nodes; -1 if nodes lead to later ones.

    `led` marks these ranks.
    """
    count = 0
    for node in range(len(rank)):
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            if rank[then] < rank[node]:
                count += led[rank[then]] == 0
                led[rank[then]] = 1
            elif rank[then] > rank[node] or len(component) == 0 or component[then] < 0:
                return -1
    return count


def fit(first: Column, target: Column, offset: Column, reach: Column) -> bool:
    """Whether the states that edges lead to are those of their targets."""
    for node in range(len(first) - 1):
        width = offset[node + 1] - offset[node]
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            if reach[edge] < offset[then] or offset[then + 1] - reach[edge] < width:
                return False
    return True
