"""Poker: cards, the rank of a five-card hand, and games of one deal, one draw."""

from __future__ import annotations

import functools
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple

from perfectplay.errors import PositionError
from perfectplay.model.checked import Checked
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node
from perfectplay.model.table import Table, TablePosition
from perfectplay.model.view import Cards, Mark, View

RANKS, SUITS = "23456789TJQKA", "cdhs"
JOKER = "Jk"
HAND = 5
JACK, KING, ACE, TEN, FOUR = 9, 11, 12, 8, 2
"""Ranks, counted from 2."""
KINDS = (
    "jacks or better",
    "kings or better",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "four 2s, 3s or 4s",
    "four 2s, 3s or 4s with an ace to 4",
    "four aces",
    "four aces with a 2 to 4",
    "straight flush",
    "four deuces",
    "five of a kind",
    "royal flush",
    "natural royal flush",
)
"""Kinds of hands; a hand may be several of these, and is paid for the best."""


class PokerHand(NamedTuple):
    """The cards in hand, those discarded, and whether the draw is over."""

    cards: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    drawing: bool = False


class DrawPoker(Checked[PokerHand]):
    """Five cards are dealt; hold any of them, draw once, and be paid for the hand."""

    family: ClassVar[str] = "video-poker"

    @property
    def pays(self) -> Mapping[str, int]:
        """The payout of each kind of hand, in coins per coin bet."""
        raise NotImplementedError

    @property
    def wild(self) -> str:
        """The wild cards: `2` for all deuces, the joker, or none."""
        return ""

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards of the deck, in order."""
        return full_deck(joker=self.wild == JOKER)

    def start(self) -> PokerHand:
        return PokerHand()

    def at(self, position: PokerHand) -> Node:
        if len(position.cards) < HAND:
            seen = {*position.cards, *position.gone}
            return Chance.weighted(
                {
                    position._replace(cards=self.in_order([*position.cards, card])): 1
                    for card in self.deck
                    if card not in seen
                }
            )
        if position.drawing:
            return Final(self.paid(position.cards))
        return Choice(
            {
                label_of(held): PokerHand(held, without(position.cards, held), drawing=True)
                for count in range(HAND, -1, -1)
                for held in combinations(position.cards, count)
            }
        )

    def paid(self, cards: Sequence[str]) -> int:
        """The payout of a hand."""
        ranks, suits = zip(*(self.numbers(card) for card in cards), strict=True)
        found = kinds_of(ranks, suits)
        known = (coins for kind, coins in self.pays.items() if found >> KINDS.index(kind) & 1)
        return max(known, default=0)

    def numbers(self, card: str) -> tuple[int, int]:
        """The rank and suit of a card; a wild one has rank -1."""
        if self.wild and card.startswith(self.wild):
            return -1, -1
        return RANKS.index(card[0]), SUITS.index(card[1])

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Cards sorted in the order of the deck."""
        return tuple(sorted(cards, key=places_in(self.deck).__getitem__))

    def position_from_table(self, table: Table) -> TablePosition:
        """The hand on the table, right after the deal."""
        if table.cards is None or table.up is not None:
            return super().position_from_table(table)
        return TablePosition(PokerHand(self.in_order(read_cards(table.cards, self.deck))))

    def read(self, text: str) -> Hashable:
        """The position that a text describes; cards may come in any order."""
        hand = super().read(text)
        assert isinstance(hand, PokerHand)
        if {*hand.cards, *hand.gone} <= {*self.deck}:
            hand = hand._replace(cards=self.in_order(hand.cards), gone=self.in_order(hand.gone))
        place: Hashable = self.require(hand)
        return place

    def complaint(self, position: PokerHand) -> str:
        seen = [*position.cards, *position.gone]
        for card in seen:
            if card not in self.deck:
                return f"'{card}' is no card of this deck; write it like {self.deck[-1]}"
            if seen.count(card) > 1:
                return f"there is one {card} in the deck"
        if any(cards != self.in_order(cards) for cards in (position.cards, position.gone)):
            return f"cards are in the order of the deck, such as {' '.join(self.deck[:HAND])}"
        if len(position.cards) > HAND or len(position.gone) > HAND:
            return f"a hand has {HAND} cards"
        if not position.drawing:
            return "cards are discarded when one draws" if position.gone else ""
        return "" if len(seen) >= HAND else f"{HAND} cards were dealt before one draws"

    def view(self, position: PokerHand) -> View:
        hand = Cards("hand", position.cards, hidden=HAND - len(position.cards), field="cards")
        if position.drawing:
            return View((hand, Cards("discarded", position.gone, field="gone")))
        if len(position.cards) < HAND:
            return View((hand,))
        holds = [
            places for count in range(HAND, -1, -1) for places in combinations(range(HAND), count)
        ]
        options = {
            label_of([position.cards[place] for place in places]): (Mark("hand", places),)
            * bool(places)
            for places in holds
        }
        return View((hand,), options)

    def describe(self, position: object) -> str:
        if not isinstance(position, PokerHand):
            return super().describe(position)
        cards = " ".join(position.cards) or "no cards yet"
        return f"{cards}, drawing" if position.drawing else cards

    def describe_option(self, position: object, option: Label) -> str:  # noqa: ARG002  # the same at all
        return f"hold {option}"


@functools.cache
def full_deck(*, joker: bool = False) -> tuple[str, ...]:
    """The 52 cards, with or without a joker.

    >>> full_deck()[:5], len(full_deck(joker=True))
    (('2c', '2d', '2h', '2s', '3c'), 53)
    """
    return tuple(rank + suit for rank in RANKS for suit in SUITS) + (JOKER,) * joker


@functools.cache
def places_in(deck: tuple[str, ...]) -> dict[str, int]:
    """The index of each card in a deck."""
    return {card: place for place, card in enumerate(deck)}


def label_of(held: Sequence[str]) -> str:
    """The name of holding some cards.

    >>> label_of(("Kh", "Ah")), label_of(())
    ('Kh Ah', 'none')
    """
    return "all" if len(held) == HAND else " ".join(held) or "none"


def without(cards: Sequence[str], held: Sequence[str]) -> tuple[str, ...]:
    """The cards that are not held."""
    return tuple(card for card in cards if card not in held)


def read_cards(text: str, deck: Sequence[str]) -> list[str]:
    """Five cards as people write them: with or without spaces, 10 or T, in any case.

    >>> read_cards("10h jh,Qh khAH", full_deck())
    ['Th', 'Jh', 'Qh', 'Kh', 'Ah']
    """
    squeezed = re.sub(r"[\s,]+", "", text).replace("10", "T")
    cards = [squeezed[at : at + 2].capitalize() for at in range(0, len(squeezed), 2)]
    known = set(deck)
    for place, card in enumerate(cards):
        if card not in known:
            raise PositionError(
                f"'{card}' in --cards is no card of this deck; write a rank ({' '.join(RANKS)}) "
                f"and a suit ({' '.join(SUITS)}), such as Ah"
            )
        if card in cards[:place]:
            raise PositionError(f"{card} is in --cards twice; there is one of it in the deck")
    if len(cards) != HAND:
        raise PositionError(f"--cards are {HAND} cards, not {len(cards)}")
    return cards


def kinds_of(ranks: Sequence[int], suits: Sequence[int]) -> int:
    """Everything a hand is, as a set of bits by `KINDS`. Also run as machine code.

    >>> found = kinds_of([12, 11, 10, 9, -1], [2, 2, 2, 2, -1])
    >>> [kind for place, kind in enumerate(KINDS) if found >> place & 1][-3:]
    ['flush', 'straight flush', 'royal flush']
    """
    wild, counts, present, suit, flush = 0, 0, 0, -1, True
    for place in range(HAND):
        rank = ranks[place]
        if rank < 0:
            wild += 1
            continue
        counts += 1 << 4 * rank
        present |= 1 << rank
        if suit < 0:
            suit = suits[place]
        flush = flush and suits[place] == suit
    return alike(counts, wild) | in_a_row(present, wild, flush)


def alike(counts: int, wild: int) -> int:
    """The kinds a hand makes by cards of equal rank: `counts` has four bits for each rank."""
    most, pairs, distinct, top, single, high = 0, 0, 0, -1, -1, -1
    for rank in range(ACE + 1):
        count = counts >> 4 * rank & 15
        if count == 0:
            continue
        distinct += 1
        pairs += count > 1
        if count == 1:
            single = rank
        if count >= most:
            most, top = count, rank
        if count + wild > 1:
            high = rank
    if wild > 1:  # two aces
        high = ACE
    full_house = distinct < 3 and most < 4 and (distinct == 2 or wild > 1)
    found = (high >= JACK) | (high >= KING) << 1 | (pairs + wild > 1 and distinct > 1) << 2
    found |= (most + wild > 2) << 3 | full_house << 6 | (most + wild > 3) << 7
    if most == 4:
        low_kicker = single <= FOUR
        found |= (top <= FOUR) << 8 | (top <= FOUR and (low_kicker or single == ACE)) << 9
        found |= (top == ACE) << 10 | (top == ACE and low_kicker) << 11
    return found | (wild == 4) << 13 | (most + wild > 4) << 14


def in_a_row(present: int, wild: int, flush: bool) -> int:
    """The kinds a hand makes by its ranks, one bit for each present, and its suits."""
    distinct, straight = wild, present & ~(15 | 1 << ACE) == 0
    for rank in range(ACE + 1):
        distinct += present >> rank & 1
        straight = straight or (rank <= TEN and present & ~(31 << rank) == 0)
    straight = straight and distinct == HAND
    royal = straight and flush and present & ~(31 << TEN) == 0
    found = straight << 4 | flush << 5 | (straight and flush) << 12
    return found | royal << 15 | (royal and wild == 0) << 16
