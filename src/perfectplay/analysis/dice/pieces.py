"""Piecewise polynomials, and the maximum of several of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from perfectplay.analysis.dice.polynomials import (
    Polynomial,
    Root,
    Roots,
    isolated,
    plus,
    product,
    simple,
    value_at,
    variations,
)


@dataclasses.dataclass(frozen=True)
class Pieces:
    """A polynomial on each piece between two ends; `breaks` lie between the pieces."""

    breaks: tuple[Root, ...]
    polynomials: tuple[Polynomial, ...]

    def at(self, x: Fraction) -> Fraction:
        """The value at a number."""
        return value_at(self.polynomials[sum(is_below(each, x) for each in self.breaks)], x)


class Piecewise:
    """Sums and extremes of such functions between two numbers, over a common order of breaks."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.high = Root.of(low), Root.of(high)
        self.roots = Roots(self.low, self.high)

    def constant(self, value: Fraction) -> Pieces:
        """A constant function."""
        return Pieces((), ((value,) if value else (),))

    def mean(self, terms: Iterable[tuple[Polynomial, Pieces]], more: Fraction) -> Pieces:
        """The sum of some functions, each multiplied by a polynomial, plus a number."""
        weights, given = zip(*terms, strict=True)
        breaks = merged(given)
        found = []
        for several in aligned(given, breaks):
            total: Polynomial = (more,) if more else ()
            for weight, each in zip(weights, several, strict=True):
                total = plus(total, product(weight, each))
            found.append(total)
        return joined(breaks, found)

    def best(self, first: Pieces, second: Pieces, sign: int) -> Pieces:
        """The maximum of two functions or, with sign -1, the minimum."""
        breaks = merged((first, second))
        cuts: list[Root] = []
        found: list[Polynomial] = []
        lower = self.low
        for (one, other), end in zip(
            aligned((first, second), breaks), (*breaks, self.high), strict=True
        ):
            ahead = plus(one, other, -1)
            for root in (*self.crossings(ahead, lower, end), end):
                better = sign * value_at(ahead, between(lower, root)) >= 0
                found.append(one if better else other)
                cuts.append(root)
                lower = root
        return joined(tuple(cuts[:-1]), found)

    def crossings(self, polynomial: Polynomial, low: Root, high: Root) -> list[Root]:
        """The roots between two breaks, in order."""
        if len(polynomial) < 2:
            return []
        if not variations(polynomial, low.low, high.high):
            return []
        once = simple(polynomial)
        intervals = list(isolated(once, low.low, high.high))
        found = [self.roots.added(Root(once, *interval)) for interval in intervals]
        return [root for root in found if low.low < root.low < high.low]


def merged(given: Iterable[Pieces]) -> tuple[Root, ...]:
    """All breaks of some functions, in order."""
    return tuple(sorted({each for one in given for each in one.breaks}, key=lambda r: r.low))


def aligned(given: Sequence[Pieces], breaks: tuple[Root, ...]) -> Iterator[tuple[Polynomial, ...]]:
    """The polynomials of some functions on each piece between all their breaks."""
    place = [0] * len(given)
    yield tuple(each.polynomials[0] for each in given)
    for root in breaks:
        for number, each in enumerate(given):
            if place[number] < len(each.breaks) and each.breaks[place[number]] is root:
                place[number] += 1
        yield tuple(each.polynomials[at] for each, at in zip(given, place, strict=True))


def is_below(root: Root, x: Fraction) -> bool:
    """Whether a root is below a number; an equal one counts either way."""
    while root.low <= x <= root.high:
        if root.low == root.high or not value_at(root.polynomial, x):
            return True
        root.narrow()
    return root.high < x


def between(low: Root, high: Root) -> Fraction:
    """A number between two roots."""
    while low.high >= high.low:
        low.narrow()
        high.narrow()
    return (low.high + high.low) / 2


def joined(breaks: tuple[Root, ...], polynomials: list[Polynomial]) -> Pieces:
    """The function without breaks at which nothing changes."""
    kept, found = [], polynomials[:1]
    for root, polynomial in zip(breaks, polynomials[1:], strict=True):
        if polynomial != found[-1]:
            kept.append(root)
            found.append(polynomial)
    return Pieces(tuple(kept), tuple(found))
