"""What is best? Every objective is the mean of a utility of the final score.

The final score is the points on the way plus the payoff at the end, from player 0's side. If the
utility is the score itself, positions suffice for deciding; otherwise the engine tracks the running
score, never the author of the game.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, ClassVar

from perfectplay.errors import ObjectiveError, did_you_mean
from perfectplay.exact import exactly

Number = int | float | Fraction
LEAST_RATE = 1e-6
"""With a rate closer to 0 than this, an exponential utility is indistinguishable from the score."""
HIGHEST_RATE = 1000


@dataclasses.dataclass(frozen=True)
class Objective:
    """The mean of `utility(final score)`, which player 0 maximises and player 1 minimises."""

    linear: ClassVar[bool] = False
    """Whether the utility is the score itself, so that the running score does not matter."""
    memoryless: ClassVar[bool] = False
    """Whether the running score affects no decision, so that best play need not know it."""
    players: ClassVar[tuple[int, ...]] = (1, 2)

    def utility(self, score: Number) -> Number:
        """The utility of a final score."""
        raise NotImplementedError

    # For a memoryless objective, values are those of the points still to come.

    def final(self, score: Number) -> Number:
        """The value of a score at the end."""
        raise NotImplementedError

    def after(self, points: Number, value: Number) -> Number:
        """The value of some points plus what follows, given the value of what follows."""
        raise NotImplementedError

    def as_utility(self, value: Number) -> Number:
        """The mean utility given by a value, up to a constant."""
        raise NotImplementedError

    def scale(self, score: Number) -> Number:
        """The factor that turns a difference of values into utility, given the running score."""
        raise NotImplementedError

    def whole(self, value: Number, score: Number) -> Number:
        """The mean utility including the running score, given that of what is still to come."""
        return self.utility(score) + self.scale(score) * value

    def certainty_equivalent(self, value: Number) -> float | None:  # noqa: ARG002  # for a subclass to use
        """The certainty equivalent of a value, a guaranteed score; None if it says nothing new."""
        return None

    def for_player(self, player: int, value: Number) -> Number:
        """A value, which is player 0's, as another player counts it."""
        return -value if player else value

    def __str__(self) -> str:
        """The objective as `read_objective` reads it."""
        raise NotImplementedError

    @property
    def meaning(self) -> str:
        """What the value means, in words."""
        raise NotImplementedError


class Sought(Objective):
    """An objective whose utility is only known after solving; then it has been `found`.

    Once found, it is the mean of a utility like any other; `asked` is the original objective.
    """

    @property
    def found(self) -> bool:
        """Whether the utility is known."""
        raise NotImplementedError

    @property
    def as_requested(self) -> Objective:
        """The objective as it was before it was found."""
        return dataclasses.replace(self, at=None)  # type: ignore[call-arg]  # each has one

    def found_at(self, at: Any) -> Any:
        """What was found; refused if nothing was."""
        if at is None:
            raise ObjectiveError(
                f"'{self}' has a utility only once it has been found: solve for it"
            )
        return at


@dataclasses.dataclass(frozen=True)
class Score(Objective):
    """The expected final score.

    >>> Score().utility(7)
    7
    """

    linear: ClassVar[bool] = True
    memoryless: ClassVar[bool] = True

    def utility(self, score: Number) -> Number:
        return score

    def final(self, score: Number) -> Number:
        return score

    def after(self, points: Number, value: Number) -> Number:
        return points + value

    def as_utility(self, value: Number) -> Number:
        return value

    def scale(self, score: Number) -> Number:  # noqa: ARG002  # a point is a point
        return 1

    def __str__(self) -> str:
        return "score"

    @property
    def meaning(self) -> str:
        return "expected score"


@dataclasses.dataclass(frozen=True)
class AtLeast(Objective):
    """The chance of a final score of at least `points`.

    `otherwise` is what falling short is worth: with -1, the value is the expected reward of a bet
    that pays +1 or -1, which is 2p - 1.

    >>> AtLeast(45).utility(44), AtLeast(45).utility(45), AtLeast(45, otherwise=-1).utility(44)
    (0, 1, -1)
    """

    points: Number
    otherwise: Number = 0

    def __post_init__(self) -> None:
        require_finite(self.points, "at-least needs a finite number of points")
        require_finite(self.otherwise, "at-least needs a finite value for falling short")
        object.__setattr__(self, "points", exactly(self.points))
        object.__setattr__(self, "otherwise", exactly(self.otherwise))

    def utility(self, score: Number) -> Number:
        return 1 if exactly(score) >= self.points else self.otherwise

    def __str__(self) -> str:
        rest = f":otherwise={as_text(self.otherwise)}" if self.otherwise else ""
        return f"at-least:{as_text(self.points)}{rest}"

    @property
    def meaning(self) -> str:
        if self.otherwise:
            reached, missed = as_text(self.points), as_text(self.otherwise)
            return f"expected reward (1 for a score >= {reached}, else {missed})"
        return f"P(score >= {as_text(self.points)})"


@dataclasses.dataclass(frozen=True)
class EveryTarget(Objective):
    """The chance of at least x points, for every x at once, each with its own best play.

    The value is the sum of the best chances over all x from 1 on. No single strategy achieves them
    all, so it is more than any expected score.

    >>> EveryTarget().utility(7)
    7
    """

    players: ClassVar[tuple[int, ...]] = (1,)

    def utility(self, score: Number) -> Number:
        return score

    def __str__(self) -> str:
        return "at-least:all"

    @property
    def meaning(self) -> str:
        return "sum of P(score >= x) over all x"


@dataclasses.dataclass(frozen=True)
class Win(Objective):
    """Two players: a final score above 0 wins, 0 ties, below 0 loses, from player 0's side.

    >>> Win().utility(3), Win().utility(0), Win().utility(-3)
    (1, Fraction(1, 2), 0)
    """

    tie: Number = Fraction(1, 2)
    players: ClassVar[tuple[int, ...]] = (2,)

    def __post_init__(self) -> None:
        if not 0 <= self.tie <= 1:
            raise ObjectiveError(f"a tie is worth between 0 and 1, not {self.tie}")
        object.__setattr__(self, "tie", exactly(self.tie))

    def utility(self, score: Number) -> Number:
        return self.tie if score == 0 else int(score > 0)

    def for_player(self, player: int, value: Number) -> Number:
        """The chance to win of either player; what a tie is not worth to one, it is to the other.

        >>> Win().for_player(0, 0.75), Win().for_player(1, 0.75)
        (0.75, 0.25)
        """
        return 1 - value if player else value

    def __str__(self) -> str:
        return "win" if self.tie == Fraction(1, 2) else f"win:tie={as_text(self.tie)}"

    @property
    def meaning(self) -> str:
        return f"P(first player wins) + {self.tie} P(tie)" if self.tie else "P(first player wins)"


@dataclasses.dataclass(frozen=True)
class Utility(Objective):
    """The mean of any function of the final score.

    >>> Utility(lambda score: score ** 2, "square").utility(3)
    9
    """

    function: Callable[[Number], Number]
    label: str = ""

    def utility(self, score: Number) -> Number:
        value = self.function(score)
        require_finite(value, f"the utility of a score of {score} is {value}, which is not finite")
        return value

    def __str__(self) -> str:
        return f"utility:{self.label or getattr(self.function, '__name__', 'function')}"

    @property
    def meaning(self) -> str:
        return f"expected {str(self).partition(':')[2]} of the final score"


@dataclasses.dataclass(frozen=True)
class Exponential(Objective):
    """Exponential utility: a positive rate seeks risk, a negative one shuns it.

    The utility of a score is `(exp(rate * score) - 1) / rate`, which is the score itself as the
    rate goes to 0. The score so far then affects no decision; apart from the expected score, this
    is the only utility for which that is true.

    >>> utility = Exponential(-0.01).utility(100)
    >>> round(utility, 3), round(Exponential(-0.01).certainty_equivalent(utility), 3)
    (63.212, 100.0)
    """

    rate: float
    memoryless: ClassVar[bool] = True

    def __post_init__(self) -> None:
        require_finite(self.rate, "the rate of an exponential utility must be a finite number")
        if abs(self.rate) < LEAST_RATE:
            raise ObjectiveError(
                f"an exponential utility with rate {self.rate} is practically the "
                "score itself; ask for the score"
            )
        if abs(self.rate) > HIGHEST_RATE:
            raise ObjectiveError(
                f"the rate of an exponential utility is at most {HIGHEST_RATE}, up or down"
            )
        object.__setattr__(self, "rate", float(self.rate))

    def utility(self, score: Number) -> Number:
        return self.as_utility(self.final(score))

    def final(self, score: Number) -> Number:
        try:
            return math.exp(self.rate * float(score)) / self.rate
        except OverflowError:
            raise ObjectiveError(
                f"exponential:{self.rate} overflows at a score of {score}; use a rate closer to 0"
            ) from None

    def after(self, points: Number, value: Number) -> Number:
        return self.scale(points) * value

    def as_utility(self, value: Number) -> Number:
        return value - 1 / self.rate

    def scale(self, score: Number) -> Number:
        return math.exp(self.rate * float(score))

    def certainty_equivalent(self, value: Number) -> float:
        left = 1 + self.rate * float(value)
        if left <= 0:
            raise ObjectiveError(
                f"with exponential:{self.rate}, scores can no longer be told apart"
            )
        return math.log(left) / self.rate

    def __str__(self) -> str:
        return f"exponential:{Decimal(repr(self.rate)):f}"

    @property
    def meaning(self) -> str:
        return f"expected exponential utility, rate {self.rate}"


@dataclasses.dataclass(frozen=True)
class Within(Objective):
    """An objective for a game that is stopped after some number of turns.

    Points scored by then count, and an end that was not reached pays nothing. Without an objective,
    it is the chance that the game is over by then, which is maximised.

    >>> from perfectplay import Within, solve
    >>> from perfectplay.games.pig import Pig
    >>> round(solve(Pig(target=20, players=1), Within(3)).value, 6)
    0.773327
    >>> str(Within(10, AtLeast(100))), read_objective("within:10")
    ('within:10:at-least:100', Within(turns=10, objective=None))
    """

    turns: int
    objective: Objective | None = None

    def __post_init__(self) -> None:
        if type(self.turns) is not int or self.turns < 1:
            raise ObjectiveError(f"a game can be limited to 1 turn or more, not to {self.turns!r}")
        if isinstance(self.objective, (Within, EveryTarget, Sought)):
            raise ObjectiveError(f"'{self.objective}' cannot be limited to a number of turns")

    @property
    def inner(self) -> Objective:
        """The objective of the game with its limit."""
        return self.objective or Score()

    @property
    def linear(self) -> bool:  # type: ignore[override]  # it depends on what is limited
        return self.inner.linear

    @property
    def memoryless(self) -> bool:  # type: ignore[override]  # it depends on what is limited
        return self.inner.memoryless

    @property
    def players(self) -> tuple[int, ...]:  # type: ignore[override]  # it depends on what is limited
        return (1,) if self.objective is None else self.objective.players

    def utility(self, score: Number) -> Number:
        return self.inner.utility(score)

    def final(self, score: Number) -> Number:
        return self.inner.final(score)

    def after(self, points: Number, value: Number) -> Number:
        return self.inner.after(points, value)

    def as_utility(self, value: Number) -> Number:
        return self.inner.as_utility(value)

    def scale(self, score: Number) -> Number:
        return self.inner.scale(score)

    def certainty_equivalent(self, value: Number) -> float | None:
        return self.inner.certainty_equivalent(value)

    def for_player(self, player: int, value: Number) -> Number:
        return self.inner.for_player(player, value)

    def __str__(self) -> str:
        return f"within:{self.turns}" + (f":{self.objective}" if self.objective else "")

    @property
    def meaning(self) -> str:
        turns = f"{self.turns} turn{'' if self.turns == 1 else 's'}"
        if self.objective is None:
            return f"P(over within {turns})"
        return f"{self.objective.meaning}, within {turns}"


def as_text(number: Number) -> str:
    """A number as one would type it: a decimal if that is exact, else a fraction.

    >>> as_text(Fraction(91, 2)), as_text(Fraction(1, 3)), as_text(Fraction(45))
    ('45.5', '1/3', '45')
    """
    if not isinstance(number, Fraction) or number.denominator == 1:
        return str(number)
    decimal = str(float(number))
    return decimal if Fraction(decimal) == number else str(number)


def require_finite(value: Number, complaint: str) -> None:
    """Refuse anything but a finite number."""
    if not isinstance(value, Real) or (isinstance(value, float) and not math.isfinite(value)):
        raise ObjectiveError(complaint)


FORMS = {
    "score": "score",
    "at-least": "at-least:45",
    "win": "win",
    "exponential": "exponential:-0.01",
    "within": "within:10:at-least:100",
    "quantile": "quantile:0.5",
    "cvar": "cvar:0.1",
    "field": "field:9",
    "then": "win:then:score",
}
"""The objectives with a text, each with an example."""
SOUGHT = ("quantile", "cvar", "field")
"""Those of them whose utility is found by solving."""


def read_objective(text: str) -> Objective:
    """The objective that a text stands for: `score`, `at-least:45`, `win:tie=0` and so on.

    >>> read_objective("at-least:45:otherwise=-1")
    AtLeast(points=45, otherwise=-1)
    >>> read_objective("win")
    Win(tie=Fraction(1, 2))
    """
    name, *parts = text.split(":")
    if ":then:" in text:
        return read_in_order(text)
    if name in SOUGHT and parts:
        return read_sought(name, parts, text)
    match name, parts:
        case "score", []:
            return Score()
        case "at-least", ["all"]:
            return EveryTarget()
        case "at-least", [points]:
            return AtLeast(read_number(points, text))
        case "at-least", [points, rest] if rest.startswith("otherwise="):
            return AtLeast(read_number(points, text), read_number(rest[10:], text))
        case "win", []:
            return Win()
        case "win", [rest] if rest.startswith("tie="):
            return Win(read_number(rest[4:], text))
        case "within", [turns, *rest] if turns.isdecimal() and len(turns) <= LONGEST_NUMBER:
            return Within(int(turns), read_objective(":".join(rest)) if rest else None)
        case "exponential", [rate]:
            return Exponential(float(read_number(rate, text)))
    if name in FORMS:
        raise ObjectiveError(f"'{text}' is not an objective; write it like {FORMS[name]}")
    raise ObjectiveError(f"there is no objective '{name}'; {did_you_mean(name, FORMS)}")


def read_in_order(text: str) -> Objective:
    """Two objectives, the second of which decides between moves that tie for the first."""
    from perfectplay.objectives.lexicographic import THEN, Lexicographic

    first, _, rest = text.partition(THEN)
    second, at, weight = rest.partition(":at=")
    found = read_number(weight, text) if at else None
    return Lexicographic(read_objective(first), read_objective(second), found)


def read_sought(name: str, parts: Sequence[str], text: str) -> Objective:
    """An objective found by solving; `at=` says what was found."""
    from perfectplay.objectives.field import Field
    from perfectplay.objectives.shares import CVaR, Quantile

    number, *rest = parts
    match name, rest:
        case "field", []:
            return Field(read_count(number, text))
        case "field", [prizes] if prizes.startswith("prizes="):
            each = [read_number(prize, text) for prize in prizes[7:].split(",")]
            return Field(read_count(number, text), tuple(each))
        case "quantile" | "cvar", []:
            return (Quantile if name == "quantile" else CVaR)(read_number(number, text))
        case "quantile" | "cvar", [at] if at.startswith("at="):
            kind = Quantile if name == "quantile" else CVaR
            return kind(read_number(number, text), read_number(at[3:], text))
    raise ObjectiveError(f"'{text}' is not an objective; write it like {FORMS[name]}")


def read_count(text: str, whole: str) -> int:
    """A whole number as written."""
    number = read_number(text, whole)
    if not isinstance(number, int):
        raise ObjectiveError(f"'{text}' in '{whole}' is not a whole number")
    return number


LONGEST_NUMBER = 40


def read_number(text: str, whole: str) -> Number:
    """A number as written, kept exact: 45, 1/2, 0.5."""
    try:
        small = len(text) <= LONGEST_NUMBER and "e" not in text.lower()
        number = Fraction(text if small else "")
    except (ValueError, ZeroDivisionError):
        raise ObjectiveError(f"'{text}' in '{whole}' is not a number") from None
    return int(number) if number.denominator == 1 else number
