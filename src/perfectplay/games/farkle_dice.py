"""Farkle with your own dice: each player brings six, which may be loaded in different ways."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Literal

from perfectplay.errors import ParameterError
from perfectplay.games.farkle import LOADED, TABLES, DiceScores, points_of
from perfectplay.model.loaded import Weights, weights_of
from perfectplay.model.mixed_dice import Hand, MixedDice
from perfectplay.model.parameters import parameter
from perfectplay.model.push_your_luck import DICE

MOST_DICE = 100


class FarkleDice(MixedDice):
    """Farkle for two in which each player throws six dice of their own; first to the target wins.

    >>> from perfectplay import solve
    >>> loaded = solve(FarkleDice(target=300, dice="weighted*2,fair*4", theirs="fair*6"))
    >>> round(loaded.value, 4)
    0.974
    """

    rules: Literal["simple", "online", "zilch", "medieval"] = parameter(
        default="medieval", doc="how dice score"
    )
    target: int = parameter(
        default=2000, low=50, high=20_000, played_to=200, doc="the score to be reached"
    )
    dice: str = parameter(default="fair*6", doc="the first player's dice, such as lucky*2,fair*4")
    theirs: str = parameter(default="fair*6", doc="the second player's dice")

    def __post_init__(self) -> None:
        super().__post_init__()
        for player in (0, 1):
            self.own(player)
        if self.target % self.unit:
            raise ParameterError(
                f"{self.name}: target={self.target} is not a multiple of {self.unit}, as all "
                "scores are"
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

    def own(self, player: int) -> Hand:
        return six_of(self.theirs if player else self.dice)

    def weights(self, kind: str) -> Weights:
        return weights_of_kind(kind)

    def points_of(self, faces: tuple[int, ...]) -> int:
        return points_of(self.table, faces)

    def unlucky(self, dice: Hand) -> int:
        return self.table.nothing if len(dice) == DICE else 0


@cache
def six_of(text: str) -> Hand:
    """Six dice, as they are written.

    >>> six_of("odd*4,fair*2")
    ('fair', 'fair', 'odd', 'odd', 'odd', 'odd')
    """
    hand = tuple(sorted(counted_dice(text).elements()))
    if len(hand) != DICE:
        raise ParameterError(f"'{text}' is {len(hand)} dice; everybody throws {DICE}")
    return hand


def counted_dice(text: str) -> Counter[str]:
    """Dice as they are written: kinds, each with its number of dice.

    >>> counted_dice("lucky*2, 1:1:1:1:1:3")
    Counter({'lucky': 2, '1:1:1:1:1:3': 1})
    """
    found: Counter[str] = Counter()
    for word in text.split(","):
        kind, star, count = word.strip().partition("*")
        weights_of_kind(kind)
        many = (int(count) if count.isascii() and count.isdigit() else 0) if star else 1
        if not 1 <= many <= MOST_DICE:
            raise ParameterError(
                f"'{word.strip()}' is not how many dice there are of a kind; write odd*2"
            )
        found[kind] += many
    return found


@cache
def weights_of_kind(kind: str) -> Weights:
    """How often each face of a kind comes up; a kind without a name is written as its weights."""
    if kind in LOADED:
        return LOADED[kind]
    if ":" not in kind:
        raise ParameterError(
            f"there is no die '{kind}'; there are {', '.join(LOADED)}, or weights such as "
            "1:1:1:1:1:2"
        )
    return weights_of(kind.replace(":", ","))


def dice_text(hand: Hand) -> str:
    """Dice, as they are written.

    >>> dice_text(("fair", "fair", "odd"))
    'fair*2,odd'
    """
    return ",".join(
        f"{kind}*{count}" if count > 1 else kind for kind, count in Counter(hand).items()
    )
