"""Solve the equations of a chain in fractions, digit by digit: modulo a prime, then lifted.

Elimination in fractions works at every step with numbers as long as the answer. Here it is done
once, with remainders modulo a prime p. Each solution modulo p is the next digit of the answer in
base p; its residual, divided by p, is solved for the digit after that. Once there are enough
digits, a fraction is reconstructed and the equations are checked with it, so an unsuitable prime or
too few digits cannot go unnoticed. In the literature: Dixon, 1982.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from perfectplay.engines.graph.cycles.elimination import (
    NODES,
    STUCK,
    Grid,
    add_way,
    eliminate,
    empty_grid,
    solve_values,
)

PRIMES = [2**exponent - 1 for exponent in (521, 607, 1279, 2203, 4423, 9689)]
"""Mersenne primes. One may divide the determinant of some equations; then the next is tried."""
SURE = 64
"""How many bits shorter than possible a number must be to rule out coincidence."""
ROOM = 4
"""The initial room for a chain, as a multiple of its edges."""

Row = dict[int, int]
"""An equation in whole numbers: the coefficient of each unknown."""


@functools.cache
def remainders(prime: int) -> type[Any]:
    """Numbers modulo a prime.

    >>> seven = remainders(7)
    >>> (seven(3) / seven(5)).number, (seven(3) * 4 + seven(2)).number
    (2, 0)
    """

    class Remainder:
        __slots__ = ("inverse", "number")

        def __init__(self, number: int) -> None:
            self.number = number % prime
            self.inverse = 0

        def __add__(self, other: Any) -> Remainder:
            return Remainder(self.number + (other if isinstance(other, int) else other.number))

        def __mul__(self, other: Any) -> Remainder:
            return Remainder(self.number * (other if isinstance(other, int) else other.number))

        __rmul__ = __mul__

        def __truediv__(self, other: Remainder) -> Remainder:
            if not other.inverse:
                other.inverse = pow(other.number, -1, prime)
            return Remainder(self.number * other.inverse)

        def __eq__(self, other: object) -> bool:
            return self.number == other

        def __le__(self, other: float) -> bool:
            """Whether it is zero, which is the only comparison elimination needs."""
            return self.number == other

        __hash__ = None  # type: ignore[assignment]  # nobody keeps them in sets

    return Remainder


def solve_rows(rows: list[Row], wanted: list[Any]) -> list[Fraction]:
    """Solve M x = b for the rows of a chain.

    Off the diagonal nothing is positive, no row has a negative sum, and from each row one with a
    positive sum can be reached.

    >>> solve_rows([{0: 3, 1: -2}, {0: -1, 1: 2}], [Fraction(1, 2), 0])
    [Fraction(1, 4), Fraction(1, 8)]
    """
    if not rows:
        return []
    common = math.lcm(*(Fraction(each).denominator for each in wanted))
    whole = [int(each * common) for each in wanted]
    longest = max(map(int.bit_length, whole))
    for prime in PRIMES:
        grid = factored(rows, remainders(prime))
        if grid.count[STUCK] == 0:
            numbers, below = lifted(rows, whole, longest, grid, prime)
            return [Fraction(number, below * common) for number in numbers]
    raise ArithmeticError("every prime divides the determinant of the equations")


def factored(rows: list[Row], of: type[Any]) -> Grid:
    """The chain of some rows with all nodes eliminated, in remainders."""
    size = len(rows)
    ways = sum(map(len, rows))
    scratch = ways
    while True:
        scratch *= ROOM
        grid = empty_grid(scratch, size, lambda count: [None] * count)
        for node, row in enumerate(rows):
            grid.rest[node] = node
            grid.away[node] = of(sum(row.values()))
            for then, much in row.items():
                if then != node:
                    add_way(node, then, of(-much), grid)
        grid.count[NODES] = size
        if eliminate(grid, 0):
            return grid


def lifted(
    rows: list[Row], wanted: list[int], longest: int, grid: Grid, prime: int
) -> tuple[list[int], int]:
    """The answer as whole numbers, and their common denominator.

    Fractions are reconstructed whenever twice as many bits of the denominator may be known.
    """
    of = remainders(prime)
    left, digits = wanted, []
    guess = prime.bit_length()
    while True:
        solved = [of(each) for each in left]
        solve_values(grid, 0, solved)
        digits.append([each.number for each in solved])
        used = applied(rows, digits[-1])
        left = [(each - much) // prime for each, much in zip(left, used, strict=True)]
        if len(digits) * (prime.bit_length() - 1) > longest + 2 * guess:
            tops, below = read_off(digits, prime, longest + guess, 1 << guess)
            if below and applied(rows, tops) == [each * below for each in wanted]:
                return tops, below
            guess *= 2


def read_off(digits: list[list[int]], prime: int, longest: int, most: int) -> tuple[list[int], int]:
    """The fractions given by some digits, over one denominator; None if that would be too large.

    If a fraction times the common denominator so far is an integer that fits into the low digits,
    it is taken to be that: everything is checked in the end.
    """
    powers = [prime ** (1 << bit) for bit in range((len(digits) - 1).bit_length())]
    short = min(len(digits), (longest + SURE) // (prime.bit_length() - 1) + 1)
    modulus, low = prime ** len(digits), prime**short
    tops: list[int] = []
    below = 1
    for each in zip(*digits, strict=True):
        top = centred(joined(each[:short], powers) * below, low)
        if abs(top) << SURE > low:
            top, more = fraction(joined(each, powers) * below, modulus, most)
            below *= more
            tops = [other * more for other in tops]
        if below > most:
            return [], 0
        tops.append(top)
    return tops, below


def fraction(number: int, modulus: int, most: int) -> tuple[int, int]:
    """The fraction that equals a number modulo another, if its denominator is not too large.

    >>> fraction(2 * pow(3, -1, 10007), 10007, 30)
    (2, 3)
    """
    top, step, before, after = modulus, centred(number, modulus), 0, 1
    while abs(step) * most > modulus:
        times = top // step
        top, step, before, after = step, top - times * step, after, before - times * after
    return (-step, -after) if after < 0 else (step, after)


def joined(digits: Sequence[int], powers: Sequence[int]) -> int:
    """The number with these digits, lowest first, given the base and its repeated squares.

    >>> joined([3, 2, 1], [10, 100])
    123
    """
    for power in powers:
        pairs = zip(digits[::2], (*digits[1::2], 0), strict=False)
        digits = [low + power * high for low, high in pairs]
    return digits[0]


def applied(rows: list[Row], numbers: list[int]) -> list[int]:
    """M x."""
    return [sum(much * numbers[then] for then, much in row.items()) for row in rows]


def centred(number: int, modulus: int) -> int:
    """A number modulo another, between minus and plus half of that."""
    number %= modulus
    return number - modulus if 2 * number > modulus else number
