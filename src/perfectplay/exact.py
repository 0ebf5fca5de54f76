"""Numbers without rounding."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

SIMPLE = 10_000_000
"""The largest denominator of a fraction that a float may stand for."""


def exactly(value: Any) -> Any:
    """A number without rounding: integers stay integers, a float becomes what it stands for.

    That is its decimal notation, or a simpler fraction that rounds to the same float.

    >>> exactly(3), exactly(2.0), exactly(0.1), exactly(1 / 3), exactly(0.123456789)
    (3, 2, Fraction(1, 10), Fraction(1, 3), Fraction(123456789, 1000000000))
    """
    if isinstance(value, int):
        return value
    return meant_by(float(value)) if isinstance(value, float) else tidy(Fraction(value))


@functools.lru_cache(maxsize=1 << 14)
def meant_by(value: float) -> int | Fraction:
    """The number a float stands for."""
    if value.is_integer():
        return int(value)
    simple, decimal = Fraction(value).limit_denominator(SIMPLE), Fraction(repr(value))
    if float(simple) == value and simple.denominator <= decimal.denominator:
        return tidy(simple)
    return tidy(decimal)


def tidy(number: int | Fraction) -> int | Fraction:
    """A whole number as an int.

    >>> tidy(Fraction(4, 2)), tidy(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return int(number.numerator) if number.denominator == 1 else number
