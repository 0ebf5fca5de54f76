"""Yatzy: the Scandinavian card of fifteen boxes."""

from __future__ import annotations

from typing import Literal

from perfectplay.model.parameters import parameter
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

NAMES = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "four-of-a-kind",
    "small-straight",
    "large-straight",
    "full-house",
    "chance",
    "upper",
)
LABELS = {
    "sv": (
        "ettor tvåor treor fyror femmor sexor "
        "ett-par två-par tretal fyrtal liten-stege "
        "stor-stege kåk chans övre"
    ),
    "da": (
        "enere toere treere firere femmere seksere "
        "et-par to-par tre-ens fire-ens lille-straight "
        "stor-straight fuldt-hus chance øvre"
    ),
    "no": (
        "enere toere treere firere femmere seksere "
        "ett-par to-par tre-like fire-like liten-straight "
        "stor-straight hus sjanse øvre"
    ),
    "fi": (
        "ykköset kakkoset kolmoset neloset viitoset kuutoset "
        "pari kaksi-paria kolme-samaa neljä-samaa pieni-suora "
        "suuri-suora täyskäsi sattuma yläosa"
    ),
}
"""The translations of `NAMES` into Swedish, Danish, Norwegian and Finnish."""


class Yatzy(DiceAndBoxes):
    """Fill fifteen boxes, pairs among them, with five dice and two rerolls a turn.

    Pairs and three or four of a kind score only the dice that make them. 63 points in the upper
    boxes bring 50 more.
    """

    labels: Literal["en", "sv", "da", "no", "fi"] = parameter(
        default="en", doc="the language of the boxes' names", quiet=True, kw_only=True
    )

    @property
    def scorecard(self) -> Scorecard:
        card = Scorecard(
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
            labels={
                language: dict(zip(NAMES, words.split(), strict=True))
                for language, words in LABELS.items()
            },
        )
        return card if self.labels == "en" else card.labelled(self.labels)
