"""Yazy: eleven boxes and no bonus, from a phone game."""

from __future__ import annotations

from perfectplay.model.scorecard import (
    Box,
    DiceAndBoxes,
    FullHouse,
    OfAKind,
    Scorecard,
    Straight,
    faces,
)


class Yazy(DiceAndBoxes):
    """Fill eleven boxes with five dice and two rerolls a turn; there is no bonus."""

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            boxes=[
                *faces(),
                Box("three-of-a-kind", OfAKind(3)),
                Box("four-of-a-kind", OfAKind(4)),
                Box("full-house", FullHouse(25)),
                Box("straight", Straight(5, 40)),
                Box("five-of-a-kind", OfAKind(5, 50)),
            ],
        )
