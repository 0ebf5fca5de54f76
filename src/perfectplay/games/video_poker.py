"""Video poker: five cards, hold what you like, draw once, and be paid by the table."""

from __future__ import annotations

from typing import Literal

from perfectplay.model.parameters import parameter
from perfectplay.model.video_poker import JOKER, DrawPoker
from perfectplay.objectives import Objective

SMALL = {"straight": 4, "three of a kind": 3, "two pair": 2, "jacks or better": 1}
GREAT = {"natural royal flush": 800, "straight flush": 50}
TABLES: dict[str, dict[str, int]] = {
    "jacks-9-6": GREAT | {"four of a kind": 25, "full house": 9, "flush": 6} | SMALL,
    "jacks-8-5": GREAT | {"four of a kind": 25, "full house": 8, "flush": 5} | SMALL,
    "bonus": GREAT
    | {"four aces": 80, "four 2s, 3s or 4s": 40, "four of a kind": 25}
    | {"full house": 8, "flush": 5}
    | SMALL,
    "double-double-bonus": GREAT
    | {"four aces with a 2 to 4": 400, "four aces": 160}
    | {"four 2s, 3s or 4s with an ace to 4": 160, "four 2s, 3s or 4s": 80}
    | {"four of a kind": 50, "full house": 9, "flush": 6}
    | SMALL
    | {"two pair": 1},
    "deuces-wild": {
        "natural royal flush": 800,
        "four deuces": 200,
        "royal flush": 25,
        "five of a kind": 15,
        "straight flush": 9,
        "four of a kind": 5,
        "full house": 3,
        "flush": 2,
        "straight": 2,
        "three of a kind": 1,
    },
    "joker-poker": {
        "natural royal flush": 800,
        "five of a kind": 200,
        "royal flush": 100,
        "straight flush": 50,
        "four of a kind": 20,
        "full house": 7,
        "flush": 5,
        "straight": 3,
        "three of a kind": 2,
        "two pair": 1,
        "kings or better": 1,
    },
}
"""What a table pays per coin with five coins bet: only then does the royal flush pay more."""
WILD = {"deuces-wild": "2", "joker-poker": JOKER}


class VideoPoker(DrawPoker):
    """Five cards are dealt; hold any of them, draw once, and be paid by the table.

    The value is the return per coin bet: below 1, the house wins in the long run.
    """

    table: Literal[
        "jacks-9-6", "jacks-8-5", "bonus", "double-double-bonus", "deuces-wild", "joker-poker"
    ] = parameter(default="jacks-9-6", doc="the pay table")

    @property
    def pays(self) -> dict[str, int]:
        return TABLES[self.table]

    @property
    def wild(self) -> str:
        return WILD.get(self.table, "")

    def meaning(self, objective: Objective) -> str:
        return "return on each coin" if objective.linear else super().meaning(objective)
