"""Generala: ten boxes, popular in Latin America."""

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


class Generala(DiceAndBoxes):
    """Fill ten boxes with five dice and two rerolls a turn; combinations score fixed points.

    Straight 20, full house 30, poker (four of a kind) 40, generala (five of a kind) 50. The extra
    points that many tables give for a figure in the first roll, and the double generala, are not
    played here.
    """

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            boxes=[
                *faces(),
                Box("straight", Straight(5, 20)),
                Box("full-house", FullHouse(30)),
                Box("poker", OfAKind(4, 40)),
                Box("generala", OfAKind(5, 50)),
            ],
        )
