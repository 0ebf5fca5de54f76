"""Yahtzee: thirteen boxes, five dice, and the rules for a second five of a kind."""

from __future__ import annotations

from typing import Literal

from perfectplay.model.parameters import parameter
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    DiceAndBoxes,
    FullHouse,
    OfAKind,
    Repeat,
    Scorecard,
    Straight,
    Total,
    faces,
)

UPPER = [box.name for box in faces()]


class Yahtzee(DiceAndBoxes):
    """Fill thirteen boxes with five dice and two rerolls a turn, for the highest score.

    63 points in the upper boxes bring 35 more. Once the Yahtzee box holds its 50 points, every
    further five of a kind brings 100. The joker rule says where such a roll may go, and that full
    house and straights then score in full: forced is the official rule.
    """

    joker: Literal["forced", "free", "none"] = parameter(
        default="forced", doc="where a further five of a kind goes"
    )
    bonus: bool = parameter(default=True, doc="100 points for a further five of a kind")

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            boxes=[
                *faces(),
                Box("three-of-a-kind", OfAKind(3)),
                Box("four-of-a-kind", OfAKind(4)),
                Box("full-house", FullHouse(25)),
                Box("small-straight", Straight(4, 30)),
                Box("large-straight", Straight(5, 40)),
                Box("chance", Total()),
                Box("yahtzee", OfAKind(5, 50)),
            ],
            bonuses=[Bonus("upper", UPPER, at=63, points=35)],
            repeat=Repeat("yahtzee", points=100 if self.bonus else 0, joker=self.joker),
        )
