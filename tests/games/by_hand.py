"""Games played by hand, in rules that share nothing with ours: what occurs, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from perfectplay.solution.solution import Solution

Roll: TypeAlias = tuple[Fraction, Iterable[Hashable | Fraction]]
"""How likely it is, and where its options lead: to positions, or to values where play ends."""


def occurring(start: Hashable, rolls: Callable[[Any], Iterable[Roll]]) -> list[Any]:
    """The positions that can arise before a roll."""
    found, queue = {start}, [start]
    while queue:
        for _, thens in rolls(queue.pop()):
            new = {then for then in thens if not isinstance(then, Fraction)} - found
            found |= new
            queue += new
    return list(found)


def backed_up(values: Mapping[Any, Fraction], rolls: Iterable[Roll], player: int) -> Fraction:
    """The value of a position, by the values of those that may follow."""
    best = max if player == 0 else min
    return sum(
        (
            chance * best(then if isinstance(then, Fraction) else values[then] for then in thens)
            for chance, thens in rolls
        ),
        Fraction(0),
    )


def require_optimal(
    solution: Solution, rolls: Callable[[Any], Iterable[Roll]], player: Callable[[Any], int]
) -> int:
    """Exact values satisfy the equations of optimal play by hand; for how many positions."""
    start = solution.game.start()
    turns = occurring(start, rolls)
    values = {turn: Fraction(solution.value_at(turn)) for turn in turns}
    for turn in turns:
        assert values[turn] == backed_up(values, rolls(turn), player(turn)), turn
    return len(turns)
