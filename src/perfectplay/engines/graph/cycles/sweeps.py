"""Sweeps over a graph with cycles in it: node by node, and component by component.

The `board` are the columns of a graph with its lanes: `order`, `place` (where a node is in the
order), `who` (chooses there, or -1 for nobody), `kind`, `player`, `first`, `shift`, `target`,
`offset`, `reach`, `probability`, `points` and `component`. A component is solved lane by lane, as a
net of its own. The columns of the net, of the room, and `local` and `bound`, which hold the values
and the bounds of its nodes, are large enough for the largest component.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.cycles.bounds import beyond, prove_component
from perfectplay.engines.graph.cycles.chain import measure
from perfectplay.engines.graph.cycles.component import FINE, NOBODY, Net, Room, lead_out
from perfectplay.engines.graph.cycles.proper import get_on
from perfectplay.engines.graph.cycles.strategy_iteration import improve_both, solve_component
from perfectplay.engines.graph.cycles.visits import count_visits
from perfectplay.engines.graph.solve.induction import (
    CHOICE,
    FINAL,
    Column,
    backward,
    forward,
    overlap,
)

Board = Any


def place_nodes(
    order: Column,
    kind: Column,
    player: Column,
    component: Column,
    first: Column,
    place: Column,
    who: Column,
    most: Column,
) -> None:
    """Where each node is in the order, and who chooses; the most nodes and edges of a component."""
    begin = 0
    edges = 0
    for here in range(len(order)):
        node = order[here]
        place[node] = here
        who[node] = player[node] if kind[node] == CHOICE else -1
        if len(component) == 0:
            continue
        if component[node] < 0 or component[node] != component[order[begin]]:
            begin = here
            edges = 0
        if component[node] >= 0:
            edges += first[node + 1] - first[node]
            most[0] = max(most[0], here + 1 - begin)
            most[1] = max(most[1], edges)


def end_of(order: Column, component: Column, begin: int) -> int:
    """Where in the order a component ends, or what is on no cycle."""
    end = begin + 1
    while end < len(order) and component[order[end]] == component[order[begin]]:
        end += 1
    return end


def load(board: Board, begin: int, end: int, lane: int, worth: Column, net: Net) -> None:
    """Make a component, in one lane, a net; what lies beyond it is in `worth`."""
    (order, place, who, _, _, first, shift, target, _, _, probability, points, component) = board
    (net_first, net_target, net_probability, net_points, net_who) = net
    edges = 0
    for here in range(begin, end):
        node = order[here]
        net_first[here - begin] = edges
        net_who[here - begin] = who[node]
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            inside = component[then] == component[node]
            net_target[edges] = place[then] - begin if inside else -1
            net_probability[edges] = probability[edge + shift[node]]
            net_points[edges] = points[edge + shift[node]]
            edges += 1
    net_first[end - begin] = edges
    look_beyond(board, begin, end, lane, 0, 0.0, worth, net)


def look_beyond(
    board: Board, begin: int, end: int, lane: int, sign: int, grain: float, worth: Column, net: Net
) -> None:
    """Let the ways out of a net have what lies beyond them in `worth`.

    With a sign, sums are rounded up or down, away from what they are.
    """
    (order, _, _, _, _, first, shift, _, _, reach, _, points, _) = board
    (net_first, net_target, _, net_points, _) = net
    for here in range(begin, end):
        node = order[here]
        ahead = first[node] - net_first[here - begin]
        for edge in range(net_first[here - begin], net_first[here - begin + 1]):
            if net_target[edge] < 0:
                gain = points[edge + ahead + shift[node]]
                total = gain + worth[reach[edge + ahead] + lane]
                if sign != 0 and gain != 0:
                    total += sign * 2 * grain * (abs(total) + abs(gain))
                net_points[edge] = total


def take_choices(
    board: Board, begin: int, end: int, lane: int, chosen: Column, net: Net, choice: Column
) -> None:
    """Let the nodes of a net choose as those of the graph do."""
    (order, _, who, _, _, first, _, _, offset, _, _, _, _) = board
    for here in range(begin, end):
        node = order[here]
        if who[node] >= 0:
            edge = chosen[offset[node] + lane] - first[node]
            choice[here - begin] = net[0][here - begin] + edge


def solve_all(
    board: Board,
    net: Net,
    room: Room,
    local: Column,
    bound: Column,
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
    (order, _, _, kind, player, first, shift, _, offset, reach, probability, points, component) = (
        board
    )
    begin = 0
    while begin < len(order):
        end = end_of(order, component, begin)
        if component[order[begin]] < 0:
            nodes = order[begin:end]
            backward(nodes, kind, player, first, shift, offset, reach, probability, points, value)
            enclose(board, begin, end, grain, lower, upper)
            begin = end
            continue
        state = offset[order[begin]]
        for lane in range(offset[order[begin] + 1] - state):
            load(board, begin, end, lane, value, net)
            forever = value[state + lane]
            known = improve_both(net, end - begin, forever, grain, room, local)
            status = solve_component(net, end - begin, known, forever, grain, room, local)
            for here in range(begin, end):
                value[offset[order[here]] + lane] = local[here - begin]
            if status == FINE:
                measure(net, end - begin, grain, room, local)
            for side in range(2):
                if status == FINE:
                    column = lower if side else upper
                    look_beyond(board, begin, end, lane, 1 - 2 * side, grain, column, net)
                    forever = column[state + lane]
                    status = prove_component(
                        net, end - begin, side, forever, grain, room, local, bound
                    )
                    for here in range(begin, end):
                        column[offset[order[here]] + lane] = bound[here - begin]
            if status != FINE:
                fault[0] = begin
                fault[1] = end
                return status
        begin = end
    return FINE


def enclose(board: Board, begin: int, end: int, grain: float, lower: Column, upper: Column) -> None:
    """Bounds of nodes on no cycle, successors first: what rounding leaves open."""
    (order, _, who, kind, _, first, shift, _, offset, reach, probability, points, _) = board
    net = (first, reach, probability, points, who)
    for here in range(begin, end):
        node = order[here]
        if kind[node] == FINAL:
            continue
        for lane in range(offset[node + 1] - offset[node]):
            state = offset[node] + lane
            upper[state] = beyond(net, node, shift[node], lane, 0, False, grain, reach, upper)
            lower[state] = beyond(net, node, shift[node], lane, 1, False, grain, reach, lower)


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
    grain: float,
    lower: Column,
    upper: Column,
    chosen: Column,
) -> None:
    """Let every choice on a cycle take the first of the best options by which play gets on."""
    (order, _, who, _, _, first, shift, _, offset, reach, _, points, component) = board
    (choice, _, _, tied, _, _) = room
    begin = 0
    while begin < len(order):
        end = end_of(order, component, begin)
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes if component[order[begin]] >= 0 else 0):
            load(board, begin, end, lane, lower, net)
            take_choices(board, begin, end, lane, chosen, net, choice)
            for here in range(begin, end):
                node = order[here]
                state = offset[node] + lane
                for edge in range(first[node], first[node + 1]):
                    then = reach[edge] + lane
                    after = (points[edge + shift[node]], lower[then], upper[then])
                    tied[net[0][here - begin] + edge - first[node]] = overlap(
                        after, lower[state], upper[state], grain
                    )
            for mover in range(2):
                get_on(net, end - begin, mover, room)
            for here in range(begin, end):
                node = order[here]
                if who[node] >= 0:
                    edge = choice[here - begin] - net[0][here - begin]
                    chosen[offset[node] + lane] = first[node] + edge
        begin = end


def can_catch(board: Board, net: Net, room: Room, chosen: Column) -> bool:
    """Whether there is a component which play never leaves, from some of its states."""
    (order, _, _, _, _, _, _, _, offset, _, _, _, component) = board
    (choice, mark, _, _, _, _) = room
    begin = 0
    while begin < len(order):
        end = end_of(order, component, begin)
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes if component[order[begin]] >= 0 else 0):
            load(board, begin, end, lane, chosen, net)
            take_choices(board, begin, end, lane, chosen, net, choice)
            for node in range(end - begin):
                mark[node] = 0
            if lead_out(net, end - begin, NOBODY, choice, mark) > 0:
                return True
        begin = end
    return False


def count_all(
    board: Board,
    net: Net,
    room: Room,
    local: Column,
    bound: Column,
    endless: float,
    grain: float,
    chosen: Column,
    visits: Column,
    caught: Column,
) -> int:
    """How often each state arises in play, start first; `visits` holds one at the start, else zero.

    `caught` becomes the probability that play enters there what it never leaves again; the states
    there arise `endless` times.
    """
    (order, _, who, kind, _, first, shift, target, offset, reach, probability, _, component) = board
    end = len(order)
    while end > 0:
        begin = end - 1
        while begin > 0 and component[order[begin - 1]] == component[order[end - 1]]:
            begin -= 1
        if component[order[begin]] < 0:
            nodes = order[begin:end]
            forward(nodes, kind, first, shift, offset, reach, probability, chosen, visits)
            end = begin
            continue
        for lane in range(offset[order[begin] + 1] - offset[order[begin]]):
            entered = False
            for here in range(begin, end):
                local[here - begin] = visits[offset[order[here]] + lane]
                entered = entered or local[here - begin] != 0
            if not entered:
                continue
            load(board, begin, end, lane, visits, net)
            take_choices(board, begin, end, lane, chosen, net, room[0])
            status = count_visits(net, end - begin, endless, grain, room, local, bound)
            if status != FINE:
                return status
            for here in range(begin, end):
                node = order[here]
                often = local[here - begin]
                visits[offset[node] + lane] = often
                caught[offset[node] + lane] = bound[here - begin]
                if often == endless:
                    continue
                start = first[node]
                stop = first[node + 1]
                if who[node] >= 0:
                    start = chosen[offset[node] + lane]
                    stop = start + 1
                for edge in range(start, stop):
                    if component[target[edge]] != component[node]:
                        visits[reach[edge] + lane] += often * probability[edge + shift[node]]
        end = begin
    return FINE
