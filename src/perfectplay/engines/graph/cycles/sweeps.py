"""Sweeps over a graph with cycles: node by node, and component by component.

The `board` are the columns of a graph with its lanes: `order`, `place` (the index of a node in the
order), `who` (chooses there, or -1 for nobody), `kind`, `player`, `first`, `target`, `offset`,
`reach`, `probability`, `points` and `component`. A component is solved lane by lane, in columns of
its own. These, the working memory, and `local` and `bound`, which hold the values and bounds of its
nodes, are large enough for the largest component.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.cycles.bounds import bellman_backup, prove_component
from perfectplay.engines.graph.cycles.chain import measure
from perfectplay.engines.graph.cycles.component import FINE, NOBODY, Component, Scratch, lead_out
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
    component_of: Column,
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
        if len(component_of) == 0:
            continue
        if component_of[node] < 0 or component_of[node] != component_of[order[begin]]:
            begin = here
            edges = 0
        if component_of[node] >= 0:
            edges += first[node + 1] - first[node]
            most[0] = max(most[0], here + 1 - begin)
            most[1] = max(most[1], edges)


def end_of(order: Column, component_of: Column, begin: int) -> int:
    """Where a component ends in the order, or a stretch of nodes on no cycle."""
    end = begin + 1
    while end < len(order) and component_of[order[end]] == component_of[order[begin]]:
        end += 1
    return end


def load(
    board: Board, begin: int, end: int, lane: int, value: Column, component: Component
) -> None:
    """Copy one lane of a component into columns of its own; `value` holds what lies beyond."""
    (order, place, who, _, _, first, target, _, _, probability, points, component_of) = board
    (component_first, component_target, component_probability, component_points, component_who) = (
        component
    )
    edges = 0
    for here in range(begin, end):
        node = order[here]
        component_first[here - begin] = edges
        component_who[here - begin] = who[node]
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            inside = component_of[then] == component_of[node]
            component_target[edges] = place[then] - begin if inside else -1
            component_probability[edges] = probability[edge]
            component_points[edges] = points[edge]
            edges += 1
    component_first[end - begin] = edges
    load_exits(board, begin, end, lane, 0, 0.0, value, component)


def load_exits(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    sign: int,
    grain: float,
    value: Column,
    component: Component,
) -> None:
    """Give the exits of a component the values of what lies beyond them.

    With a sign, sums are rounded up or down, away from their true value.
    """
    (order, _, _, _, _, first, _, _, reach, _, points, _) = board
    (component_first, component_target, _, component_points, _) = component
    for here in range(begin, end):
        node = order[here]
        ahead = first[node] - component_first[here - begin]
        for edge in range(component_first[here - begin], component_first[here - begin + 1]):
            if component_target[edge] < 0:
                gain = points[edge + ahead]
                total = gain + value[reach[edge + ahead] + lane]
                if sign != 0 and gain != 0:
                    total += sign * 2 * grain * (abs(total) + abs(gain))
                component_points[edge] = total


def take_choices(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    chosen: Column,
    component: Component,
    choice: Column,
) -> None:
    """Copy the choices of the graph to the nodes of a component."""
    (order, _, who, _, _, first, _, offset, _, _, _, _) = board
    for here in range(begin, end):
        node = order[here]
        if who[node] >= 0:
            edge = chosen[offset[node] + lane] - first[node]
            choice[here - begin] = component[0][here - begin] + edge


def solve_all(
    board: Board,
    component: Component,
    scratch: Scratch,
    local: Column,
    bound: Column,
    grain: float,
    value: Column,
    lower: Column,
    upper: Column,
    fault: Column,
) -> int:
    """Values and bounds of all states, successors first; those of final states are given.

    The states of a component initially hold the value of endless play. If a component cannot be
    solved, `fault` says where it begins and ends in the order.
    """
    (order, _, _, kind, player, first, _, offset, reach, probability, points, component_of) = board
    begin = 0
    while begin < len(order):
        end = end_of(order, component_of, begin)
        if component_of[order[begin]] < 0:
            nodes = order[begin:end]
            backward(nodes, kind, player, first, offset, reach, probability, points, value)
            enclose(board, begin, end, grain, lower, upper)
            begin = end
            continue
        state = offset[order[begin]]
        for lane in range(offset[order[begin] + 1] - state):
            load(board, begin, end, lane, value, component)
            forever = value[state + lane]
            known = improve_both(component, end - begin, forever, grain, scratch, local)
            status = solve_component(component, end - begin, known, forever, grain, scratch, local)
            for here in range(begin, end):
                value[offset[order[here]] + lane] = local[here - begin]
            if status == FINE:
                measure(component, end - begin, grain, scratch, local)
            for side in range(2):
                if status == FINE:
                    column = lower if side else upper
                    load_exits(board, begin, end, lane, 1 - 2 * side, grain, column, component)
                    forever = column[state + lane]
                    status = prove_component(
                        component, end - begin, side, forever, grain, scratch, local, bound
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
    """Bounds of nodes on no cycle, successors first: only rounding is uncertain."""
    (order, _, who, kind, _, first, _, offset, reach, probability, points, _) = board
    component = (first, reach, probability, points, who)
    for here in range(begin, end):
        node = order[here]
        if kind[node] == FINAL:
            continue
        for lane in range(offset[node + 1] - offset[node]):
            state = offset[node] + lane
            upper[state] = bellman_backup(component, node, lane, 0, False, grain, reach, upper)
            lower[state] = bellman_backup(component, node, lane, 1, False, grain, reach, lower)


def fit(value: Column, lower: Column, upper: Column) -> int:
    """Move every value inside its bounds; returns the state where these are furthest apart."""
    widest = 0
    for state in range(len(value)):
        value[state] = min(max(value[state], lower[state]), upper[state])
        if upper[state] - lower[state] > upper[widest] - lower[widest]:
            widest = state
    return widest


def choose_all(
    board: Board,
    component: Component,
    scratch: Scratch,
    grain: float,
    lower: Column,
    upper: Column,
    chosen: Column,
) -> None:
    """Make every choice on a cycle take the first best option with which play makes progress."""
    (order, _, who, _, _, first, _, offset, reach, _, points, component_of) = board
    (choice, _, _, tied, _, _) = scratch
    begin = 0
    while begin < len(order):
        end = end_of(order, component_of, begin)
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes if component_of[order[begin]] >= 0 else 0):
            load(board, begin, end, lane, lower, component)
            take_choices(board, begin, end, lane, chosen, component, choice)
            for here in range(begin, end):
                node = order[here]
                state = offset[node] + lane
                for edge in range(first[node], first[node + 1]):
                    then = reach[edge] + lane
                    after = (points[edge], lower[then], upper[then])
                    tied[component[0][here - begin] + edge - first[node]] = overlap(
                        after, lower[state], upper[state], grain
                    )
            for mover in range(2):
                get_on(component, end - begin, mover, scratch)
            for here in range(begin, end):
                node = order[here]
                if who[node] >= 0:
                    edge = choice[here - begin] - component[0][here - begin]
                    chosen[offset[node] + lane] = first[node] + edge
        begin = end


def can_catch(board: Board, component: Component, scratch: Scratch, chosen: Column) -> bool:
    """Whether there is a component that play never leaves, from some of its states."""
    (order, _, _, _, _, _, _, offset, _, _, _, component_of) = board
    (choice, mark, _, _, _, _) = scratch
    begin = 0
    while begin < len(order):
        end = end_of(order, component_of, begin)
        lanes = offset[order[begin] + 1] - offset[order[begin]]
        for lane in range(lanes if component_of[order[begin]] >= 0 else 0):
            load(board, begin, end, lane, chosen, component)
            take_choices(board, begin, end, lane, chosen, component, choice)
            for node in range(end - begin):
                mark[node] = 0
            if lead_out(component, end - begin, NOBODY, choice, mark) > 0:
                return True
        begin = end
    return False


def count_all(
    board: Board,
    component: Component,
    scratch: Scratch,
    local: Column,
    bound: Column,
    endless: float,
    grain: float,
    chosen: Column,
    visits: Column,
    caught: Column,
) -> int:
    """How often each state occurs in play, start first; `visits` is one at the start, else zero.

    `caught` receives the probability that play enters, at each state, a set it never leaves; the
    states of such a set occur `endless` times.
    """
    (order, _, who, kind, _, first, target, offset, reach, probability, _, component_of) = board
    end = len(order)
    while end > 0:
        begin = end - 1
        while begin > 0 and component_of[order[begin - 1]] == component_of[order[end - 1]]:
            begin -= 1
        if component_of[order[begin]] < 0:
            nodes = order[begin:end]
            forward(nodes, kind, first, offset, reach, probability, chosen, visits)
            end = begin
            continue
        for lane in range(offset[order[begin] + 1] - offset[order[begin]]):
            entered = False
            for here in range(begin, end):
                local[here - begin] = visits[offset[order[here]] + lane]
                entered = entered or local[here - begin] != 0
            if not entered:
                continue
            load(board, begin, end, lane, visits, component)
            take_choices(board, begin, end, lane, chosen, component, scratch[0])
            status = count_visits(component, end - begin, endless, grain, scratch, local, bound)
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
                    if component_of[target[edge]] != component_of[node]:
                        visits[reach[edge] + lane] += often * probability[edge]
        end = begin
    return FINE
