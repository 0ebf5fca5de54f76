"""Snackjack: blackjack with eight cards, small enough to be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from perfectplay.model.blackjack import Count, DealerGame
from perfectplay.model.nodes import Number
from perfectplay.model.parameters import parameter


class Snackjack(DealerGame):
    """Blackjack to 7 with two aces, two deuces and four treys; an ace counts one or four.

    The dealer stands on 6 and 7, and split cards get one more card each. It was proposed by Ethier
    (2010) as a model of blackjack, and named by Epstein.
    """

    decks: int = parameter(default=1, low=1, high=8, doc="decks of eight cards in the shoe")

    @property
    def points(self) -> Mapping[str, int]:
        return {"A": 1, "2": 2, "3": 3}

    @property
    def shoe(self) -> Mapping[str, int]:
        return {"A": 2 * self.decks, "2": 2 * self.decks, "3": 4 * self.decks}

    @property
    def target(self) -> int:
        return 7

    @property
    def high(self) -> int:
        return 3

    def dealer_stands(self, count: Count) -> bool:
        return count.total >= 6

    @property
    def natural_pays(self) -> Number:
        return Fraction(3, 2)

    @property
    def most_hands(self) -> int:
        return 2

    def may_double(self, cards: tuple[str, ...], *, split: bool) -> bool:  # noqa: ARG002  # other rules do
        return not split

    def one_card(self, card: str) -> bool:  # noqa: ARG002  # other rules do
        return True
