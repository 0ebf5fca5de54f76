"""Kniffel: Yahtzee as it is sold in German, without the rules for a second five of a kind."""

from __future__ import annotations

from perfectplay.model.scorecard import (
    Bonus,
    Box,
    DiceAndBoxes,
    FullHouse,
    OfAKind,
    Scorecard,
    Straight,
    Total,
    faces,
)


class Kniffel(DiceAndBoxes):
    """Fill thirteen boxes with five dice and two rerolls; five alike are a full house, too.

    63 points in the upper boxes bring 35 more. A second five of a kind brings nothing extra.
    """

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            boxes=[
                *faces(),
                Box("three-of-a-kind", OfAKind(3)),
                Box("four-of-a-kind", OfAKind(4)),
                Box("full-house", FullHouse(25, five_alike=True)),
                Box("small-straight", Straight(4, 30)),
                Box("large-straight", Straight(5, 40)),
                Box("kniffel", OfAKind(5, 50)),
                Box("chance", Total()),
            ],
            bonuses=[Bonus("upper", [box.name for box in faces()], at=63, points=35)],
        )
