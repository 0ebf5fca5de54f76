"""Blackjack and video poker on a few cards: their engines against others, and against brute force."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

from perfectplay import Compute, evaluate, solve
from perfectplay.model.video_poker import (
    HAND,
    JOKER,
    KINDS,
    RANKS,
    DrawPoker,
    PokerHand,
    full_deck,
    label_of,
)
from tests.by_engine import solve_graph
from tests.engines.blackjack.small_shoe import SmallShoe

CARDS = 11
NATURAL = ("four 2s", "four aces", "natural")
"""Kinds of hands for which no card may be wild."""


class AnyShoe(SmallShoe):
    """The same game with any cards."""

    aces: int = 3
    threes: int = 5
    sevenths: bool = False

    @property
    def shoe(self):
        return {"A": self.aces, "3": self.threes, "5": self.fives}

    def resplit(self, card):
        return self.sevenths or card != "A"


def test_hands_against_a_dealer(seeds, count):
    """The book is worth what comes of it, card by card; without splits nothing is better."""
    for seed in seeds:
        draw = random.Random(seed)
        game = AnyShoe(
            aces=draw.randint(3, 4),
            threes=draw.randint(4, 6),
            fives=draw.randint(7, 9),
            hands=draw.choice([1, 1, 2, 3]),
            looking=draw.random() < 0.5,
            giving_up=draw.choice(["", "late", "early"]),
            doubling=draw.random() < 0.5,
            charlie=draw.choice([0, 0, 3, 4]),
            endless_cards=draw.random() < 0.2,
            sevenths=draw.random() < 0.3,
        )
        count("shoes")
        book = solve(game, exact=True, compute=Compute(engine="blackjack"))
        assert evaluate(game, book.play, exact=True).value == book.value, game
        if game.hands == 1:
            best = solve_graph(game, exact=True)
            assert best.value == book.value, game
            for position in draw.sample(sorted(best.visits(), key=repr), 20):
                if isinstance(position, tuple) and hasattr(position, "_fields"):
                    assert book.value_at(position) == best.value_at(position), (game, position)


class AnyDeck(DrawPoker):
    """Draw poker with some cards and a table of its own."""

    seed: int = 0

    @property
    def drawn(self):
        """The cards, what is wild, and what is paid."""
        return drawn_by(self.seed)

    @property
    def deck(self):
        return self.drawn[0]

    @property
    def wild(self):
        return self.drawn[1]

    @property
    def pays(self):
        return self.drawn[2]


@cache
def drawn_by(seed):
    """A deck, what is wild in it and a table of pays."""
    draw = random.Random(seed)
    wild = draw.choice(["", "", "2", JOKER])
    ranks = draw.sample(RANKS[1:], draw.randint(4, 8))
    every = [card for card in full_deck() if card[0] in ranks]
    cards = draw.sample(every, min(CARDS - 2, len(every)))
    cards += {"2": ["2c", "2h"], JOKER: [JOKER]}.get(wild, draw.sample(["2c", "2h", "2s"], 2))
    kinds = draw.sample(KINDS, draw.randint(1, 9))
    deck = tuple(card for card in full_deck(joker=wild == JOKER) if card in cards)
    return deck, wild, {kind: draw.randint(1, 60) for kind in kinds}


def test_draws_from_a_few_cards(seeds, count):
    """Every hold of every deal, by all of its draws, and what hands are by a look at the cards."""
    for seed in seeds:
        game = AnyDeck(seed=seed)
        count("decks")
        paid = {hand: paid_by_hand(game, hand) for hand in combinations(game.deck, HAND)}
        solution, total = (
            solve(game, exact=True, compute=Compute(engine="video-poker")),
            Fraction(0),
        )
        draw = random.Random(seed)
        asked = {*draw.sample(sorted(paid), 12)}
        for hand in paid:
            rest = [card for card in game.deck if card not in hand]
            worth = {}
            for kept in (held for size in range(HAND + 1) for held in combinations(hand, size)):
                ends = [
                    paid[tuple(sorted([*kept, *more], key=game.deck.index))]
                    for more in combinations(rest, HAND - len(kept))
                ]
                worth[label_of(kept)] = Fraction(sum(ends), len(ends))
            total += max(worth.values())
            if hand in asked:
                found = {each.label: each.value for each in solution.options(PokerHand(hand))}
                assert found == worth, (game, hand)
        assert solution.value == total / len(paid), game


def paid_by_hand(game, hand):
    """What a hand is paid: wild cards stand in turn for every card there is."""
    wild = [card for card in hand if game.wild and card.startswith(game.wild)]
    plain = tuple(card for card in hand if card not in wild)
    kinds = named(plain) if not wild else set()
    if wild:
        for stand_in in stand_ins(len(wild)):
            kinds |= {kind for kind in named((*plain, *stand_in)) if not kind.startswith(NATURAL)}
    return max((game.pays[kind] for kind in kinds if kind in game.pays), default=0)


@cache
def stand_ins(wild):
    """All cards that so many wild ones may stand for; the same one twice for five of a kind."""
    deck = full_deck()
    return (
        [(card,) for card in deck]
        if wild == 1
        else [*combinations(deck, 2), *zip(deck, deck, strict=True)]
    )


@cache
def named(cards):
    """All names of a hand without wild cards; the same card may be in it twice."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    counts = Counter(ranks)
    often = [*sorted(counts.values(), reverse=True), 0]
    flush = len({card[1] for card in cards}) == 1
    row = len(counts) == HAND and (ranks[-1] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    royal = row and flush and ranks[0] == 8
    high = max((rank for rank in counts if counts[rank] > 1), default=-1)
    four = next((rank for rank in counts if counts[rank] == 4), None)
    other = next((rank for rank in counts if counts[rank] == 1), 99)
    said = {
        "jacks or better": high >= 9,
        "kings or better": high >= 11,
        "two pair": sum(number > 1 for number in often) > 1 or (often[0] == 4 and often[1] == 0),
        "three of a kind": often[0] > 2,
        "straight": row,
        "flush": flush,
        "full house": often[:2] == [3, 2],
        "four of a kind": often[0] > 3,
        "four 2s, 3s or 4s": four is not None and four <= 2,
        "four 2s, 3s or 4s with an ace to 4": four is not None
        and four <= 2
        and other in (0, 1, 2, 12),
        "four aces": four == 12,
        "four aces with a 2 to 4": four == 12 and other <= 2,
        "straight flush": row and flush,
        "five of a kind": often[0] == HAND,
        "royal flush": royal,
        "natural royal flush": royal,
    }
    return {kind for kind, holds in said.items() if holds}
