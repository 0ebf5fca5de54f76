"""Kniffel: Yahtzee as it is sold in German, without the rules for a second five of a kind."""

from __future__ import annotations

from typing import Literal

from perfectplay.model.parameters import parameter
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

LABELS = {
    "de": {
        "ones": "einser",
        "twos": "zweier",
        "threes": "dreier",
        "fours": "vierer",
        "fives": "fünfer",
        "sixes": "sechser",
        "three-of-a-kind": "dreierpasch",
        "four-of-a-kind": "viererpasch",
        "small-straight": "kleine-straße",
        "large-straight": "große-straße",
        "upper": "oben",
    }
}


class Kniffel(DiceAndBoxes):
    """Fill thirteen boxes with five dice and two rerolls; five alike are a full house, too.

    63 points in the upper boxes bring 35 more. A second five of a kind brings nothing extra.
    """

    labels: Literal["en", "de"] = parameter(
        default="en", doc="the language of the boxes' names", quiet=True, kw_only=True
    )

    @property
    def scorecard(self) -> Scorecard:
        card = Scorecard(
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
            labels=LABELS,
        )
        return card if self.labels == "en" else card.labelled(self.labels)
