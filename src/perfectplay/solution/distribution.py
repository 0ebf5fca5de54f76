"""The exact distribution of the final score."""

from __future__ import annotations

import bisect
import functools
import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from perfectplay.exact import exactly
from perfectplay.model.nodes import Number

MOST_WRITTEN = 12
"""A distribution with more scores than this does not list them all."""


class Distribution(Mapping[Number, Number]):
    """How likely each final score is, lowest first: a mapping, with the usual statistics.

    >>> from fractions import Fraction
    >>> coin = Distribution({1: Fraction(1, 2), 0: Fraction(1, 2)})
    >>> coin.mean, coin.variance, coin.at_least(1), coin.quantile(0.75)
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 2), 1)
    """

    def __init__(self, masses: Mapping[Number, Number], truncated_mass: Number = 0) -> None:
        self.truncated_mass = truncated_mass
        """The total probability of scores that are left out."""
        self._masses = {score: masses[score] for score in sorted(masses) if masses[score]}

    def __getitem__(self, score: Number) -> Number:
        return self._masses[score]

    def __iter__(self) -> Iterator[Number]:
        return iter(self._masses)

    def __len__(self) -> int:
        return len(self._masses)

    def __repr__(self) -> str:
        if len(self) <= MOST_WRITTEN:
            return f"Distribution({self._masses!r})"
        low, high = min(self), max(self)
        mean = f"{float(self.mean):.6g}"
        return f"<Distribution of {len(self):,} values from {low} to {high}, mean {mean}>"

    def _repr_html_(self) -> str | None:
        from perfectplay.solution.notebook import shown_distribution

        return shown_distribution(self)

    @property
    def mean(self) -> Number:
        """The expected score."""
        return self.expected(lambda score: score)

    @property
    def variance(self) -> Number:
        """The mean squared distance from the mean; infinite if it overflows."""
        mean = self.mean
        try:
            return self.expected(lambda score: (score - mean) ** 2)
        except OverflowError:
            return math.inf

    @property
    def deviation(self) -> float:
        """The standard deviation.

        >>> round(Distribution({-1e200: 0.5, 1e200: 0.5}).deviation / 1e200, 9)
        1.0
        """
        mean: Any = self.mean
        far = max((abs(score - mean) for score in self), default=0) or 1
        return float(far) * math.sqrt(self.expected(lambda score: ((score - mean) / far) ** 2))

    def expected(self, function: Any) -> Number:
        """The mean of a function of the score."""
        terms = [mass * function(score) for score, mass in self.items()]
        if any(isinstance(term, float) for term in terms):
            return math.fsum(terms)
        total: Number = sum(terms)
        return total

    def at_least(self, score: Number) -> Number:
        """The chance of this score or more."""
        return self._tails[bisect.bisect_left(list(self), exactly(score))]

    @functools.cached_property
    def _tails(self) -> list[Number]:
        """For each score, and for more than the highest, the chance of at least that."""
        masses = [Fraction(mass) for mass in reversed(self._masses.values())]
        sums = itertools.accumulate(masses, initial=Fraction(0))
        floats = any(isinstance(mass, float) for mass in self._masses.values())
        return [float(total) if floats else total for total in sums][::-1]

    def quantile(self, share: float) -> Number:
        """The lowest score that is not exceeded with at least this probability."""
        if not 0 <= share <= 1:
            raise ValueError(f"a quantile needs a share from 0 to 1, not {share}")
        below: Number = 0
        for score, mass in self.items():
            below += mass
            if below >= share - 1e-12:
                return score
        return max(self)

    def beats(self, other: Distribution) -> tuple[Number, Number]:
        """The chances of scoring more than another, independent player, and of scoring the same.

        >>> from fractions import Fraction
        >>> die = Distribution({face: Fraction(1, 6) for face in range(1, 7)})
        >>> die.beats(die)
        (Fraction(5, 12), Fraction(1, 6))
        """
        wins = self.expected(lambda score: 1 - other.at_least(score))
        ties = self.expected(lambda score: other.get(score, 0))
        return wins, ties
