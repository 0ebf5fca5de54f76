"""Yacht: an ancestor of Yahtzee, with twelve boxes."""

from __future__ import annotations

from perfectplay.model.scorecard import (
    Box,
    DiceAndBoxes,
    FullHouse,
    NamedStraight,
    OfAKind,
    Scorecard,
    Total,
    faces,
)


class Yacht(DiceAndBoxes):
    """Fill twelve boxes with five dice and two rerolls a turn; there is no bonus.

    A full house scores the sum of its dice, four of a kind only the four equal dice; five of a kind
    is not a full house. The little straight is 1 to 5, the big one 2 to 6.
    """

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            boxes=[
                *faces(),
                Box("full-house", FullHouse("sum")),
                Box("four-of-a-kind", OfAKind(4, "kind")),
                Box("little-straight", NamedStraight((1, 2, 3, 4, 5), 30)),
                Box("big-straight", NamedStraight((2, 3, 4, 5, 6), 30)),
                Box("choice", Total()),
                Box("yacht", OfAKind(5, 50)),
            ],
        )
