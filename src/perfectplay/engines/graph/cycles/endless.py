"""Play that never ends: where a player can stay for ever, and how that affects values.

Where endless play no longer scores, it is worth `forever`; a player may prefer that to every exit,
even though no single step is better than another. Where it keeps scoring, its value is infinite or
undefined. In the literature: end components.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.cycles.component import (
    Component,
    Scratch,
    lead_out,
    open_edges,
    there_and_back,
)
from perfectplay.engines.graph.solve.induction import Column

TIE = 1 << 15
"""How many roundings apart two values may be to count as equal: about 4e-12, relatively."""


def stay_put(component: Component, size: int, free: int, choice: Column, mark: Column) -> int:
    """Keep the marks of those nodes among which play can stay for ever without scoring.

    The free players may take any edge, the others keep their choice. Returns how many are left.
    """
    (_, target, _, points, who) = component
    left = 0
    before = -1
    turn = 0
    while left != before:
        before = left
        left = 0
        turn += 1
        for node in there_and_back(size, turn):
            if not mark[node]:
                continue
            good = 0
            bad = 0
            for edge in open_edges(component, node, free, choice):
                if target[edge] >= 0 and mark[target[edge]] and points[edge] == 0:
                    good += 1
                else:
                    bad += 1
            if good == 0 or (who[node] < 0 and bad > 0):
                mark[node] = 0
            else:
                left += 1
    return left


def settle(component: Component, size: int, mover: int, choice: Column, mark: Column) -> None:
    """Let a player stay among the marked nodes, by the first edge that does."""
    (first, target, _, points, who) = component
    for node in range(size):
        if mark[node] and who[node] == mover:
            for edge in range(first[node], first[node + 1]):
                if target[edge] >= 0 and mark[target[edge]] and points[edge] == 0:
                    choice[node] = edge
                    break


def come_to_rest(component: Component, size: int, free: int, scratch: Scratch) -> int:
    """Let the free players leave the component where possible, else go where nothing is scored.

    The nodes where play then stays are `still`. Returns the number of nodes where neither works.
    """
    (choice, mark, still, _, _, _) = scratch
    for node in range(size):
        mark[node] = 0
        still[node] = 0
    left = lead_out(component, size, free, choice, mark)
    if left == 0:
        return 0
    for node in range(size):
        still[node] = 1 - mark[node]
    stay_put(component, size, free, choice, still)
    settle(component, size, free, choice, still)
    for node in range(size):
        if still[node]:
            mark[node] = 1
    return lead_out(component, size, free, choice, mark)


def mark_worse(
    size: int, mover: int, forever: Any, grain: float, value: Column, mark: Column
) -> None:
    """Mark the nodes whose value is worse for a player than endless play."""
    sign = 1 - 2 * mover
    for node in range(size):
        gain = sign * (forever - value[node])
        mark[node] = gain > TIE * grain * (abs(value[node]) + abs(forever))


def stall(
    component: Component, size: int, mover: int, grain: float, value: Column, mark: Column
) -> int:
    """Among the marked nodes, find where a player can stay unless the other accepts less.

    Nothing is scored there, staying costs the player nothing, and the other player has no exit as
    good as the value. So if the other player prefers the value to endless play, the value is wrong:
    too good. Returns the number of nodes still marked.
    """
    (first, target, _, points, who) = component
    left = 0
    before = -1
    turn = 0
    while left != before:
        before = left
        left = 0
        turn += 1
        for node in there_and_back(size, turn):
            if not mark[node]:
                continue
            good = 0
            bad = 0
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                backup = points[edge]
                if then >= 0:
                    backup += value[then]
                if who[node] >= 0 and abs(backup - value[node]) > TIE * grain * abs(backup):
                    continue
                if then >= 0 and mark[then] and points[edge] == 0:
                    good += 1
                else:
                    bad += 1
            if good == 0 or (bad > 0 and who[node] != mover):
                mark[node] = 0
            else:
                left += 1
    return left


def settle_tied(
    component: Component,
    size: int,
    mover: int,
    grain: float,
    choice: Column,
    value: Column,
    mark: Column,
) -> None:
    """Let a player stay among the marked nodes by options as good as the best."""
    (first, target, _, points, who) = component
    for node in range(size):
        if not mark[node] or who[node] != mover:
            continue
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            if then < 0 or not mark[then] or points[edge] != 0:
                continue
            if abs(value[then] - value[node]) <= TIE * grain * abs(value[then]):
                choice[node] = edge
                break


def goes_nowhere(
    component: Component, size: int, mover: int, grain: float, scratch: Scratch, value: Column
) -> bool:
    """Whether a player can score up and down for ever without losing anything by it.

    The nodes where that is so stay marked: those from which play can stay among them by options as
    good as the best, and can always score again.
    """
    (_, target, _, points, who) = component
    (choice, mark, _, scores, _, _) = scratch
    for node in range(size):
        mark[node] = 1
    left = size
    before = size + 1
    while 0 < left < before:
        before = left
        for node in range(size):
            scores[node] = 0
        moved = True
        turn = 0
        while moved:
            moved = False
            turn += 1
            for node in there_and_back(size, turn):
                if not mark[node]:
                    continue
                good = 0
                bad = 0
                again = False
                for edge in open_edges(component, node, mover, choice):
                    then = target[edge]
                    stays = then >= 0 and mark[then] != 0
                    if stays and who[node] >= 0:
                        gap = abs(points[edge] + value[then] - value[node])
                        scale = abs(value[then]) + abs(points[edge]) + abs(value[node])
                        stays = gap <= TIE * grain * scale
                    if stays:
                        good += 1
                        again = again or points[edge] != 0 or scores[then] != 0
                    else:
                        bad += 1
                if good == 0 or (who[node] < 0 and bad > 0):
                    mark[node] = 0
                    moved = True
                elif again and not scores[node]:
                    scores[node] = 1
                    moved = True
        left = 0
        for node in range(size):
            mark[node] = mark[node] * scores[node]
            left += mark[node]
    return left > 0
