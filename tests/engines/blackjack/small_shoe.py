"""A game against a dealer with a few cards, so that every split can be played out."""

from __future__ import annotations

from fractions import Fraction

from perfectplay.model.blackjack import DealerGame


class SmallShoe(DealerGame):
    """To eleven with aces, threes and fives; an ace counts one or six."""

    hands: int = 3
    looking: bool = True
    giving_up: str = ""
    doubling: bool = True
    fives: int = 8
    charlie: int = 0
    endless_cards: bool = False

    points = {"A": 1, "3": 3, "5": 5}  # noqa: RUF012
    target = 11
    high = 5
    natural_pays = Fraction(3, 2)
    insures = True

    @property
    def shoe(self):
        return {"A": 3, "3": 5, "5": self.fives}

    @property
    def endless_shoe(self):
        return self.endless_cards

    @property
    def peek(self):
        return self.looking

    @property
    def surrender(self):
        return self.giving_up or "none"

    @property
    def most_hands(self):
        return self.hands

    def dealer_stands(self, count):
        return count.total > 8 or (count.total == 8 and not count.soft)

    def may_double(self, cards, *, split):
        return self.doubling or not split

    def resplit(self, card):
        return card != "A"

    def one_card(self, card):
        return card == "A"
