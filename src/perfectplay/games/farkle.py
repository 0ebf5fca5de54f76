"""Farkle: throw six dice, set aside those that score, and throw again or bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from perfectplay.errors import ParameterError
from perfectplay.model.loaded import DIE_DOC, throws, weights_of
from perfectplay.model.nodes import Chance
from perfectplay.model.parameters import parameter
from perfectplay.model.push_your_luck import DICE, FACES, Aside, PushYourLuck

Roll = tuple[int, ...]


class DiceScores(NamedTuple):
    """What dice score."""

    ones: int = 100
    """The points for a single one; a single five is worth half."""
    three: tuple[int, ...] = (1000, 200, 300, 400, 500, 600)
    """The points for three of a kind, by face."""
    more: tuple[int, int, int] = (2, 4, 8)
    """Multiples of that for four, five and six of a kind; 0 if they score nothing."""
    straight: int = 1500
    runs: tuple[int, int] = (0, 0)
    """The points for 1 to 5, and for 2 to 6; 0 if they do not count."""
    pairs: int = 0
    """The points for three pairs; four of a kind and a pair count as three pairs."""
    nothing: int = 0
    """The points for six dice none of which scores."""
    least: int = 0
    """The fewest points that may be banked."""


TABLES = {
    "simple": DiceScores(more=(0, 0, 0), straight=0),
    "online": DiceScores(more=(2, 3, 4), pairs=750, least=300),
    "zilch": DiceScores(pairs=1500, nothing=500, least=300),
    "medieval": DiceScores(runs=(500, 750)),
}
"""Known sets of rules. `simple`: ones, fives and three of a kind. `medieval`: from a video game."""
LOADED = {
    "fair": (1, 1, 1, 1, 1, 1),
    "odd": (4, 1, 4, 1, 4, 1),
    "lucky": (6, 1, 2, 3, 4, 6),
    "heavenly-kingdom": (7, 2, 2, 2, 2, 4),
    "holy-trinity": (4, 5, 10, 1, 1, 1),
    "weighted": (10, 1, 1, 1, 1, 1),
}
"""How often each face of a die comes up; all six dice are of this kind."""


WINS = 10_000
"""The default score for two players to reach."""


class Farkle(PushYourLuck):
    """Throw six dice, set aside those that score, and throw the rest again or bank the points.

    If nothing scores, the points of the turn are lost. With target=0 a single turn is played for
    its points; otherwise the first to reach the target wins or, alone, the value is minus the
    fewest expected turns.
    """

    rules: Literal["simple", "online", "zilch", "medieval"] = parameter(
        default="online", doc="how dice score"
    )
    target: int = parameter(
        default=0,
        low=0,
        high=20_000,
        played_to=2000,
        doc="the score to be reached; 0 for one turn alone, 10000 for two",
    )
    players: int = parameter(  # type: ignore[misc]  # a parameter in place of a constant
        default=1,
        low=1,
        high=2,
        doc="2 to win against each other, 1 alone",
        quiet=True,
        kw_only=True,
    )
    loaded: Literal["fair", "odd", "lucky", "heavenly-kingdom", "holy-trinity", "weighted"] = (
        parameter(default="fair", doc="the dice that are thrown", quiet=True)
    )
    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)
    farkle: float = parameter(
        default=0.0, low=-5000, high=5000, doc="what a lost turn scores, for one turn", quiet=True
    )
    longest: int = parameter(
        default=20_000,
        low=50,
        high=100_000,
        played_to=3000,
        doc="the most points of a turn, for one turn",
        quiet=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        weights_of(self.die)
        if self.players == 2 and self.target == 0:
            object.__setattr__(self, "target", WINS)
        for name, points in (("target", self.target), ("longest", self.longest)):
            if points % self.unit:
                raise ParameterError(
                    f"farkle: {name}={points} is not a multiple of {self.unit}, as all scores are"
                )

    @property
    def table(self) -> DiceScores:
        """What dice score."""
        return TABLES[self.rules]

    @property
    def goal(self) -> int:
        return self.target

    @property
    def unit(self) -> int:
        return self.table.ones // 2

    @property
    def least(self) -> int:
        return self.table.least

    @property
    def most(self) -> int:
        return self.longest

    @property
    def lost(self) -> float:
        return self.farkle

    def thrown(self, dice: int) -> Chance:
        return throws(dice, weights_of(self.die) if self.die else LOADED[self.loaded])

    def asides(self, roll: Roll) -> Mapping[str, Aside]:
        return asides_of(self.table, roll)


@cache
def figures(table: DiceScores) -> list[tuple[Roll, int]]:
    """Everything that scores."""
    found: list[tuple[Roll, int]] = [((1,), table.ones), ((5,), table.ones // 2)]
    for face, points in zip(FACES, table.three, strict=True):
        found.append(((face,) * 3, points))
        found += [((face,) * (4 + n), points * times) for n, times in enumerate(table.more)]
    found += [(tuple(FACES), table.straight), (tuple(FACES)[:5], table.runs[0])]
    found.append((tuple(FACES)[1:], table.runs[1]))
    found += [
        (tuple(sorted(three * 2)), table.pairs) for three in combinations_with_replacement(FACES, 3)
    ]
    return [(dice, points) for dice, points in found if points]


@cache
def points_of(table: DiceScores, dice: Roll) -> int:
    """The most points for these dice if every one of them counts; 0 if one does not.

    >>> points_of(TABLES["zilch"], (1, 1, 5)), points_of(TABLES["zilch"], (1, 2))
    (250, 0)
    """
    best = 0
    for figure, points in figures(table):
        if figure[0] == dice[0] and not Counter(figure) - Counter(dice):
            rest = tuple((Counter(dice) - Counter(figure)).elements())
            more = points_of(table, tuple(sorted(rest))) if rest else 0
            if more or not rest:
                best = max(best, points + more)
    return best


@cache
def asides_of(table: DiceScores, roll: Roll) -> Mapping[str, Aside]:
    """What may be set aside from a roll: dice that all score, most points first.

    >>> asides_of(TABLES["simple"], (1, 2, 2))
    {'1': Aside(points=100, left=2)}
    """
    found: dict[str, Aside] = {}
    for dice in subsets(roll):
        points = points_of(table, dice)
        if points:
            left = len(roll) - len(dice)
            found[" ".join(map(str, dice))] = Aside(points, left or DICE)
    if not found and len(roll) == DICE and table.nothing:
        found["nothing"] = Aside(table.nothing, DICE)
    return dict(sorted(found.items(), key=lambda named: -named[1].points))


def subsets(roll: Roll) -> list[Roll]:
    """The non-empty sets of dice in a roll, treating equal dice as interchangeable."""
    found: dict[Roll, None] = {(): None}
    for die in roll:
        found |= dict.fromkeys((*dice, die) for dice in found)
    return [dice for dice in found if dice]
