"""Loaded dice: how often each face comes up, and the distribution of throws.

A game keeps the weights in a parameter named `die`, and throws with them:

>>> from perfectplay import Final, Game, parameter, solve
>>> class OneThrow(Game):
...     '''What a die shows.'''
...     die: str = parameter(default="")
...     def start(self):
...         return "start"
...     def at(self, position):
...         return throw(weights_of(self.die)).then(Final)
>>> solve(OneThrow(), exact=True).value, solve(OneThrow(die="1,1,1,1,1,3"), exact=True).value
(Fraction(7, 2), Fraction(33, 8))
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, gcd, lcm, prod
from typing import Any

from perfectplay.errors import ParameterError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance

Weights = tuple[int, ...]
"""How often each face comes up, the lowest face first."""
MOST_DIGITS = 40
DIE = "die"
"""The parameter that says how a die is loaded."""
DIE_DOC = "how often each face comes up, as 1,1,1,1,1,2; fair if empty"
"""Its description."""


@cache
def weights_of(die: str, sides: int = 6) -> Weights:
    """The weights given by a parameter, as the smallest whole numbers; all 1 for a fair die.

    >>> weights_of(""), weights_of("1/2,1,1.5", 3)
    ((1, 1, 1, 1, 1, 1), (1, 2, 3))
    """
    if not die:
        return (1,) * sides
    words = die.split(",")
    try:
        given = [Fraction(word if len(word) <= MOST_DIGITS else "") for word in words]
    except (ValueError, ZeroDivisionError):
        given = []
    if not given or min(given) < 0 or not any(given) or len(given) == 1:
        raise ParameterError(
            f"die={die} does not say how often each face comes up; give a number for each, such "
            "as 1,1,1,1,1,2"
        )
    if len(given) != sides:
        raise ParameterError(f"die={die} has {len(given)} faces, and the die has {sides}")
    whole = [int(weight * lcm(*(each.denominator for each in given))) for weight in given]
    return tuple(weight // gcd(*whole) for weight in whole)


def die_text(weights: Weights) -> str:
    """Weights as the parameter spells them.

    >>> die_text((1, 1, 2))
    '1,1,2'
    """
    return ",".join(map(str, weights))


@cache
def throw(weights: Weights) -> Chance:
    """What one die shows."""
    return Chance.weighted(dict(enumerate(weights, start=1)))


@cache
def throws(dice: int, weights: Weights) -> Chance:
    """What several dice show, sorted in ascending order.

    >>> throws(2, (1, 3))
    Chance([((1, 1), 1), ((1, 2), 6), ((2, 2), 9)], total=16)
    """
    faces = range(1, len(weights) + 1)
    return Chance.weighted(
        {
            roll: factorial(dice)
            // prod(map(factorial, Counter(roll).values()))
            * prod(weights[face - 1] for face in roll)
            for roll in combinations_with_replacement(faces, dice)
        }
    )


@cache
def sums(dice: int, weights: Weights, most: int | None = None) -> Chance:
    """The sums of several dice; any sum above `most` counts as `most`.

    >>> sums(2, (1, 3)), sums(2, (1, 3), 3)
    (Chance([(2, 1), (3, 6), (4, 9)], total=16), Chance([(2, 1), (3, 15)], total=16))
    """
    return Chance.weighted(ways_to(dice, weights, most))


@cache
def ways_to(dice: int, weights: Weights, most: int | None = None) -> dict[int, int]:
    """The weight of each total of several dice, lowest first."""
    if dice == 0:
        return {0: 1}
    found: Counter[int] = Counter()
    for total, often in ways_to(dice - 1, weights, most).items():
        for face, weight in enumerate(weights, start=1):
            more = total + face
            found[more if most is None else min(more, most)] += often * weight
    return dict(sorted(found.items()))


def require_die(game: Game[Any]) -> None:
    """Refuse a game that does not say which die it throws."""
    if DIE not in game.parameters():
        raise ParameterError(
            f"{game.name} does not say which die it is played with; in a game of your own, declare "
            '`die: str = parameter(default="")`, and throw by these weights'
        )


def sides_of(game: Game[Any]) -> int:
    """How many faces the die of a game has."""
    card = game.card
    return int(card.sides if card is not None else getattr(game, "sides", 6))
