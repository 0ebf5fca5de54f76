"""Bounds that are proved: what the value of a state cannot be above, or below.

Take the second player's choices as made, and let the first player do anything. If a number U at
each node is at least the best (or the mean) of what it leads to, then U never rises in the mean as
play goes on. So play that ends is worth at most U. Play that never ends is worth at most U, too,
if U is at least `forever` wherever the first player can stay without scoring, and if it is strictly
above what it leads to wherever points are scored: then scoring for ever loses without end. The
second player can hold the first one to U, and the value is at most that. The same with the players
exchanged gives the lower bound.

How U was found does not matter, so floats may find it. In the proof their rounding counts: what a
node leads to is rounded away from the value, by more than it can be off. The probabilities are
those of the game, each rounded once; of a mean it is used that they add up to one, so it is never
beyond the best outcome.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.circles import FINE, LOOSE, Board, evaluate, stay_put
from perfectplay.engines.sweeps import CHANCE, CHOICE, Column

PUSHES = 400
"""The most sweeps in which a bound is pushed out until it holds."""
TRIES = 6
"""How often the slack is made larger if it does not."""


def beyond(
    board: Board,
    node: int,
    lane: int,
    side: int,
    grain: float,
    made: bool,
    choice: Column,
    bound: Column,
) -> Any:
    """What a node leads to by the bounds, rounded up for player 0's side, down for player 1's.

    If the other player's choices are `made`, they are kept to; else the other one does best, too.
    """
    (_, kind, player, first, _, offset, reach, probability, points, _, _) = board
    sign = 1 - 2 * side
    start = first[node]
    stop = first[node + 1]
    if kind[node] == CHOICE and player[node] != side and made:
        start = choice[offset[node] + lane]
        stop = start + 1
    total = 0 * probability[start]
    size = 0 * probability[start]
    extreme = 0 * probability[start]
    least = 0 * probability[start]
    for edge in range(start, stop):
        worth = points[edge] + bound[reach[edge] + lane]
        if points[edge] != 0:
            worth += sign * 2 * grain * (abs(worth) + abs(points[edge]))
        if edge == start or sign * (worth - extreme) > 0:
            extreme = worth
        if edge == start or sign * (worth - least) < 0:
            least = worth
        total += probability[edge] * worth
        size += probability[edge] * abs(worth)
    if kind[node] == CHANCE:
        total += sign * grain * (stop - start + 4) * size
        return total if sign * (extreme - total) > 0 else extreme
    return extreme if player[node] == side else least


def push(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    side: int,
    grain: float,
    choice: Column,
    bound: Column,
) -> int:
    """Push the bounds of a circle out to what they lead to; returns how many had to be."""
    (order, _, _, _, _, offset, _, _, _, _, _) = board
    sign = 1 - 2 * side
    pushed = 0
    for place in range(begin, end):
        node = order[place]
        worth = beyond(board, node, lane, side, grain, True, choice, bound)
        if sign * (worth - bound[offset[node] + lane]) > 0:
            bound[offset[node] + lane] = worth
            pushed += 1
    return pushed


def hold(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    side: int,
    forever: Any,
    grain: float,
    choice: Column,
    bound: Column,
    mark: Column,
) -> bool:
    """Push the bounds of a circle out until they hold; false if they do not come to rest."""
    (order, _, _, _, _, offset, _, _, _, _, _) = board
    sign = 1 - 2 * side
    for _ in range(PUSHES):
        if push(board, begin, end, lane, side, grain, choice, bound) > 0:
            continue
        for place in range(begin, end):
            node = order[place]
            mark[node] = sign * (forever - bound[offset[node] + lane]) > 0
        if stay_put(board, begin, end, lane, side, choice, mark) == 0:
            return True
        for place in range(begin, end):
            node = order[place]
            if mark[node]:
                bound[offset[node] + lane] = forever
    return False


def prove_all(
    board: Board,
    side: int,
    grain: float,
    value: Column,
    forever: Column,
    choice: Column,
    bound: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
    fault: Column,
) -> int:
    """Upper bounds (side 0) or lower bounds (side 1) of all states, successors first.

    `bound` holds the worth of the final states. In a circle, the equations of the solved choices
    with some slack give the first guess.
    """
    (order, kind, _, _, _, offset, _, _, _, circle, _) = board
    sign = 1 - 2 * side
    count = len(order)
    begin = 0
    while begin < count:
        node = order[begin]
        around = circle[node]
        end = begin + 1
        while around >= 0 and end < count and circle[order[end]] == around:
            end += 1
        for lane in range(offset[node + 1] - offset[node]):
            if around < 0:
                if kind[node] == CHOICE or kind[node] == CHANCE:
                    state = offset[node] + lane
                    bound[state] = beyond(board, node, lane, side, grain, False, choice, bound)
                continue
            endless = forever[offset[node] + lane]
            proved = False
            slack = 2.0
            for _ in range(TRIES):
                for place in range(begin, end):
                    state = offset[order[place]] + lane
                    bound[state] = value[state]
                evaluate(
                    board,
                    begin,
                    end,
                    lane,
                    endless,
                    grain,
                    sign * slack if grain > 0 else 0.0,
                    choice,
                    bound,
                    mark,
                    still,
                    scratch,
                    matrix,
                )
                proved = hold(
                    board, begin, end, lane, side, endless, grain, choice, bound, mark
                )
                if proved:
                    break
                slack *= 8.0
            if not proved:
                fault[0] = begin
                fault[1] = end
                fault[2] = lane
                return LOOSE
        begin = end
    return FINE


def fit(board: Board, value: Column, lower: Column, upper: Column) -> int:
    """Let every value lie between its bounds; returns the node where these are furthest apart."""
    (order, _, _, _, _, offset, _, _, _, _, _) = board
    widest = 0
    most = upper[0] - lower[0]
    for node in order:
        for state in range(offset[node], offset[node + 1]):
            value[state] = min(max(value[state], lower[state]), upper[state])
            if upper[state] - lower[state] > most:
                most = upper[state] - lower[state]
                widest = node
    return widest
