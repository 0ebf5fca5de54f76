"""Numbers without rounding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def exactly(value: Any) -> Any:
    """A number without rounding: whole numbers stay whole, decimals become what was written.

    >>> exactly(3), exactly(2.0), exactly(0.1)
    (3, 2, Fraction(1, 10))
    """
    if isinstance(value, int):
        return value
    number = Fraction(value)
    if isinstance(value, float):
        decimal = number.limit_denominator(1_000_000)
        number = decimal if float(decimal) == value else number
    return tidy(number)


def tidy(number: int | Fraction) -> int | Fraction:
    """A whole number as an int.

    >>> tidy(Fraction(4, 2)), tidy(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return number.numerator if number.denominator == 1 else number
