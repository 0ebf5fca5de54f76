"""The distribution of a sum of dice, in integers: in how many ways they add up to a total."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any


def ways_to_roll(total: int, dice: int, sides: int) -> int:
    """In how many ways `dice` dice add up to `total`, in closed form.

    Inclusion and exclusion over the dice that would exceed their number of sides.

    >>> [ways_to_roll(total, 2, 6) for total in range(2, 13)]
    [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    """
    if dice == 0:
        return int(total == 0)
    if not dice <= total <= dice * sides:
        return 0
    return sum(
        (-1) ** over * comb(dice, over) * comb(total - sides * over - 1, dice - 1)
        for over in range((total - dice) // sides + 1)
    )


def chance_of(total: int, dice: int, sides: int) -> Fraction:
    """How likely a total is.

    >>> chance_of(7, 2, 6)
    Fraction(1, 6)
    """
    return Fraction(ways_to_roll(total, dice, sides), sides**dice)


def mean(dice: int, sides: int) -> Fraction:
    """What the dice add up to on average.

    >>> mean(2, 6)
    Fraction(7, 1)
    """
    return Fraction(dice * (sides + 1), 2)


def variance(dice: int, sides: int) -> Fraction:
    """The variance of what they add up to.

    >>> variance(2, 6)
    Fraction(35, 6)
    """
    return Fraction(dice * (sides**2 - 1), 12)


def ways(dice: int, sides: int, limit: int) -> list[int]:
    """The ways to roll each total from 0 to a limit, a die at a time.

    >>> ways(2, 3, 7)
    [0, 0, 1, 2, 3, 2, 1, 0]
    """
    known = ways_known(sides, limit)
    while len(known) <= dice:
        fewer, found, window = known[-1], [0], 0
        for total in range(1, limit + 1):
            window += fewer[total - 1]
            if total > sides:
                window -= fewer[total - 1 - sides]
            found.append(window)
        known.append(found)
    return known[dice]


@lru_cache(8)
def ways_known(sides: int, limit: int) -> list[list[int]]:  # noqa: ARG001  # one for each die
    """The ways computed so far, by number of dice."""
    return [[1] + [0] * limit]


def after_a_die(value: Any, sides: int, *, whole: bool) -> Any:
    """What each score is worth before another die is rolled; beyond the last one it is bust."""
    if not whole:
        import numpy as np

        sums = np.concatenate([np.cumsum(value[::-1])[::-1], np.zeros(sides + 1)])
        means = (sums[1 : len(value) + 1] - sums[1 + sides : len(value) + 1 + sides]) / sides
        return means.clip(0.0, 1.0)  # rounding must not push a rating out of its range
    found, total = [], 0
    for place in range(len(value) - 1, -1, -1):
        found.append(total // sides)
        total += value[place]
        if place + sides < len(value):
            total -= value[place + sides]
    return found[::-1]
