"""Objectives about a share of all games: a quantile of the score, the mean of the worst games."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import ClassVar

from perfectplay.errors import ObjectiveError
from perfectplay.exact import exactly, tidy
from perfectplay.objectives import Number, Sought, as_text, require_finite


@dataclasses.dataclass(frozen=True)
class Quantile(Sought):
    """The highest score that can be reached or passed in all but a share of the games.

    With 1/2 it is the best median, with 1/10 the score that nine games in ten reach. Solving finds
    that score; the value is the best chance to reach it.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), Quantile(0.5))
    >>> slots.objective.at, round(slots.value, 6)
    (41, 0.564215)
    """

    share: Number
    at: Number | None = None
    """The quantile, once it was found."""
    players: ClassVar[tuple[int, ...]] = (1,)

    def __post_init__(self) -> None:
        require_share(self.share, "a quantile", "0.5 for the median")
        object.__setattr__(self, "share", exactly(self.share))
        if self.at is not None:
            require_finite(self.at, "a quantile is a finite number of points")
            object.__setattr__(self, "at", exactly(self.at))

    @property
    def found(self) -> bool:
        return self.at is not None

    def utility(self, score: Number) -> Number:
        return int(exactly(score) >= self.found_at(self.at))

    def certainty_equivalent(self, value: Number) -> float | None:  # noqa: ARG002  # whatever it is
        return None if self.at is None else float(self.at)

    def __str__(self) -> str:
        return f"quantile:{as_text(self.share)}{at_text(self.at)}"

    @property
    def meaning(self) -> str:
        if self.at is None:
            return f"{as_text(self.share)}-quantile of the score"
        return f"P(score >= {as_text(self.at)}), the {as_text(self.share)}-quantile"


@dataclasses.dataclass(frozen=True)
class CVaR(Sought):
    """The mean score of the worst share of the games, maximised.

    This is the conditional value at risk, also called the expected shortfall. It is the greatest
    mean of t - max(0, t - score) / share over all thresholds t; the best t is found by solving.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), CVaR(0.1))
    >>> slots.objective.at, round(slots.value, 6)
    (33, 30.346965)
    """

    share: Number
    at: Number | None = None
    """The threshold, once found: under best play, the given share of games lies below it."""
    players: ClassVar[tuple[int, ...]] = (1,)

    def __post_init__(self) -> None:
        require_share(self.share, "the share of a CVaR", "0.1 for the worst tenth")
        object.__setattr__(self, "share", exactly(self.share))
        if self.at is not None:
            require_finite(self.at, "the threshold of a CVaR is a finite number of points")
            object.__setattr__(self, "at", exactly(self.at))

    @property
    def found(self) -> bool:
        return self.at is not None

    def utility(self, score: Number) -> Number:
        at: Number = self.found_at(self.at)
        short = max(Fraction(0), Fraction(at) - Fraction(exactly(score)))
        return tidy(Fraction(at) - short / Fraction(self.share))

    def __str__(self) -> str:
        return f"cvar:{as_text(self.share)}{at_text(self.at)}"

    @property
    def meaning(self) -> str:
        return f"mean of the worst {as_text(exactly(100 * self.share))} % of scores"


def at_text(at: Number | None) -> str:
    """What was found, in the form in which it follows the text of an objective."""
    return "" if at is None else f":at={as_text(at)}"


def require_share(share: Number, what: str, example: str) -> None:
    """Refuse anything but a share of all games."""
    require_finite(share, f"{what} is a number between 0 and 1, such as {example}")
    if not 0 < share < 1:
        raise ObjectiveError(f"{what} lies between 0 and 1, as {example}; {share} does not")
