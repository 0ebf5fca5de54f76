"""Numbers without rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

SIMPLE = 10_000_000
"""The largest denominator of a fraction that a float is taken for."""


def exactly(value: Any) -> Any:
    """A number without rounding: whole numbers stay whole, a float becomes what was meant by it.

    That is the decimal as it is written, or a simpler fraction that has the same float.

    >>> exactly(3), exactly(2.0), exactly(0.1), exactly(1 / 3), exactly(0.123456789)
    (3, 2, Fraction(1, 10), Fraction(1, 3), Fraction(123456789, 1000000000))
    """
    if isinstance(value, int):
        return value
    number = Fraction(value)
    if isinstance(value, float):
        decimal, simple = Fraction(repr(float(value))), number.limit_denominator(SIMPLE)
        meant = simple if float(simple) == value else decimal
        number = min(meant, decimal, key=lambda fraction: fraction.denominator)
    return tidy(number)


def tidy(number: int | Fraction) -> int | Fraction:
    """A whole number as an int.

    >>> tidy(Fraction(4, 2)), tidy(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return int(number.numerator) if number.denominator == 1 else number
