"""How play goes in a circle: which of the best options to take, and how often a node arises.

As in `circles`, whose names these sweeps use.
"""

from __future__ import annotations

from perfectplay.engines.circles import (
    MOST_CUTS,
    NOBODY,
    SWEEPS,
    Board,
    lead_out,
    solve_equations,
)
from perfectplay.engines.sweeps import CHANCE, CHOICE, Column, forward


def choose_all(
    board: Board,
    relative: float,
    absolute: float,
    value: Column,
    chosen: Column,
    mark: Column,
) -> None:
    """Let every choice in a circle take the first of the best options by which play gets on.

    To wait is often as good as to move on, as long as one moves on some day; so the first of the
    best options may be to wait for ever. `chosen` holds that first one, and keeps it where a player
    cannot get on.
    """
    (order, _, _, _, _, offset, _, _, _, circle, _) = board
    count = len(order)
    begin = 0
    while begin < count:
        node = order[begin]
        around = circle[node]
        end = begin + 1
        while around >= 0 and end < count and circle[order[end]] == around:
            end += 1
        if around >= 0:
            for lane in range(offset[node + 1] - offset[node]):
                for mover in range(2):
                    get_on(
                        board, begin, end, lane, mover, relative, absolute, value, chosen, mark
                    )
        begin = end


def get_on(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    mover: int,
    relative: float,
    absolute: float,
    value: Column,
    chosen: Column,
    mark: Column,
) -> None:
    """Mark the nodes from which a player can get on at no cost, and take the first way to do so.

    To get on is to leave the circle, to score, or to come by chance to a better or a worse node.
    The other player may take any of the best options, and so may hinder it.
    """
    (order, kind, player, first, target, offset, reach, _, points, circle, _) = board
    around = circle[order[begin]]
    for place in range(begin, end):
        mark[order[place]] = 0
    moved = True
    while moved:
        moved = False
        for place in range(begin, end):
            node = order[place]
            if mark[node]:
                continue
            state = offset[node] + lane
            best = value[state]
            onward = 0
            back = 0
            way = -1
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                worth = points[edge] + value[reach[edge] + lane]
                tie = abs(worth - best) <= relative * max(abs(worth), abs(best)) + absolute
                if kind[node] == CHOICE and not tie:
                    continue
                if circle[then] != around or points[edge] != 0 or mark[then] or not tie:
                    onward += 1
                    if onward == 1:
                        way = edge
                else:
                    back += 1
            if onward == 0 or (kind[node] == CHOICE and player[node] != mover and back > 0):
                continue
            mark[node] = 1
            moved = True
            if kind[node] == CHOICE and player[node] == mover:
                chosen[state] = way


def count_all(
    board: Board,
    chosen: Column,
    endless: float,
    visits: Column,
    caught: Column,
    mark: Column,
    scratch: Column,
    matrix: Column,
) -> None:
    """How often each state arises in play, start first; `visits` holds one at the start, else zero.

    `caught` becomes the probability that play enters there what it never leaves again; the states
    there arise `endless` times.
    """
    (order, kind, _, first, _, offset, reach, probability, _, circle, _) = board
    end = len(order)
    while end > 0:
        node = order[end - 1]
        around = circle[node]
        begin = end - 1
        while begin > 0 and circle[order[begin - 1]] == around:
            begin -= 1
        if around < 0:
            forward(order[begin:end], kind, first, offset, reach, probability, chosen, visits)
        else:
            for lane in range(offset[node + 1] - offset[node]):
                count_circle(
                    board, begin, end, lane, chosen, endless, visits, caught, mark, scratch, matrix
                )
        end = begin


def count_circle(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    chosen: Column,
    endless: float,
    visits: Column,
    caught: Column,
    mark: Column,
    scratch: Column,
    matrix: Column,
) -> None:
    """The same for a circle that play enters as `visits` tells."""
    (order, _, _, _, _, offset, _, probability, _, _, cut) = board
    entered = False
    cuts = 0
    for place in range(begin, end):
        node = order[place]
        mark[node] = 0
        cuts = max(cuts, cut[node] + 1)
        if visits[offset[node] + lane] != 0:
            entered = True
    if not entered:
        return
    lead_out(board, begin, end, lane, NOBODY, chosen, mark)
    width = cuts + 1
    direct = len(matrix) >= cuts * width
    if direct:
        for place in range(cuts * width):
            matrix[place] = 0 * probability[0]
        for column in range(width):
            for place in range(begin, end):
                node = order[place]
                scratch[node] = 0 * probability[0]
                if column == cuts:
                    scratch[node] = visits[offset[node] + lane]
                elif cut[node] == column:
                    scratch[node] = scratch[node] + 1
            flow(board, begin, end, lane, column, cuts, chosen, mark, scratch, matrix)
        solve_equations(matrix, cuts)
    for place in range(begin, end):
        node = order[place]
        scratch[node] = visits[offset[node] + lane]
        if direct and cut[node] >= 0 and mark[node]:
            scratch[node] = matrix[cut[node] * width + cuts]
        visits[offset[node] + lane] = 0
    for _ in range(SWEEPS):
        left = spill(board, begin, end, lane, direct, chosen, visits, caught, mark, scratch)
        if direct or left < 1e-18:
            break
    spread(board, begin, end, lane, chosen, endless, visits, caught, mark)


def flow(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    column: int,
    cuts: int,
    chosen: Column,
    mark: Column,
    scratch: Column,
    matrix: Column,
) -> None:
    """Push what is at the nodes along the chain as far as the cuts, and add it up there."""
    (order, kind, _, first, target, offset, _, probability, _, circle, cut) = board
    around = circle[order[begin]]
    width = cuts + 1
    for place in range(end - 1, begin - 1, -1):
        node = order[place]
        often = scratch[node]
        if not mark[node] or often == 0:
            continue
        if column == cuts and cut[node] >= 0:
            matrix[cut[node] * width + cuts] += often
            continue
        start = first[node]
        stop = first[node + 1]
        if kind[node] == CHOICE:
            start = chosen[offset[node] + lane]
            stop = start + 1
        for edge in range(start, stop):
            then = target[edge]
            if circle[then] == around and mark[then]:
                if cut[then] >= 0:
                    matrix[cut[then] * width + column] += often * probability[edge]
                else:
                    scratch[then] += often * probability[edge]


def spill(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    direct: bool,
    chosen: Column,
    visits: Column,
    caught: Column,
    mark: Column,
    scratch: Column,
) -> float:
    """Add what is at the nodes to their visits, and push it on; returns what comes back to cuts.

    Where the visits of the cuts are known, nothing comes back: it is counted already.
    """
    (order, kind, _, first, target, offset, reach, probability, _, circle, cut) = board
    around = circle[order[begin]]
    left = 0.0
    for place in range(end - 1, begin - 1, -1):
        node = order[place]
        state = offset[node] + lane
        often = scratch[node]
        if often == 0:
            continue
        scratch[node] = 0 * often
        if not mark[node]:
            caught[state] += often
            continue
        visits[state] += often
        start = first[node]
        stop = first[node + 1]
        if kind[node] == CHOICE:
            start = chosen[state]
            stop = start + 1
        for edge in range(start, stop):
            then = target[edge]
            share = often * probability[edge]
            if circle[then] != around:
                visits[reach[edge] + lane] += share
            elif not mark[then]:
                caught[offset[then] + lane] += share
            elif cut[then] < 0:
                scratch[then] += share
            elif not direct:
                scratch[then] += share
                left += share
    return left


def spread(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    chosen: Column,
    endless: float,
    visits: Column,
    caught: Column,
    mark: Column,
) -> None:
    """Where play is caught, it comes by again and again."""
    (order, kind, _, first, target, offset, _, _, _, _, _) = board
    moved = True
    while moved:
        moved = False
        for place in range(end - 1, begin - 1, -1):
            node = order[place]
            state = offset[node] + lane
            if mark[node] or (caught[state] == 0 and visits[state] == 0):
                continue
            if visits[state] == 0:
                visits[state] = endless
                moved = True
            start = first[node]
            stop = first[node + 1]
            if kind[node] == CHOICE:
                start = chosen[state]
                stop = start + 1
            for edge in range(start, stop):
                then = offset[target[edge]] + lane
                if visits[then] == 0:
                    visits[then] = endless
                    moved = True
