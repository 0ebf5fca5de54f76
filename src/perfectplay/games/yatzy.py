"""Yatzy: the Scandinavian card of fifteen boxes."""

from __future__ import annotations

from perfectplay.model.scorecard import (
    Bonus,
    Box,
    DiceAndBoxes,
    FullHouse,
    NamedStraight,
    OfAKind,
    Pairs,
    Scorecard,
    Total,
    faces,
)


class Yatzy(DiceAndBoxes):
    """Fill fifteen boxes, pairs among them, with five dice and two rerolls a turn.

    Pairs and three or four of a kind score only the dice that make them. 63 points in the upper
    boxes bring 50 more.
    """

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            boxes=[
                *faces(),
                Box("pair", OfAKind(2, "kind")),
                Box("two-pairs", Pairs(2)),
                Box("three-of-a-kind", OfAKind(3, "kind")),
                Box("four-of-a-kind", OfAKind(4, "kind")),
                Box("small-straight", NamedStraight((1, 2, 3, 4, 5), 15)),
                Box("large-straight", NamedStraight((2, 3, 4, 5, 6), 20)),
                Box("full-house", FullHouse("sum")),
                Box("chance", Total()),
                Box("yatzy", OfAKind(5, 50)),
            ],
            bonuses=[Bonus("upper", [box.name for box in faces()], at=63, points=50)],
        )
