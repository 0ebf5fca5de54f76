"""All hands against one up card: the value of each option, and of split hands."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.blackjack.dealer import Dealer, share
from perfectplay.engines.blackjack.hands import BEYOND, Hands, allowed
from perfectplay.engines.blackjack.splits import SplitCase, cases
from perfectplay.model.blackjack import OPTIONS, DealerGame

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(len(OPTIONS))


class HandStrategy(NamedTuple):
    """How hands are played: the weight of each option (a row) for each hand (a column)."""

    first: Any
    """For hands that do not come from a split."""
    split: Any
    """For hands that do, and cannot be split again."""


class SplitStart(NamedTuple):
    """A hand to follow the book from, and the cards that are gone besides it."""

    place: int
    gone: Any


class BookValues(NamedTuple):
    """What following the book yields: the chance of each next card, and the values of hands."""

    next_card: Any
    value: Any


class Round:
    """All hands against one up card, and their values under a book."""

    def __init__(self, game: DealerGame, hands: Hands, up: str, *, exact: bool) -> None:
        self.game, self.hands, self.up = game, hands, up
        self.dealer = Dealer(game, up, exact=exact)
        self.kind: Any = object if exact else float
        self.may = allowed(game, hands, up, split=False)
        self.may_after_split = allowed(game, hands, up, split=True)
        self.may_after_split[SPLIT] = False
        self.option_values: Any = None
        """The value of each option, a row for each."""
        self.value: Any = None
        self.book: HandStrategy

    # Solving

    def solve(self) -> None:
        """Find the best option of every hand; split hands are played like others."""
        self.weigh_draws(lambda value, places: best_of(value, self.may[:, places]))
        without_split = best_weights(self.option_values, self.may_after_split)
        self.book = HandStrategy(without_split, without_split)
        self.weigh_splits()
        self.take(self.option_values)

    def take(self, value: Any) -> None:
        """Choose the best options, given all their values."""
        self.option_values = value
        self.book = HandStrategy(
            best_weights(value, self.may), best_weights(value, self.may_after_split)
        )
        self.value = best_of(value, self.may)

    def follow(self, book: HandStrategy) -> None:
        """Value every option when everything afterwards follows a book."""
        self.book = book
        self.weigh_draws(lambda value, places: (book.first[:, places] * value).sum(axis=0))
        self.weigh_splits()
        self.value = (book.first * self.option_values).sum(axis=0)

    def weigh_draws(self, decide: Any) -> None:
        """The value of each option except splits, from hands of many cards to those of few."""
        hands, dealer = self.hands, self.dealer
        stand = dealer.stand(hands.totals, hands.wins, dealer.odds(hands.counts))
        next_card = dealer.next_card(hands.counts)
        self.option_values = np.zeros((len(OPTIONS), len(hands.totals)), self.kind)
        self.option_values[STAND] = stand
        self.option_values[SURRENDER] = self.surrendered()
        value = stand.copy()
        for size, layer in reversed(list(enumerate(hands.layers, start=1))):
            places = layer[~hands.over[layer]]
            self.option_values[HIT, places] = self.drawn(next_card[places], places, value)
            if size == 2:
                self.option_values[DOUBLE, places] = 2 * self.drawn(
                    next_card[places], places, stand
                )
            value[places] = decide(self.option_values[:, places], places)

    def drawn(self, next_card: Any, places: Any, value: Any) -> Any:
        """The mean over the next card of some hands; exceeding the target loses the bet."""
        then = self.hands.after[places]
        return (next_card * np.where(then == BEYOND, -1, value[then])).sum(axis=1)

    def surrendered(self) -> Any:
        """The value of surrendering: more than half the bet is lost if a natural may still come."""
        dealer, half = self.dealer, share(np.array(-1, self.kind), np.array(2, self.kind))[()]
        if dealer.peeks or dealer.partner is None or self.game.surrender == "early":
            return half
        unseen = dealer.unseen(self.hands.counts).astype(self.kind)
        return half + half * share(unseen[:, dealer.partner], unseen.sum(axis=1))

    def weigh_splits(self) -> None:
        """The value of splitting each pair, for all pairs at once."""
        ranks = np.eye(len(self.dealer.shoe), dtype=int)
        places = np.flatnonzero(self.may[SPLIT])
        cards = [int(np.argmax(self.hands.counts[place])) for place in places]
        wanted = [
            Pending(card, 2 * ranks[card], 2, 2, self.most_hands(card))
            for place, card in zip(places, cards, strict=True)
        ]
        self.option_values[SPLIT, places] = self.pending_value(wanted)

    def most_hands(self, card: int) -> int:
        """How many hands a pair of this card may become."""
        again = self.game.resplit(list(self.game.points)[card])
        return self.game.most_hands if again else 2

    # Following the book

    def pending_value(self, wanted: Sequence[Pending]) -> list[Any]:
        """The value of split cards waiting to be played."""
        starts: list[SplitStart] = []
        for each in wanted:
            starts += [SplitStart(self.single(each.card), gone) for gone in self.gone_by_case(each)]
        followed = iter(self.follow_book(starts))
        found = []
        for each in wanted:
            by_case = [next(followed) for _ in self.gone_by_case(each)]
            total = 0
            for case, times in each.cases.items():
                if case.gone < len(by_case):
                    total += (
                        times
                        * self.chance(each, case.gone)
                        * split_value(by_case[case.gone], self.hands, each.card, case)
                    )
            found.append(total)
        return found

    def gone_by_case(self, each: Pending) -> list[Any]:
        """The cards gone besides a hand, with zero, one, two ... more cards of the pair."""
        card = np.eye(len(self.dealer.shoe), dtype=int)[each.card]
        most = max((case.gone for case in each.cases), default=-1)
        if not self.game.endless_shoe:
            most = min(most, int(self.dealer.shoe[each.card] - each.visible[each.card]))
        return [each.visible + (more - 1) * card for more in range(most + 1)]

    def chance(self, each: Pending, count: int) -> Any:
        """The probability that this many future cards are all of the pair."""
        card = np.eye(len(self.dealer.shoe), dtype=int)[each.card]
        chance: Any = 1
        for more in range(count):
            chance *= self.dealer.next_card((each.visible + more * card)[None])[0, each.card]
        return chance

    def single(self, card: int) -> int:
        """The hand of a single card."""
        counts = [0] * len(self.dealer.shoe)
        counts[card] = 1
        return self.hands.places[tuple(counts)]

    def follow_book(self, starts: Sequence[SplitStart]) -> list[BookValues]:
        """Follow the book from some hands that result from a split."""
        hands, dealer = self.hands, self.dealer
        if not starts:
            return []
        spans = [np.flatnonzero(self.reached(start.place)) for start in starts]
        gone = [hands.counts[each] + start.gone for each, start in zip(spans, starts, strict=True)]
        ends = np.cumsum([len(each) for each in spans])
        odds = np.split(dealer.odds(np.concatenate(gone)), ends[:-1], axis=1)
        found = []
        for start, places, cards, chances in zip(starts, spans, gone, odds, strict=True):
            stand = np.zeros(len(hands.totals), self.kind)
            stand[places] = dealer.stand(hands.totals[places], hands.wins[places], chances)
            next_card = np.zeros(hands.after.shape, self.kind)
            next_card[places] = dealer.next_card(cards)
            found.append(self.follow_book_from(start.place, stand, next_card))
        return found

    def follow_book_from(self, start: int, stand: Any, next_card: Any) -> BookValues:
        """Follow the book from one hand, given the value of standing with each later hand."""
        book, value = self.book.split, stand.copy()
        for size, places in reversed(self.draws_from(start)):
            value[places] = self.drawn(next_card[places], places, value)
            if size > 1:
                hit, stay = book[HIT, places] * value[places], book[STAND, places] * stand[places]
                value[places] = hit + stay
            if size == 2:
                double = 2 * self.drawn(next_card[places], places, stand)
                value[places] += book[DOUBLE, places] * double
        return BookValues(next_card[start], value)

    def reached(self, start: int) -> Any:
        """Which hands the book can reach from one."""
        found = np.zeros(len(self.hands.totals), bool)
        found[start] = True
        for _, places in self.draws_from(start):
            found[places] = True
            then = self.hands.after[places]
            found[then[then != BEYOND]] = True
        return found

    @functools.cache  # noqa: B019  # a round lives as long as its solution
    def draws_from(self, start: int) -> list[tuple[int, Any]]:
        """The later hands to which the book may draw, by number of cards."""
        hands, book, size = self.hands, self.book.split, int(self.hands.sizes[start])
        draws = (book[HIT] != 0) | ((book[DOUBLE] != 0) & (hands.sizes == 2))
        layers = [(size, np.array([start]))] if size == 1 or draws[start] else []
        places = layers[0][1] if layers else np.array([], int)
        if size == 1 and self.gets_one_card(start):
            return layers
        while len(places):
            size, then = size + 1, np.unique(hands.after[places])
            places = then[(then != BEYOND) & draws[then]]
            layers.append((size, places))
        return layers

    def gets_one_card(self, place: int) -> bool:
        """Whether a split card gets only one more card."""
        return self.game.one_card(list(self.game.points)[int(np.argmax(self.hands.counts[place]))])


class Pending(NamedTuple):
    """Split cards waiting to be played."""

    card: int
    visible: Any
    """All of the player's cards on the table, including these."""
    pending: int
    hands: int
    most: int

    @property
    def cases(self) -> dict[SplitCase, int]:
        """The possible cases."""
        return cases(self.pending, self.hands, self.most)


def split_value(followed: BookValues, hands: Hands, card: int, case: SplitCase) -> Any:
    """The value of a split card in a case."""
    single = int(np.flatnonzero((hands.sizes == 1) & (hands.counts[:, card] == 1))[0])
    whole = followed.value[single]
    if not case.unpaired:
        return whole
    pair = hands.after[single, card]
    return whole - followed.next_card[card] * (followed.value[pair] if pair != BEYOND else -1)


def best_of(value: Any, may: Any) -> Any:
    """The value of the best option available to a hand."""
    best = value[STAND].copy()
    for option in range(1, len(OPTIONS)):
        better = may[option] & (value[option] > best)
        best = np.where(better, value[option], best)
    return best


def best_weights(value: Any, may: Any) -> Any:
    """The book of best options, taking the first of several equally good ones."""
    chosen, best = np.zeros(value.shape[1], int), value[STAND].copy()
    for option in range(1, len(OPTIONS)):
        better = may[option] & (value[option] > best)
        best = np.where(better, value[option], best)
        chosen[better] = option
    return (np.arange(len(OPTIONS))[:, None] == chosen).astype(int)
