"""How play goes in a component: which of the best options to take, and how often a node arises."""

from __future__ import annotations

from perfectplay.engines.graph.cycles.strategy_iteration import (
    NOBODY,
    SWEEPS,
    Net,
    lead_out,
    solve_equations,
)
from perfectplay.engines.graph.induction import Column

NEGLIGIBLE = 1e-18
"""Where visits are counted by iteration, what is left under way in the end."""


def get_on(
    net: Net,
    size: int,
    mover: int,
    relative: float,
    absolute: float,
    choice: Column,
    value: Column,
    mark: Column,
) -> None:
    """Let a player take, wherever that is possible, one of the best options by which play gets on.

    To wait is often as good as to move on, as long as one moves on some day; so a choice that is as
    good as any may be to wait for ever. If so, the first option is taken that gets on. To get on is
    to leave the component, to score, to come by chance to a better or a worse node, or to come
    nearer to that. The other player may take any of the best options, and so may hinder it; where
    that is so, the choice stays, too.
    """
    (first, target, _, points, who, _) = net
    for node in range(size):
        mark[node] = 0
    moved = True
    while moved:
        moved = False
        for node in range(size):
            if mark[node]:
                continue
            best = value[node]
            onward = 0
            back = 0
            way = choice[node]
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                worth = points[edge]
                if then >= 0:
                    worth += value[then]
                tie = abs(worth - best) <= relative * max(abs(worth), abs(best)) + absolute
                if who[node] >= 0 and not tie:
                    continue
                if then < 0 or points[edge] != 0 or mark[then] or not tie:
                    onward += 1
                    if onward == 1 or edge == choice[node]:
                        way = edge
                else:
                    back += 1
            if onward == 0 or (who[node] == 1 - mover and back > 0):
                continue
            mark[node] = 1
            moved = True
            if who[node] == mover:
                choice[node] = way


def count_visits(
    net: Net,
    size: int,
    cuts: int,
    endless: float,
    choice: Column,
    visits: Column,
    caught: Column,
    mark: Column,
    scratch: Column,
    matrix: Column,
) -> None:
    """How often each node arises; `visits` holds how often play enters the component there.

    `caught` becomes the probability that play enters there what it never leaves again; the nodes
    there arise `endless` times. As with the values, the visits of the cuts are unknowns.
    """
    (_, _, probability, _, _, cut) = net
    for node in range(size):
        mark[node] = 0
        caught[node] = 0 * probability[0]
    lead_out(net, size, NOBODY, choice, mark)
    width = cuts + 1
    direct = len(matrix) >= cuts * width
    if direct:
        for place in range(cuts * width):
            matrix[place] = 0 * probability[0]
        for column in range(width):
            for node in range(size):
                scratch[node] = 0 * probability[0]
                if column == cuts:
                    scratch[node] = visits[node]
                elif cut[node] == column:
                    scratch[node] += 1
            flow(net, size, cuts, column, choice, mark, scratch, matrix)
        solve_equations(matrix, cuts)
    for node in range(size):
        scratch[node] = visits[node]
        if direct and cut[node] >= 0 and mark[node]:
            scratch[node] = matrix[cut[node] * width + cuts]
        visits[node] = 0 * probability[0]
    for _ in range(SWEEPS):
        left = spill(net, size, direct, choice, visits, caught, mark, scratch)
        if direct or left < NEGLIGIBLE:
            break
    spread(net, size, endless, choice, visits, caught, mark)


def flow(
    net: Net,
    size: int,
    cuts: int,
    column: int,
    choice: Column,
    mark: Column,
    scratch: Column,
    matrix: Column,
) -> None:
    """Push what is at the nodes along the chain as far as the cuts, and add it up there."""
    (first, target, probability, _, who, cut) = net
    width = cuts + 1
    for node in range(size - 1, -1, -1):
        often = scratch[node]
        if not mark[node] or often == 0:
            continue
        if column == cuts and cut[node] >= 0:
            matrix[cut[node] * width + cuts] += often
            continue
        start = first[node]
        stop = first[node + 1]
        if who[node] >= 0:
            start = choice[node]
            stop = start + 1
        for edge in range(start, stop):
            then = target[edge]
            if then >= 0 and mark[then]:
                if cut[then] >= 0:
                    matrix[cut[then] * width + column] += often * probability[edge]
                else:
                    scratch[then] += often * probability[edge]


def spill(
    net: Net,
    size: int,
    direct: bool,
    choice: Column,
    visits: Column,
    caught: Column,
    mark: Column,
    scratch: Column,
) -> float:
    """Add what is at the nodes to their visits, and push it on; returns what comes back to cuts.

    Where the visits of the cuts are known, nothing comes back: it is counted already.
    """
    (first, target, probability, _, who, cut) = net
    left = 0.0
    for node in range(size - 1, -1, -1):
        often = scratch[node]
        if often == 0:
            continue
        scratch[node] = 0 * often
        if not mark[node]:
            caught[node] += often
            continue
        visits[node] += often
        start = first[node]
        stop = first[node + 1]
        if who[node] >= 0:
            start = choice[node]
            stop = start + 1
        for edge in range(start, stop):
            then = target[edge]
            share = often * probability[edge]
            if then >= 0 and not mark[then]:
                caught[then] += share
            elif then >= 0 and cut[then] < 0:
                scratch[then] += share
            elif then >= 0 and not direct:
                scratch[then] += share
                left += share
    return left


def spread(
    net: Net,
    size: int,
    endless: float,
    choice: Column,
    visits: Column,
    caught: Column,
    mark: Column,
) -> None:
    """Where play is caught, it comes by again and again."""
    (first, target, _, _, who, _) = net
    moved = True
    while moved:
        moved = False
        for node in range(size - 1, -1, -1):
            if mark[node] or (caught[node] == 0 and visits[node] == 0):
                continue
            if visits[node] == 0:
                visits[node] = endless
                moved = True
            start = first[node]
            stop = first[node + 1]
            if who[node] >= 0:
                start = choice[node]
                stop = start + 1
            for edge in range(start, stop):
                if visits[target[edge]] == 0:
                    visits[target[edge]] = endless
                    moved = True
