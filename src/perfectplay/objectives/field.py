"""To finish first among others who play the same way: what a score is worth in a field."""

from __future__ import annotations

import bisect
import dataclasses
import functools
import itertools
import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from perfectplay.errors import ObjectiveError
from perfectplay.exact import exactly
from perfectplay.objectives import Number, Sought, as_text, require_finite

FIRST: tuple[Number, ...] = (1,)
MOST_RIVALS = 1_000_000
FEW = 20.0
"""If fewer rivals than this tie with a score on average, shares are computed by quadrature."""
HOPELESS = 1e-60
"""Anything that wins less of the first prize counts as nothing: such small floats lose digits."""
NODES = 64
"""With this many points, the quadrature is exact to the last digits."""


@dataclasses.dataclass(frozen=True)
class Field(Sought):
    """Finishing first among n others who play the same way; ties share the prize.

    All play at the same time, and nobody sees another's score. With a table of prizes, highest
    first, each place pays its prize; players who tie share the prizes of their places. What a score
    is worth depends on how the others play: solving finds play that is best against n others who
    play the same way: a symmetric equilibrium. The value is then what a player wins on average.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> round(solve(Slots(), Field(9)).value, 6)
    0.1
    """

    rivals: int
    prizes: tuple[Number, ...] = FIRST
    at: Mapping[Number, Number] | None = dataclasses.field(default=None, repr=False)
    """The chance that a rival reaches each score, once found."""
    players: ClassVar[tuple[int, ...]] = (1,)

    def __post_init__(self) -> None:
        if type(self.rivals) is not int or not 1 <= self.rivals <= MOST_RIVALS:
            raise ObjectiveError(
                f"a field has a whole number of others, from 1 to {MOST_RIVALS:,}, "
                f"not {self.rivals}"
            )
        for prize in self.prizes:
            require_finite(prize, "a prize is a finite number")
        object.__setattr__(self, "prizes", tuple(map(exactly, self.prizes)))
        falling = all(more >= less for more, less in itertools.pairwise([*self.prizes, 0]))
        if not (self.prizes and falling and self.prizes[0] > 0):
            raise ObjectiveError(
                "prizes go from the first place down, none below 0 and none above the one before "
                f"it; {as_words(self.prizes)} do not"
            )
        if len(self.prizes) > self.rivals + 1:
            raise ObjectiveError(f"{self.rivals + 1} players cannot win {len(self.prizes)} prizes")

    @property
    def found(self) -> bool:
        return self.at is not None

    @property
    def fair_share(self) -> Fraction:
        """What each player wins on average where all play alike."""
        return sum((Fraction(prize) for prize in self.prizes), Fraction(0)) / (self.rivals + 1)

    def gain(self, value: Number) -> Number:
        """What best play wins beyond that, against the field."""
        exact = isinstance(value, (int, Fraction))
        gain: Number = value - (self.fair_share if exact else float(self.fair_share))
        return gain

    def utility(self, score: Number) -> Number:
        worth: Number = self.expected_prize(exactly(score))
        return worth

    @functools.cached_property
    def expected_prize(self) -> Any:
        """The value of each score against rivals with the same distribution of scores."""
        return functools.cache(
            Places(self.rivals, self.prizes, self.found_at(self.at)).expected_prize
        )

    def __hash__(self) -> int:
        return hash((self.rivals, self.prizes))

    def __str__(self) -> str:
        prizes = "" if self.prizes == FIRST else f":prizes={as_words(self.prizes)}"
        return f"field:{self.rivals}{prizes}"

    @property
    def meaning(self) -> str:
        others = "one other" if self.rivals == 1 else f"{self.rivals:,} others"
        if self.prizes == FIRST:
            return f"P(first among {others}), ties shared"
        return f"expected prize among {others}"


class Places:
    """What a score wins against rivals with a known distribution of scores.

    Ties are broken at random, which shares prizes fairly on average: if a rival is above with
    probability a and ties with probability f, it ends up above with a + f·x, for a random x from 0
    to 1 that all rivals share, and the number of those above is binomial.

    >>> half = Fraction(1, 2)
    >>> coin = Places(1, (1,), {0: half, 1: half})
    >>> coin.expected_prize(0), coin.expected_prize(1), coin.expected_prize(2)
    (Fraction(1, 4), Fraction(3, 4), Fraction(1, 1))
    """

    def __init__(
        self, rivals: int, prizes: tuple[Number, ...], chances: Mapping[Number, Number]
    ) -> None:
        self.rivals, self.prizes = rivals, prizes
        self.scores = sorted(chances)
        self.chances = [chances[score] for score in self.scores]
        tails = itertools.accumulate(reversed(self.chances), initial=type(self.chances[0])(0))
        self.tails = [*tails][::-1]
        """For each score, and for more than the highest, the chance of at least that."""

    def expected_prize(self, score: Number) -> Number:
        """What a score wins on average."""
        place = bisect.bisect_left(self.scores, score)
        ties = place < len(self.scores) and self.scores[place] == score
        above = self.tails[place + ties]
        tie = self.chances[place] if ties else 0
        if isinstance(above, float):
            return float(mean_prize(self.rivals, self.prizes, [above], [float(tie)])[0])
        return self.exactly(Fraction(above), Fraction(tie))

    @staticmethod
    def among(field: Field, chances: Any) -> Any:
        """What each of some scores wins, in ascending order, given the rivals' distribution."""
        import numpy as np

        above = np.append(np.cumsum(chances[::-1])[::-1][1:], 0.0)
        return mean_prize(field.rivals, field.prizes, above, chances)

    def exactly(self, above: Fraction, tie: Fraction) -> Fraction:
        """The mean prize in fractions."""
        if tie:
            return (self.up_to(above + tie) - self.up_to(above)) / tie
        return sum(
            (Fraction(prize) * binomial(self.rivals, place, above))
            for place, prize in enumerate(self.prizes)
        ) + Fraction(0)

    def up_to(self, above: Fraction) -> Fraction:
        """The integral of the mean prize over the chance that a rival is above.

        The integral of the chance of k among n is the chance of more than k among n + 1, over n +
        1.
        """
        players = self.rivals + 1
        total, more = Fraction(0), Fraction(1)
        for place, prize in enumerate(self.prizes):
            more -= binomial(players, place, above)
            total += Fraction(prize) * more
        return total / players


def mean_prize(rivals: int, prizes: tuple[Number, ...], above: Any, tie: Any) -> Any:
    """The mean prizes in floats, given the chances that a rival is above and that it ties.

    The integral over a tie is computed by quadrature if few rivals tie, and otherwise as a
    difference, which would lose digits in the first case.
    """
    import numpy as np

    above, tie = np.asarray(above, float), np.asarray(tie, float)
    points, weights = quadrature()
    spread = above[:, None] + tie[:, None] * (points + 1) / 2
    total = np.zeros(len(above))
    gained = np.zeros(len(above))
    fewer = np.zeros(len(above))
    for place, prize in enumerate(prizes):
        total += float(prize) * (likely(rivals, place, spread) @ (weights / 2))
        fewer += likely(rivals + 1, place, above) - likely(rivals + 1, place, above + tie)
        gained += float(prize) * fewer
    many = tie * rivals >= FEW
    total[many] = gained[many] / (rivals + 1) / tie[many]
    return np.where(total < HOPELESS * float(prizes[0]), 0.0, total)


@functools.cache
def quadrature() -> tuple[Any, Any]:
    """Points between -1 and 1 with weights, for computing an integral."""
    import numpy as np

    points, weights = np.polynomial.legendre.leggauss(NODES)
    return points, weights


def binomial(many: int, successes: int, chance: Fraction) -> Fraction:
    """The exact binomial probability of this many successes."""
    return math.comb(many, successes) * chance**successes * (1 - chance) ** (many - successes)


def likely(many: int, successes: int, chance: Any) -> Any:
    """The binomial probability of this many successes, for each chance of success."""
    import numpy as np

    chance = np.clip(chance, 0, 1)
    ways = math.lgamma(many + 1) - math.lgamma(successes + 1) - math.lgamma(many - successes + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = successes * np.log(chance) if successes else np.zeros_like(chance)
        if many > successes:
            logs = logs + (many - successes) * np.log1p(-chance)
    return np.exp(logs + (ways if successes else 0.0))


def as_words(prizes: tuple[Number, ...]) -> str:
    """Prizes, as they are typed."""
    return ",".join(map(as_text, prizes))
