"""Sweeps over a graph with cycles in it: node by node, and component by component.

The `board` are the columns of a graph with its lanes: `order`, `place` (where a node is in the
order), `kind`, `player`, `first`, `target`, `offset`, `reach`, `probability`, `points` and
`component`. A component is solved lane by lane, as a net of its own; a node on no cycle is a net
of one node. The columns in `room` are large enough for the largest net.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.cycles.bounds import beyond, prove_component
from perfectplay.engines.graph.cycles.strategy_iteration import (
    FINE,
    Net,
    find_cuts,
    solve_component,
)
from perfectplay.engines.graph.cycles.visits import count_visits, get_on
from perfectplay.engines.graph.induction import CHANCE, CHOICE, FINAL, Column, backward, forward

Board = Any
Room = Any
"""Room for a component's `choice`, `value`, `bound`, `mark`, `still`, `scratch` and `matrix`."""


def place_nodes(
    order: Column, component: Column, first: Column, place: Column, most: Column
) -> None:
    """Where each node is in the order; and the most nodes and edges that a net can have."""
    count = len(order)
    begin = 0
    edges = 0
    for here in range(count):
        node = order[here]
        place[node] = here
        if component[node] < 0 or component[node] != component[order[begin]]:
            begin = here
            edges = 0
        edges += first[node + 1] - first[node]
        most[0] = max(most[0], here + 1 - begin)
        most[1] = max(most[1], edges)


def end_of(order: Column, component: Column, begin: int) -> int:
    """Where in the order a component ends, or what is on no cycle."""
    end = begin + 1
    while end < len(order) and component[order[end]] == component[order[begin]]:
        end += 1
    return end


def load(
    board: Board, begin: int, end: int, lane: int, sign: int, grain: float, worth: Column, net: Net
) -> None:
    """Make some nodes, in one lane, a net; what lies beyond it is in `worth`.

    With a sign, sums are rounded up or down, away from what they are.
    """
    (order, place, kind, player, first, target, _, reach, probability, points, component) = board
    (net_first, net_target, net_probability, net_points, who, _) = net
    edges = 0
    number = component[order[begin]]
    for here in range(begin, end):
        node = order[here]
        net_first[here - begin] = edges
        who[here - begin] = player[node] if kind[node] == CHOICE else -1
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            net_probability[edges] = probability[edge]
            if number >= 0 and component[then] == number:
                net_target[edges] = place[then] - begin
                net_points[edges] = points[edge]
            else:
                total = points[edge] + worth[reach[edge] + lane]
                if sign != 0 and points[edge] != 0:
                    total += sign * 2 * grain * (abs(total) + abs(points[edge]))
                net_target[edges] = -1
                net_points[edges] = total
            edges += 1
    net_first[end - begin] = edges


def solve_all(
    board: Board,
    net: Net,
    room: Room,
    grain: float,
    value: Column,
    lower: Column,
    upper: Column,
    fault: Column,
) -> int:
    """Values and bounds of all states, successors first; those of final states are there already.

    The states of a component hold what endless play is worth there. If one cannot be solved,
    `fault` tells where it begins and ends in the order.
    """
    (order, _, kind, player, first, _, offset, reach, probability, points, component) = board
    (choice, local, bound, mark, still, scratch, matrix) = room
    begin = 0
    while begin < len(order):
        end = end_of(order, component, begin)
        if component[order[begin]] < 0:
            nodes = order[begin:end]
            backward(nodes, kind, player, first, offset, reach, probability, points, value)
            bound_nodes(board, net, room, begin, end, grain, lower, upper)
            begin = end
            continue
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes):
            forever = value[offset[order[begin]] + lane]
            load(board, begin, end, lane, 0, grain, value, net)
            cuts = find_cuts(net, end - begin)
            status = solve_component(
                net,
                end - begin,
                cuts,
                forever,
                grain,
                choice,
                local,
                mark,
                still,
                scratch,
                matrix,
            )
            for here in range(begin, end):
                value[offset[order[here]] + lane] = local[here - begin]
            for side in range(2):
                if status == FINE:
                    column = lower if side else upper
                    load(board, begin, end, lane, 1 - 2 * side, grain, column, net)
                    status = prove_component(
                        net,
                        end - begin,
                        cuts,
                        side,
                        forever,
                        grain,
                        choice,
                        local,
                        bound,
                        mark,
                        still,
                        scratch,
                        matrix,
                    )
                    for here in range(begin, end):
                        column[offset[order[here]] + lane] = bound[here - begin]
            if status != FINE:
                fault[0] = begin
                fault[1] = end
                return status
        begin = end
    return FINE


def bound_nodes(
    board: Board,
    net: Net,
    room: Room,
    begin: int,
    end: int,
    grain: float,
    lower: Column,
    upper: Column,
) -> None:
    """Bounds of nodes on no cycle, successors first."""
    (order, _, kind, _, _, _, offset, _, _, _, _) = board
    (choice, _, bound, _, _, _, _) = room
    for here in range(begin, end):
        node = order[here]
        if kind[node] == FINAL:
            continue
        for lane in range(offset[node + 1] - offset[node]):
            for side in range(2):
                column = lower if side else upper
                load(board, here, here + 1, lane, 1 - 2 * side, grain, column, net)
                worth = beyond(net, 0, side, False, grain, choice, bound)
                column[offset[node] + lane] = worth


def fit(value: Column, lower: Column, upper: Column) -> int:
    """Let every value lie between its bounds; returns the state where these are furthest apart."""
    widest = 0
    for state in range(len(value)):
        value[state] = min(max(value[state], lower[state]), upper[state])
        if upper[state] - lower[state] > upper[widest] - lower[widest]:
            widest = state
    return widest


def choose_all(
    board: Board,
    net: Net,
    room: Room,
    relative: float,
    absolute: float,
    value: Column,
    chosen: Column,
) -> None:
    """Let every choice in a component take the first of the best options by which play gets on."""
    (order, _, kind, _, first, _, offset, _, _, _, component) = board
    (choice, local, _, mark, _, _, _) = room
    begin = 0
    while begin < len(order):
        end = end_of(order, component, begin)
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes if component[order[begin]] >= 0 else 0):
            load(board, begin, end, lane, 0, 0.0, value, net)
            for here in range(begin, end):
                node = order[here]
                local[here - begin] = value[offset[node] + lane]
                choice[here - begin] = (
                    chosen[offset[node] + lane] - first[node] + net[0][here - begin]
                )
            for mover in range(2):
                get_on(net, end - begin, mover, relative, absolute, choice, local, mark)
            for here in range(begin, end):
                node = order[here]
                if kind[node] == CHOICE:
                    edge = choice[here - begin] - net[0][here - begin]
                    chosen[offset[node] + lane] = first[node] + edge
        begin = end


def count_all(
    board: Board,
    net: Net,
    room: Room,
    endless: float,
    chosen: Column,
    visits: Column,
    caught: Column,
) -> None:
    """How often each state arises in play, start first; `visits` holds one at the start, else zero.

    `caught` becomes the probability that play enters there what it never leaves again; the states
    there arise `endless` times.
    """
    (order, _, kind, _, first, target, offset, reach, probability, _, component) = board
    (choice, local, bound, mark, _, scratch, matrix) = room
    end = len(order)
    while end > 0:
        begin = end - 1
        while begin > 0 and component[order[begin - 1]] == component[order[end - 1]]:
            begin -= 1
        if component[order[begin]] < 0:
            nodes = order[begin:end]
            forward(nodes, kind, first, offset, reach, probability, chosen, visits)
            end = begin
            continue
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes):
            entered = False
            for here in range(begin, end):
                node = order[here]
                local[here - begin] = visits[offset[node] + lane]
                entered = entered or local[here - begin] != 0
            if not entered:
                continue
            load(board, begin, end, lane, 0, 0.0, visits, net)
            cuts = find_cuts(net, end - begin)
            for here in range(begin, end):
                node = order[here]
                choice[here - begin] = (
                    chosen[offset[node] + lane] - first[node] + net[0][here - begin]
                )
            count_visits(
                net, end - begin, cuts, endless, choice, local, bound, mark, scratch, matrix
            )
            for here in range(begin, end):
                node = order[here]
                often = local[here - begin]
                visits[offset[node] + lane] = often
                caught[offset[node] + lane] = bound[here - begin]
                if often == endless:
                    continue
                start = first[node]
                stop = first[node + 1]
                if kind[node] != CHANCE:
                    start = chosen[offset[node] + lane]
                    stop = start + 1
                for edge in range(start, stop):
                    if component[target[edge]] != component[node]:
                        visits[reach[edge] + lane] += often * probability[edge]
        end = begin
