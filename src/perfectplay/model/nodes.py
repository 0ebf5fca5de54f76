"""The three kinds of node a game is made of, and the edges between them.

A `Final` ends the game, a `Choice` belongs to a player, a `Chance` belongs to nobody. An edge leads
to a position, or to a node written in place; `Gain` puts points on it. Nodes are plain carriers:
the engine checks them when it explores a game, where it can say at which position an error is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from perfectplay.errors import ModelError
from perfectplay.exact import exactly

Number: TypeAlias = int | float | Fraction
Label: TypeAlias = Hashable
"""The name of an option: a number of dice, the name of a box."""

Outcome_co = TypeVar("Outcome_co", covariant=True)


class Die(Protocol[Outcome_co]):
    """What a distribution must provide; every icepool die does."""

    def outcomes(self) -> Iterable[Outcome_co]:
        """The possible outcomes."""

    def quantities(self) -> Iterable[int]:
        """The whole-number weight of each outcome, in the same order."""

    def denominator(self) -> int:
        """The sum of the weights."""


class Gain:
    """An edge that carries points: score them, then go on to a position or a node.

    >>> Gain(18, "next turn")
    Gain(18, 'next turn')
    """

    __slots__ = ("points", "then")

    def __init__(self, points: Number, then: Any) -> None:
        self.points = points
        self.then = then

    def __eq__(self, other: object) -> bool:
        if type(other) is not Gain:
            return NotImplemented
        return (self.points, self.then) == (other.points, other.then)

    def __hash__(self) -> int:
        return hash((Gain, self.points, self.then))

    def __repr__(self) -> str:
        return f"Gain({self.points!r}, {self.then!r})"


class Final:
    """The end of the game; the payoff is player 0's and is added to the points on the way.

    >>> Final(1)
    Final(1)
    """

    __slots__ = ("payoff",)

    def __init__(self, payoff: Number = 0) -> None:
        self.payoff = payoff

    def __repr__(self) -> str:
        return f"Final({self.payoff!r})"


class Choice:
    """A player picks one of the options, given as label -> where it leads.

    The order of the options is the game's own; among equally good ones the first is chosen. Player
    0 maximises the payoff, player 1 minimises it.

    >>> Choice({"stop": Final(3), "go on": "next"})
    Choice({'stop': Final(3), 'go on': 'next'})
    """

    __slots__ = ("options", "player")

    def __init__(self, options: Mapping[Any, Any], player: int = 0) -> None:
        self.options = options
        self.player = player

    def __repr__(self) -> str:
        player = f", player={self.player}" if self.player else ""
        return f"Choice({self.options!r}{player})"


class Odds:
    """How likely the outcomes of a chance node are: their weights, over a total.

    Numbers are kept as given, so the same odds serve for floats and for exact fractions. They are
    checked on first use, once for all chance nodes that share them.

    >>> Odds((1, 2), 3).floats()
    [0.3333333333333333, 0.6666666666666666]
    >>> Odds((0.5, 0.4), 1).floats()
    Traceback (most recent call last):
    ValueError: has probabilities that add up to 0.9, not 1; ...
    """

    __slots__ = ("checked", "total", "weights")

    def __init__(self, weights: tuple[Number, ...], total: Number) -> None:
        self.weights = weights
        self.total = total
        self.checked: list[float] | None = None

    def floats(self) -> list[float]:
        """The probabilities as floats."""
        if self.checked is None:
            self.require_weights()
            shares = [weight / self.total for weight in self.weights]
            off = abs(math.fsum(shares) - 1)
            if not off <= SUM_TOLERANCE:
                raise ValueError(f"has probabilities that add up to {sum(shares)}, {ADD_UP}")
            self.checked = list(map(float, shares if off <= ROUNDING else self.shares()))
        return self.checked

    def shares(self) -> list[Fraction]:
        """The weights as exact fractions of their sum."""
        weights = [Fraction(exactly(weight)) for weight in self.weights]
        total = sum(weights)
        return [weight / total for weight in weights]

    def fractions(self) -> list[Fraction]:
        """The probabilities as exact fractions."""
        self.require_weights()
        total = Fraction(exactly(self.total))
        shares = [exactly(weight) / total for weight in self.weights]
        if sum(shares) != 1:
            if any(isinstance(weight, float) for weight in self.weights):
                raise ValueError(
                    f"has probabilities that add up to {float(sum(shares))!r}, which is not "
                    "exactly 1; for exact answers give whole-number weights or Fractions"
                )
            raise ValueError(f"has probabilities that add up to {sum(shares)}, {ADD_UP}")
        return shares

    def require_weights(self) -> None:
        """Refuse anything that is not a weight."""
        for weight in self.weights:
            real = type(weight) in PLAIN or isinstance(weight, Real)
            if not real or not 0 <= weight < math.inf:
                raise ValueError(
                    f"gives an outcome the probability {weight!r}; use 0 or more, as an int, a "
                    "float or a Fraction"
                )
        if not any(self.weights):
            raise ValueError("has no outcome that can happen; give it one")
        if not 0 < self.total < math.inf:
            raise ValueError(f"has weights over a total of {self.total!r}; give their sum")


ADD_UP = "not 1; where several outcomes lead to the same position, Chance.of adds them up"
PLAIN = frozenset({int, float})
"""The most common kinds of weight, which need no check that they are real numbers."""
SUM_TOLERANCE = 1e-9
"""How far from one a sum of probabilities may be; they are then normalised."""
ROUNDING = 2**-52
"""The error in a sum of probabilities that were each rounded once."""


class Chance:
    """Something happens by chance: outcomes with probabilities that add up to one.

    Outcomes with probability zero are left out.

    Give the probabilities as a mapping or as pairs, as whole-number weights with `Chance.weighted`,
    or as an icepool die with `Chance.of`. Outcomes that lead to the same place are merged.

    >>> Chance({"heads": 0.5, "tails": 0.5})
    Chance([('heads', 0.5), ('tails', 0.5)])
    """

    __slots__ = ("odds", "thens")

    def __init__(
        self,
        outcomes: Mapping[Any, Number] | Iterable[tuple[Any, Number]],
        *,
        total: Number = 1,
    ) -> None:
        pairs = outcomes.items() if isinstance(outcomes, Mapping) else outcomes
        pairs = [(then, weight) for then, weight in pairs if weight != 0]
        self.thens: list[Any] = [then for then, _ in pairs]
        self.odds = Odds(tuple(weight for _, weight in pairs), total)

    @property
    def outcomes(self) -> list[tuple[Any, Number]]:
        """Where each outcome leads, with its weight."""
        return list(zip(self.thens, self.odds.weights, strict=True))

    def __repr__(self) -> str:
        total = f", total={self.odds.total}" if self.odds.total != 1 else ""
        return f"Chance({self.outcomes!r}{total})"

    @classmethod
    def weighted(cls, outcomes: Mapping[Any, int] | Iterable[tuple[Any, int]]) -> Chance:
        """A chance node from whole-number weights, each divided by their sum.

        >>> Chance.weighted({"win": 1, "lose": 2})
        Chance([('win', 1), ('lose', 2)], total=3)
        """
        chance = cls(outcomes)
        chance.odds.total = sum(chance.odds.weights)
        return chance

    @classmethod
    def of(cls, die: Die[Any], after: Callable[[Any], Any] | None = None) -> Chance:
        """A chance node from an icepool die; `after` says where each outcome leads.

        Outcomes that lead to the same place are merged.

        >>> from icepool import d
        >>> Chance.of(d(3), lambda face: "win" if face == 3 else "lose")
        Chance([('lose', 1), ('lose', 1), ('win', 1)], total=3)
        """
        if not hasattr(die, "quantities"):
            raise ModelError(
                f"Chance.of takes a die, such as icepool's d(6), not {die!r}; give weights to "
                "Chance.weighted"
            )
        chance = cls.__new__(cls)
        chance.thens = list(die.outcomes())
        chance.odds = Odds(tuple(die.quantities()), die.denominator())
        return chance if after is None else chance.then(after)

    def then(self, after: Callable[[Any], Any]) -> Chance:
        """The same odds, each outcome leading on to `after(outcome)`.

        >>> Chance({1: 0.5, 2: 0.5}).then(lambda face: face * 10)
        Chance([(10, 0.5), (20, 0.5)])
        """
        chance = Chance.__new__(Chance)
        chance.thens = list(map(after, self.thens))
        chance.odds = self.odds
        return chance


Node: TypeAlias = Final | Choice | Chance


class Inline(NamedTuple):
    """The name of a node written in place: the position it belongs to, and the path to it.

    The path lists the labels of the options taken (or the numbers of the outcomes) from there.

    >>> str(Inline((5, 0), (3,)))
    '(5, 0) > 3'
    """

    position: Hashable
    path: tuple[Label, ...]

    def __str__(self) -> str:
        return " > ".join(map(str, (self.position, *self.path)))


def position_of(name: Hashable) -> Hashable:
    """The position that a node belongs to, or is.

    >>> position_of(Inline((5, 0), (3,))), position_of((5, 0))
    ((5, 0), (5, 0))
    """
    return name.position if isinstance(name, Inline) else name


def named(position: Hashable, path: tuple[Label, ...]) -> Hashable:
    """The name of a node: its position, and the path from there if there is one."""
    return Inline(position, path) if path else position


def below(name: Hashable, step: Label) -> Inline:
    """The name of a node written in place behind an edge.

    >>> below(below("start", "roll"), 3)
    Inline(position='start', path=('roll', 3))
    """
    position, path = name if isinstance(name, Inline) else (name, ())
    return Inline(position, (*path, step))
