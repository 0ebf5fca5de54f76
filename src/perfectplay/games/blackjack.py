"""Blackjack: come closer to 21 than the dealer without exceeding it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from perfectplay.model.blackjack import Count, DealerGame
from perfectplay.model.nodes import Number
from perfectplay.model.parameters import parameter

POINTS = {"A": 1} | {str(pips): pips for pips in range(2, 10)} | {"T": 10}
"""The points of cards: an ace counts one or eleven; T stands for ten, jack, queen and king."""
ONE_DECK = dict.fromkeys(POINTS, 4) | {"T": 16}
DOUBLED_TOTALS = {"any": range(22), "9-11": range(9, 12), "10-11": range(10, 12)}
PAYS = {"3:2": Fraction(3, 2), "6:5": Fraction(6, 5), "1:1": Fraction(1)}


class Blackjack(DealerGame):
    """Draw cards to come closer to 21 than the dealer without exceeding it.

    The value is the win per unit of the initial bet: below 0, the house wins in the long run. A
    split ace gets only one more card, and 21 from a split pair is not a blackjack.
    """

    decks: int = parameter(default=6, low=0, high=8, doc="decks in the shoe, 0 for infinitely many")
    soft17: Literal["stand", "hit"] = parameter(
        default="stand", doc="what the dealer does with a soft 17"
    )
    double: Literal["any", "9-11", "10-11"] = parameter(
        default="any", doc="which two cards may be doubled: any, or hard totals", quiet=True
    )
    das: bool = parameter(default=True, doc="whether you may double after a split", quiet=True)
    hands: int = parameter(
        default=4, low=1, high=4, doc="hands a pair may be split into, 1 for none", quiet=True
    )
    resplit_aces: bool = parameter(default=False, doc="whether aces may be split again", quiet=True)
    peek: bool = parameter(
        default=True, doc="whether the dealer has a hole card and looks for blackjack", quiet=True
    )
    pays: Literal["3:2", "6:5", "1:1"] = parameter(
        default="3:2", doc="what a blackjack pays", quiet=True
    )
    surrender: Literal["none", "late", "early"] = parameter(
        default="none", doc="whether half the bet can be saved, early: before the look", quiet=True
    )
    charlie: Literal[0, 5, 6, 7] = parameter(
        default=0, doc="how many cards win at once; 0 for no such rule", quiet=True
    )

    @property
    def points(self) -> Mapping[str, int]:
        return POINTS

    @property
    def shoe(self) -> Mapping[str, int]:
        return {card: count * (self.decks or 1) for card, count in ONE_DECK.items()}

    @property
    def endless_shoe(self) -> bool:
        return self.decks == 0

    @property
    def target(self) -> int:
        return 21

    @property
    def high(self) -> int:
        return 10

    def dealer_stands(self, count: Count) -> bool:
        return count.total > 17 or (count.total == 17 and not (count.soft and self.soft17 == "hit"))

    @property
    def natural_pays(self) -> Number:
        return PAYS[self.pays]

    @property
    def insures(self) -> bool:
        return True

    @property
    def most_hands(self) -> int:
        return self.hands

    def may_double(self, cards: tuple[str, ...], *, split: bool) -> bool:
        if split and not self.das:
            return False
        total, soft = self.count(cards)
        return self.double == "any" or (not soft and total in DOUBLED_TOTALS[self.double])

    def resplit(self, card: str) -> bool:
        return card != "A" or self.resplit_aces

    def one_card(self, card: str) -> bool:
        return card == "A"
