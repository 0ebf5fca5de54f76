"""Which of the best options to take on a cycle: one with which play makes progress.

Waiting is often as good as moving on, as long as you move on eventually; so a choice that is as
good as any may be to wait for ever. In the literature: proper policies, under which play ends.
"""

from __future__ import annotations

from perfectplay.engines.graph.cycles.component import Component, Scratch, there_and_back
from perfectplay.engines.graph.solve.induction import Column


def mark_ties(
    component: Component, size: int, relative: float, value: Column, tied: Column
) -> None:
    """Mark the edges that lead to the same value as the node's own."""
    (first, target, _, points, _) = component
    for node in range(size):
        for edge in range(first[node], first[node + 1]):
            backup = points[edge]
            if target[edge] >= 0:
                backup += value[target[edge]]
            gap = abs(backup - value[node])
            tied[edge] = gap <= relative * max(abs(backup), abs(value[node]))


def get_on(component: Component, size: int, mover: int, scratch: Scratch) -> None:
    """Let a player take, wherever possible, the first of the tied options that makes progress.

    Progress means leaving the component, scoring, reaching a better or worse node by chance, or
    coming closer to one of these. The other player may take any of the best options, and so may
    prevent it; where that is so, the choice stays.
    """
    (first, target, _, points, who) = component
    (choice, mark, _, tied, _, _) = scratch
    for node in range(size):
        mark[node] = 0
    moved = True
    turn = 0
    while moved:
        moved = False
        turn += 1
        for node in there_and_back(size, turn):
            if mark[node]:
                continue
            onward = 0
            back = 0
            way = choice[node]
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                if who[node] >= 0 and not tied[edge]:
                    continue
                if then < 0 or points[edge] != 0 or mark[then] or not tied[edge]:
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
