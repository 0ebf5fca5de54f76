"""Solve the linear equations of a Markov chain by eliminating one node after another.

A node is eliminated by leading everything that reaches it straight on to where it goes next. Cheap
nodes go first: those where few incoming edges meet few outgoing ones, as each pair becomes an edge.
So a chain in which every node has few neighbours stays sparse, however long play cycles in it. In
the literature: sparse Gaussian elimination in (nearly) Markowitz order.

The probability of moving on from a node, 1 - A[i][i], is computed as the sum of its other edges, so
nothing is ever subtracted: a chance of one in a billion to get out keeps all its digits. In the
literature: Grassmann, Taksar and Heyman, 1985.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from perfectplay.engines.backends import inlined
from perfectplay.engines.backends.machine import filled, zeros
from perfectplay.engines.graph.cycles.component import NOBODY, Component, Scratch, open_edges
from perfectplay.engines.graph.solve.induction import Column


class Grid(NamedTuple):
    """The edges of a chain: those from a node are a linked list, a row; those to it, a column."""

    weight: Column
    """The probability of an edge; once the node it leads to is eliminated, its share."""
    row: Column
    column: Column
    """The source and the target of an edge."""
    right: Column
    down: Column
    """The next edge of a row, and of a column; -1 after the last."""
    across: Column
    under: Column
    """The first edge of a node's row, and of its column."""
    wide: Column
    tall: Column
    """The number of edges from a node, and to it."""
    away: Column
    """The probability of leaving the chain from a node; once eliminated, of moving on."""
    order: Column
    """The nodes, starting with the eliminated ones in the order they were eliminated."""
    rest: Column
    gone: Column
    spot: Column
    spare: Column
    """Working memory: the remaining nodes, which are eliminated, where an edge may be, numbers."""
    count: Column
    """The number of edges, of nodes, of eliminated nodes, of those eliminated before all edges were
    laid out, and of those from which play hardly moves on."""


WAYS, NODES, GONE, EARLY, STUCK = 0, 1, 2, 3, 4

DENSE = 1 << 20
"""A node with this many pairs of edges is not eliminated; if all have, they are iterated."""
MOST_WAYS = 1 << 26
"""The most edges a grid may hold (1.6 GB); nodes that would need more are iterated, too."""
SWEEPS = 20_000
CLOSE = 4
"""How many roundings apart two values may be to count as converged."""
LEAST = 1e-270
"""A probability of moving on below this, in roundings, has lost its digits."""
FEW = 8
"""If fewer than this fraction of the nodes were cheap, more expensive ones are eliminated too."""


def empty_grid(ways: int, nodes: int, numbers: Callable[[int], Column]) -> Grid:
    """Room for this many edges and nodes; `numbers` may or may not be floats."""
    return Grid(
        weight=numbers(ways),
        row=zeros("i", ways),
        column=zeros("i", ways),
        right=zeros("i", ways),
        down=zeros("i", ways),
        across=filled("i", -1, nodes),
        under=filled("i", -1, nodes),
        wide=zeros("i", nodes),
        tall=zeros("i", nodes),
        away=numbers(nodes),
        order=zeros("i", nodes),
        rest=zeros("i", nodes),
        gone=zeros("b", nodes),
        spot=zeros("i", nodes),
        spare=numbers(nodes),
        count=zeros("q", 5),
    )


def lay_out(component: Component, size: int, grain: float, scratch: Scratch) -> bool:
    """Enter the edges of a component's chain into the grid; returns whether there is room.

    Nodes that are `still` are not part of it, and edges to them lead out. A node with only one
    edge, and none leading to it yet, is eliminated at once; anything that reaches it later is led
    straight on, to a node that stays until all edges are entered.
    """
    (_, target, probability, _, _) = component
    (choice, _, still, _, _, grid) = scratch
    weight, wide, under, away = grid.weight, grid.wide, grid.under, grid.away
    gone, rest, count = grid.gone, grid.rest, grid.count
    clear(grid, size, 0 * probability[0])
    left = 0
    for node in range(size):
        if still[node]:
            continue
        count[NODES] += 1
        edges = open_edges(component, node, NOBODY, choice)
        if count[WAYS] + 2 * len(edges) > len(weight):
            return False
        for edge in edges:
            then = target[edge]
            if then < 0 or still[then]:
                away[node] += probability[edge]
            elif gone[then]:
                lead_on(node, then, probability[edge], grid)
            elif then != node:
                add_way(node, then, probability[edge], grid)
        if wide[node] > 1 or under[node] >= 0:
            rest[left] = node
            left += 1
        else:
            take_out_early(node, grain, grid)
    return True


def clear(grid: Grid, size: int, nothing: Any) -> None:
    """Prepare the grid for this many nodes."""
    across, under, wide, tall = grid.across, grid.under, grid.wide, grid.tall
    away, gone, spot = grid.away, grid.gone, grid.spot
    for node in range(size):
        across[node] = -1
        under[node] = -1
        wide[node] = 0
        tall[node] = 0
        away[node] = nothing
        gone[node] = 0
        spot[node] = 0
    for each in range(len(grid.count)):
        grid.count[each] = 0


@inlined
def take_out_early(node: int, grain: float, grid: Grid) -> None:
    """Eliminate a node with at most one edge, before anything that leads to it is entered."""
    order, count = grid.order, grid.count
    grid.spare[node] = grid.away[node]
    move_on(node, grain, grid)
    onward = grid.across[node]
    if onward >= 0:
        grid.tall[grid.column[onward]] -= 1
    grid.gone[node] = 1
    order[count[GONE]] = node
    count[GONE] += 1
    count[EARLY] += 1


@inlined
def lead_on(node: int, then: int, likely: Any, grid: Grid) -> None:
    """Enter an edge to a node that was eliminated early: it leads straight on, or out."""
    weight, row, down, under = grid.weight, grid.row, grid.down, grid.under
    across, column, count = grid.across, grid.column, grid.count
    share = likely / grid.away[then]
    way = count[WAYS]
    count[WAYS] += 1
    weight[way] = share
    row[way] = node
    column[way] = then
    down[way] = under[then]
    under[then] = way
    grid.away[node] += share * grid.spare[then]
    onward = across[then]
    if onward >= 0 and column[onward] != node:
        add_way(node, column[onward], share * weight[onward], grid)


@inlined
def add_way(node: int, then: int, likely: Any, grid: Grid) -> None:
    """Add to the edge between two nodes; `spot` says where it may be."""
    weight, row, column, right = grid.weight, grid.row, grid.column, grid.right
    down, across, under, wide = grid.down, grid.across, grid.under, grid.wide
    tall, spot, count = grid.tall, grid.spot, grid.count
    way = spot[then]
    if way < count[WAYS] and row[way] == node and column[way] == then:
        weight[way] += likely
        return
    way = count[WAYS]
    count[WAYS] += 1
    spot[then] = way
    weight[way] = likely
    row[way] = node
    column[way] = then
    right[way] = across[node]
    across[node] = way
    down[way] = under[then]
    under[then] = way
    wide[node] += 1
    tall[then] += 1


def eliminate(grid: Grid, grain: float) -> bool:
    """Eliminate the nodes; returns whether there was room.

    The remaining nodes are too closely connected, or there are none.
    """
    weight, wide, tall, rest = grid.weight, grid.wide, grid.tall, grid.rest
    order, count = grid.order, grid.count
    limit = 1
    left = count[NODES] - count[GONE]
    while left > 0 and (limit <= DENSE or grain == 0):
        kept = 0
        for place in range(left):
            node = rest[place]
            pairs = wide[node] * tall[node]
            full = count[WAYS] + pairs > len(weight)
            if pairs > limit or (full and grain > 0 and len(weight) >= MOST_WAYS):
                rest[kept] = node
                kept += 1
                continue
            if full:
                return False
            take_out(node, grain, grid)
            order[count[GONE]] = node
            count[GONE] += 1
        if (left - kept) * FEW <= left:
            limit *= 2
        left = kept
    for place in range(left):
        node = rest[place]
        order[count[GONE] + place] = node
        move_on(node, grain, grid)
        tidy_column(node, grid)
    return True


def take_out(node: int, grain: float, grid: Grid) -> None:
    """Lead everything that reaches a node straight on to where it goes next, or out of the chain.

    The edges from it stay as they are. Those to it now hold the expected visits to the node for
    each time play leaves their source.
    """
    weight, row, column, right = grid.weight, grid.row, grid.column, grid.right
    down, across, under, wide = grid.down, grid.across, grid.under, grid.wide
    tall, away, gone = grid.tall, grid.away, grid.gone
    out = away[node]
    total = move_on(node, grain, grid)
    tidy_column(node, grid)
    gone[node] = 1
    onward = across[node]
    while onward >= 0:
        tall[column[onward]] -= 1
        onward = right[onward]
    coming = under[node]
    while coming >= 0:
        before = row[coming]
        share = weight[coming] / total
        weight[coming] = share
        wide[before] -= 1
        tidy_row(before, grid)
        away[before] += share * out
        onward = across[node]
        while onward >= 0:
            if column[onward] != before:
                add_way(before, column[onward], share * weight[onward], grid)
            onward = right[onward]
        coming = down[coming]


@inlined
def move_on(node: int, grain: float, grid: Grid) -> Any:
    """Set `away` to the probability of moving on from a node; count nodes where it is too small."""
    total = tidy_row(node, grid)
    if total <= grain * LEAST:
        grid.count[STUCK] += 1
    if total == 0:
        total += 1  # below any float: the result is useless, and the proof will say so
    grid.away[node] = total
    return total


@inlined
def tidy_row(node: int, grid: Grid) -> Any:
    """Drop edges to eliminated nodes and index the others; returns the probability of moving on."""
    weight, column, right, across = grid.weight, grid.column, grid.right, grid.across
    away, gone, spot = grid.away, grid.gone, grid.spot
    total = away[node]
    last = -1
    way = across[node]
    while way >= 0:
        then = column[way]
        if gone[then]:
            if last < 0:
                across[node] = right[way]
            else:
                right[last] = right[way]
        else:
            total += weight[way]
            spot[then] = way
            last = way
        way = right[way]
    return total


def tidy_column(node: int, grid: Grid) -> None:
    """Drop edges from eliminated nodes."""
    row, down, under, gone = grid.row, grid.down, grid.under, grid.gone
    last = -1
    way = under[node]
    while way >= 0:
        if not gone[row[way]]:
            last = way
        elif last < 0:
            under[node] = down[way]
        else:
            down[last] = down[way]
        way = down[way]


def solve_values(grid: Grid, grain: float, known: Column) -> bool:
    """Solve x = A x + b after the elimination; b becomes x. Returns whether iteration converged."""
    weight, row, column, right = grid.weight, grid.row, grid.column, grid.right
    down, across, under, away = grid.down, grid.across, grid.under, grid.away
    order, count = grid.order, grid.count
    for place in range(count[GONE]):
        node = order[place]
        way = under[node]
        while way >= 0:
            known[row[way]] += weight[way] * known[node]
            way = down[way]
    settled = iterate(grid, grain, across, right, column, known)
    for place in range(count[GONE] - 1, -1, -1):
        node = order[place]
        total = known[node]
        way = across[node]
        while way >= 0:
            total += weight[way] * known[column[way]]
            way = right[way]
        known[node] = total / away[node]
    return settled


def solve_visits(grid: Grid, grain: float, known: Column) -> bool:
    """Solve x = x A + b after the elimination; b becomes x. Returns whether iteration converged."""
    weight, row, column, right = grid.weight, grid.row, grid.column, grid.right
    down, across, under, away = grid.down, grid.across, grid.under, grid.away
    order, count = grid.order, grid.count
    for place in range(count[GONE]):
        node = order[place]
        known[node] = known[node] / away[node]
        way = across[node]
        while way >= 0:
            known[column[way]] += weight[way] * known[node]
            way = right[way]
    settled = iterate(grid, grain, under, down, row, known)
    for place in range(count[GONE] - 1, -1, -1):
        node = order[place]
        way = under[node]
        while way >= 0:
            known[node] += weight[way] * known[row[way]]
            way = down[way]
    return settled


def iterate(
    grid: Grid, grain: float, first: Column, following: Column, other: Column, known: Column
) -> bool:
    """Solve for the remaining nodes by iterating until nothing changes, along rows or columns."""
    weight, away, order, spare = grid.weight, grid.away, grid.order, grid.spare
    count = grid.count
    moved = count[GONE] < count[NODES]
    for place in range(count[GONE], count[NODES]):
        node = order[place]
        spare[node] = known[node]
        known[node] = known[node] / away[node]
    for _ in range(SWEEPS):
        if not moved:
            return True
        moved = False
        for place in range(count[GONE], count[NODES]):
            node = order[place]
            total = spare[node]
            way = first[node]
            while way >= 0:
                total += weight[way] * known[other[way]]
                way = following[way]
            total = total / away[node]
            if abs(total - known[node]) > CLOSE * grain * abs(total):
                moved = True
            known[node] = total
    return not moved
