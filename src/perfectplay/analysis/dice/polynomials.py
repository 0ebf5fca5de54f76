"""Polynomials with exact coefficients, and their roots, separated without rounding."""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, zip_longest
from math import gcd, lcm

Polynomial = tuple[Fraction, ...]
"""The coefficients, the constant first; the last one is not 0."""
ZERO = Fraction(0)
CLOSE = Fraction(1, 1 << 64)
"""The precision to which roots are known, at least."""


def trimmed(coefficients: Sequence[Fraction]) -> Polynomial:
    """Coefficients without zeros at the end."""
    length = len(coefficients)
    while length and not coefficients[length - 1]:
        length -= 1
    return tuple(coefficients[:length])


def plus(first: Polynomial, second: Polynomial, times: int = 1) -> Polynomial:
    """The sum of one polynomial and a multiple of another.

    >>> plus((Fraction(1), Fraction(2)), (Fraction(1), Fraction(2)), -1)
    ()
    """
    return trimmed([a + times * b for a, b in zip_longest(first, second, fillvalue=ZERO)])


def product(first: Polynomial, second: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    if not first or not second:
        return ()
    found = [ZERO] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            found[i + j] += a * b
    return tuple(found)


def value_at(polynomial: Polynomial, x: Fraction) -> Fraction:
    """The value at a number."""
    total = ZERO
    for coefficient in reversed(polynomial):
        total = total * x + coefficient
    return total


def through(points: Sequence[tuple[Fraction, Fraction]]) -> Polynomial:
    """The polynomial of lowest degree through some points.

    >>> through([(Fraction(0), Fraction(1)), (Fraction(1), Fraction(3))])
    (Fraction(1, 1), Fraction(2, 1))
    """
    total: Polynomial = ()
    for x, y in points:
        term: Polynomial = (y,)
        for other, _ in points:
            if other != x:
                term = product(term, (-other / (x - other), 1 / (x - other)))
        total = plus(total, trimmed(term))
    return total


def remainder(first: Polynomial, second: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The quotient of two polynomials, and the remainder."""
    quotient: Polynomial = ()
    while len(first) >= len(second):
        term = (*[ZERO] * (len(first) - len(second)), first[-1] / second[-1])
        quotient, first = plus(quotient, term), plus(first, product(term, second), -1)
    return quotient, first


def shared(first: Polynomial, second: Polynomial) -> Polynomial:
    """The greatest common divisor of two polynomials."""
    while second:
        first, second = second, remainder(first, second)[1]
    return first


def simple(polynomial: Polynomial) -> Polynomial:
    """The polynomial with the same roots, each of them simple."""
    slope = tuple(place * each for place, each in enumerate(polynomial))[1:]
    return remainder(polynomial, shared(polynomial, slope))[0]


def whole(polynomial: Polynomial) -> list[int]:
    """The same polynomial, scaled to the smallest whole coefficients."""
    common = lcm(*(each.denominator for each in polynomial))
    found = [int(each * common) for each in polynomial]
    return [each // gcd(*found) for each in found]


def variations(polynomial: Polynomial, low: Fraction, high: Fraction) -> int:
    """A bound on the number of roots between two numbers; exact if it is 0 or 1.

    It counts the sign changes of the coefficients after moving the numbers to 0 and infinity:
    Descartes' rule of signs.
    """
    scale = lcm(low.denominator, high.denominator)
    start, width, degree = int(low * scale), int((high - low) * scale), len(polynomial) - 1
    given = whole(polynomial)
    moved = [each * scale ** (degree - place) for place, each in enumerate(given)]
    shift(moved, start)
    moved = [each * width**place for place, each in enumerate(moved)][::-1]
    shift(moved, 1)
    signs = [each > 0 for each in moved if each]
    return sum(a != b for a, b in pairwise(signs))


def shift(coefficients: list[int], by: int) -> None:
    """Turn p(x) into p(x + by), in place."""
    for low in range(len(coefficients) - 1):
        for place in range(len(coefficients) - 2, low - 1, -1):
            coefficients[place] += by * coefficients[place + 1]


def isolated(
    polynomial: Polynomial, low: Fraction, high: Fraction
) -> Iterator[tuple[Fraction, Fraction]]:
    """A separate interval around each root between two numbers; all roots must be simple."""
    count = variations(polynomial, low, high)
    if count == 0:
        return
    if count == 1:
        yield low, high
        return
    middle = (low + high) / 2
    yield from isolated(polynomial, low, middle)
    if not value_at(polynomial, middle):
        yield middle, middle
    yield from isolated(polynomial, middle, high)


@dataclasses.dataclass(eq=False)
class Root:
    """A number as the only root of a polynomial between two others, or that number itself.

    >>> half = Root.of(Fraction(1, 2))
    >>> half.fraction, float(half)
    (Fraction(1, 2), 0.5)
    """

    polynomial: Polynomial
    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, number: Fraction) -> Root:
        """A fraction as a root."""
        return cls((-number, Fraction(1)), number, number)

    def __float__(self) -> float:
        self.within(CLOSE)
        return float((self.low + self.high) / 2)

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The interval that contains it."""
        return self.low, self.high

    def narrow(self) -> None:
        """Halve the interval."""
        middle = (self.low + self.high) / 2
        here = value_at(self.polynomial, middle)
        if not here:
            self.low = self.high = middle
        elif (here > 0) == (self.sign_below > 0):
            self.low = middle
        else:
            self.high = middle

    @cached_property
    def sign_below(self) -> int:
        """The sign of the polynomial just below the root."""
        probe = value_at(self.polynomial, self.low)
        if probe:
            return 1 if probe > 0 else -1
        slope = tuple(place * each for place, each in enumerate(self.polynomial))[1:]
        return 1 if value_at(slope, self.low) > 0 else -1

    def within(self, width: Fraction) -> Root:
        """The same root, located at least this precisely."""
        while self.high - self.low > width:
            self.narrow()
        return self

    @cached_property
    def fraction(self) -> Fraction | None:
        """The number as a fraction, if it is one: its denominator divides the first coefficient."""
        largest = abs(whole(self.polynomial)[-1])
        self.within(Fraction(1, 2 * largest * largest + 1))
        found = ((self.low + self.high) / 2).limit_denominator(largest)
        return None if value_at(self.polynomial, found) else found


class Roots:
    """Sorted roots, each of them once, in intervals that never overlap."""

    def __init__(self, *known: Root) -> None:
        self.known = list(known)

    def added(self, root: Root) -> Root:
        """A new root, or the equal one already known."""
        root.within(CLOSE)
        while root.low < root.high and not all(value_at(root.polynomial, x) for x in root.ends):
            root.narrow()
        place = bisect.bisect_left(self.known, root.low, key=lambda each: each.high)
        while place < len(self.known) and self.known[place].low <= root.high:
            near = self.known[place]
            if same(near, root):
                return near
            while near.low <= root.high and root.low <= near.high:
                near.narrow()
                root.narrow()
            place += near.high < root.low
        self.known.insert(place, root)
        return root


def same(first: Root, second: Root) -> bool:
    """Whether roots with overlapping intervals are equal: if the common divisor has one there."""
    common = shared(first.polynomial, second.polynomial)
    low, high = max(first.low, second.low), min(first.high, second.high)
    if low == high:
        return not value_at(common, low)
    ends = value_at(common, low), value_at(common, high)
    return not all(ends) or ends[0] * ends[1] < 0
