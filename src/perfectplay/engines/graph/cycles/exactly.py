"""Solve the components of a game in fractions, starting from choices found by floats.

Floats nearly always choose correctly, and the values of these choices solve one system of equations
per component. The choices are then improved as far as possible, and the values proved as usual. So
a wrong choice costs time and nothing else.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

from perfectplay.engines.graph.cycles.chain import gather
from perfectplay.engines.graph.cycles.component import (
    BOTH,
    FINE,
    LOOSE,
    NOBODY,
    PIT,
    Component,
    Scratch,
    open_edges,
)
from perfectplay.engines.graph.cycles.endless import come_to_rest, stay_put
from perfectplay.engines.graph.cycles.lifting import Row, solve_rows
from perfectplay.engines.graph.cycles.proper import get_on, mark_ties
from perfectplay.engines.graph.cycles.strategy_iteration import (
    QUICK_ITERATIONS,
    improve,
    solve_component,
    start_out,
)
from perfectplay.engines.graph.cycles.sweeps import Board, end_of, load, take_choices
from perfectplay.engines.graph.solve.induction import Column, backward


def solve_exactly(
    board: Board,
    component: Component,
    scratch: Scratch,
    local: Column,
    guess: Column | None,
    value: Column,
    fault: Column,
) -> int:
    """Values of all states, successors first, as `sweeps.solve_all` computes them in floats."""
    (order, _, _, kind, player, first, _, offset, reach, probability, points, component_of) = board
    begin = 0
    while begin < len(order):
        end = end_of(order, component_of, begin)
        size = end - begin
        if component_of[order[begin]] < 0:
            nodes = order[begin:end]
            backward(nodes, kind, player, first, offset, reach, probability, points, value)
            begin = end
            continue
        state = offset[order[begin]]
        for lane in range(offset[order[begin] + 1] - state):
            load(board, begin, end, lane, value, component)
            forever = value[state + lane]
            start_out(component, size, scratch[0], scratch[1])
            if guess is not None:
                take_choices(board, begin, end, lane, guess, component, scratch[0])
            known = improve_lifted(component, size, forever, scratch, local)
            status = solve_component(component, size, known, forever, 0, scratch, local)
            if status == FINE:
                status = prove_values(component, size, forever, scratch, local)
            if status != FINE:
                fault[0] = begin
                fault[1] = end
                return status
            for here in range(begin, end):
                value[offset[order[here]] + lane] = local[here - begin]
        begin = end
    return FINE


def improve_lifted(
    component: Component, size: int, forever: Any, scratch: Scratch, value: Column
) -> bool:
    """Let both players improve at once; returns whether that ended with values."""
    (choice, mark, _, _, _, _) = scratch
    for _ in range(QUICK_ITERATIONS):
        if evaluate_lifted(component, size, forever, scratch, value) != FINE:
            start_out(component, size, choice, mark)
            return False
        if improve(component, size, BOTH, 0, choice, value) == 0:
            return True
    return False


def evaluate_lifted(
    component: Component, size: int, forever: Any, scratch: Scratch, value: Column
) -> int:
    """The values of all nodes under the current choices, as `chain.evaluate` computes them."""
    (_, _, still, _, _, _) = scratch
    if come_to_rest(component, size, NOBODY, scratch) > 0:
        return PIT
    gather(component, size, forever, 0, scratch, value)
    nodes = [node for node in range(size) if not still[node]]
    rows, scales = whole_rows(component, nodes, scratch)
    wanted = [value[node] * scale for node, scale in zip(nodes, scales, strict=True)]
    for node, number in zip(nodes, solve_rows(rows, wanted), strict=True):
        value[node] = number
    return FINE


def whole_rows(
    component: Component, nodes: list[int], scratch: Scratch
) -> tuple[list[Row], list[int]]:
    """The rows of I - A for some nodes, each multiplied to make it whole; and the multipliers."""
    (_, target, probability, _, _) = component
    (choice, _, _, _, _, _) = scratch
    place = {node: at for at, node in enumerate(nodes)}
    rows, scales = [], []
    for at, node in enumerate(nodes):
        edges = open_edges(component, node, NOBODY, choice)
        scale = lcm(*(probability[edge].denominator for edge in edges))
        row = {at: scale}
        for edge in edges:
            then = place.get(target[edge])
            if then is not None:
                row[then] = row.get(then, 0) - int(probability[edge] * scale)
        rows.append(row)
        scales.append(scale)
    return rows, scales


def prove_values(
    component: Component, size: int, forever: Any, scratch: Scratch, value: Column
) -> int:
    """Prove the values of a component, as `bounds` does for values found by floats.

    They are nowhere above or below what they lead to; and no player can wait for ever where that is
    better, unless that is due to the other one's choices, which then have to change.
    """
    (choice, mark, _, tied, _, _) = scratch
    if not is_solved(component, size, choice, value):
        return LOOSE
    for side in range(2):
        sign = 1 - 2 * side
        for again in range(2):
            for node in range(size):
                mark[node] = sign * (forever - value[node]) > 0
            if stay_put(component, size, side, choice, mark) == 0:
                break
            if again:
                return LOOSE
            mark_ties(component, size, 0, value, tied)
            get_on(component, size, 1 - side, scratch)
    return FINE


def is_solved(component: Component, size: int, choice: Column, value: Column) -> bool:
    """Whether each value is the mean, or the best, of those it leads to, and choices take the best.

    Over a common denominator all numbers are whole, which is much faster than fractions.
    """
    (first, target, probability, points, who) = component
    gains = points[: first[size]]
    common = lcm(*(Fraction(each).denominator for each in (*value[:size], *gains)))
    values = [int(each * common) for each in value[:size]]
    for node in range(size):
        edges = range(first[node], first[node + 1])
        worths = [
            int(points[edge] * common) + (values[target[edge]] if target[edge] >= 0 else 0)
            for edge in edges
        ]
        if who[node] >= 0:
            best = min(worths) if who[node] else max(worths)
            if not best == values[node] == worths[choice[node] - first[node]]:
                return False
            continue
        scale = lcm(*(probability[edge].denominator for edge in edges))
        weights = [int(probability[edge] * scale) for edge in edges]
        if sum(map(mul, weights, worths)) != scale * values[node]:
            return False
    return True
