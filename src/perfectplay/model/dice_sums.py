"""In how many ways some dice add up to a total: the distribution of a sum of dice, in integers."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb


def ways_to_roll(total: int, dice: int, sides: int) -> int:
    """In how many ways `dice` dice add up to `total`, in closed form.

    By inclusion and exclusion over the dice that would show more than they have sides.

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
    """What the dice add up to in the mean.

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
    """The ways that were worked out so far, by the number of dice."""
    return [[1] + [0] * limit]
