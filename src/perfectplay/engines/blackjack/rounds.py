"""All hands against one up card: what each option is worth, and what split hands come to."""

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
    """How hands are played: the weight of each option, a row for each, a column for each hand."""

    first: Any
    """For a hand that comes from no split."""
    split: Any
    """For one that does, and is not split again."""


class SplitStart(NamedTuple):
    """A hand from which the book is followed, and the cards that are gone beside it."""

    place: int
    gone: Any


class BookValues(NamedTuple):
    """What came of following the book: how likely each next card is, and what hands are worth."""

    next_card: Any
    value: Any


class Round:
    """All hands against one up card, and what they are worth by a book."""

    def __init__(self, game: DealerGame, hands: Hands, up: str, *, exact: bool) -> None:
        self.game, self.hands, self.up = game, hands, up
        self.dealer = Dealer(game, up, exact=exact)
        self.kind: Any = object if exact else float
        self.may = allowed(game, hands, up, split=False)
        self.may_after_split = allowed(game, hands, up, split=True)
        self.may_after_split[SPLIT] = False
        self.option_values: Any = None
        """Of each option, a row for each."""
        self.value: Any = None
        self.book: HandStrategy

    # Solving

    def solve(self) -> None:
        """Find the best option of every hand; split hands are played as others are."""
        self.weigh_draws(lambda value, places: best_of(value, self.may[:, places]))
        without_split = best_weights(self.option_values, self.may_after_split)
        self.book = HandStrategy(without_split, without_split)
        self.weigh_splits()
        self.take(self.option_values)

    def take(self, value: Any) -> None:
        """Play for the best, knowing what every option is worth."""
        self.option_values = value
        self.book = HandStrategy(
            best_weights(value, self.may), best_weights(value, self.may_after_split)
        )
        self.value = best_of(value, self.may)

    def follow(self, book: HandStrategy) -> None:
        """Weigh every option if all that follows is by a book."""
        self.book = book
        self.weigh_draws(lambda value, places: (book.first[:, places] * value).sum(axis=0))
        self.weigh_splits()
        self.value = (book.first * self.option_values).sum(axis=0)

    def weigh_draws(self, decide: Any) -> None:
        """What each option is worth but for splits, from many cards to few."""
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
        """The mean over the next card of some hands; beyond the target the bet is lost."""
        then = self.hands.after[places]
        return (next_card * np.where(then == BEYOND, -1, value[then])).sum(axis=1)

    def surrendered(self) -> Any:
        """What it is worth to give up: less than half the bet, where a natural may yet come."""
        dealer, half = self.dealer, share(np.array(-1, self.kind), np.array(2, self.kind))[()]
        if dealer.peeks or dealer.partner is None or self.game.surrender == "early":
            return half
        unseen = dealer.unseen(self.hands.counts).astype(self.kind)
        return half + half * share(unseen[:, dealer.partner], unseen.sum(axis=1))

    def weigh_splits(self) -> None:
        """What splitting each pair is worth, all of them at once."""
        ranks = np.eye(len(self.dealer.shoe), dtype=int)
        places = np.flatnonzero(self.may[SPLIT])
        cards = [int(np.argmax(self.hands.counts[place])) for place in places]
        wanted = [
            Pending(card, 2 * ranks[card], 2, 2, self.most_hands(card))
            for place, card in zip(places, cards, strict=True)
        ]
        self.option_values[SPLIT, places] = self.pending_value(wanted)

    def most_hands(self, card: int) -> int:
        """How many hands a pair of a card may become."""
        again = self.game.resplit(list(self.game.points)[card])
        return self.game.most_hands if again else 2

    # Following the book

    def pending_value(self, wanted: Sequence[Pending]) -> list[Any]:
        """What split cards are worth that wait to be played."""
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
        """The cards that are gone beside a hand, with no card of the pair more, one more, ..."""
        card = np.eye(len(self.dealer.shoe), dtype=int)[each.card]
        most = max((case.gone for case in each.cases), default=-1)
        if not self.game.endless_shoe:
            most = min(most, int(self.dealer.shoe[each.card] - each.visible[each.card]))
        return [each.visible + (more - 1) * card for more in range(most + 1)]

    def chance(self, each: Pending, count: int) -> Any:
        """How likely so many cards that are to come are all of the pair."""
        card = np.eye(len(self.dealer.shoe), dtype=int)[each.card]
        chance: Any = 1
        for more in range(count):
            chance *= self.dealer.next_card((each.visible + more * card)[None])[0, each.card]
        return chance

    def single(self, card: int) -> int:
        """The hand of one card."""
        counts = [0] * len(self.dealer.shoe)
        counts[card] = 1
        return self.hands.places[tuple(counts)]

    def follow_book(self, starts: Sequence[SplitStart]) -> list[BookValues]:
        """Follow the book from some hands that come from a split."""
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
        """Follow the book from one hand, knowing what it is worth to stand with those after it."""
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
        """Which hands the book may come to from one."""
        found = np.zeros(len(self.hands.totals), bool)
        found[start] = True
        for _, places in self.draws_from(start):
            found[places] = True
            then = self.hands.after[places]
            found[then[then != BEYOND]] = True
        return found

    @functools.cache  # noqa: B019  # a round lives as long as its solution
    def draws_from(self, start: int) -> list[tuple[int, Any]]:
        """The hands after one to which the book may draw, by their number of cards."""
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
        """Whether a split card gets but one more."""
        return self.game.one_card(list(self.game.points)[int(np.argmax(self.hands.counts[place]))])


class Pending(NamedTuple):
    """Split cards that wait to be played."""

    card: int
    visible: Any
    """All cards of the player on the table, these included."""
    pending: int
    hands: int
    most: int

    @property
    def cases(self) -> dict[SplitCase, int]:
        """What may become of them."""
        return cases(self.pending, self.hands, self.most)


def split_value(followed: BookValues, hands: Hands, card: int, case: SplitCase) -> Any:
    """What a split card is worth in a case."""
    single = int(np.flatnonzero((hands.sizes == 1) & (hands.counts[:, card] == 1))[0])
    whole = followed.value[single]
    if not case.unpaired:
        return whole
    pair = hands.after[single, card]
    return whole - followed.next_card[card] * (followed.value[pair] if pair != BEYOND else -1)


def best_of(value: Any, may: Any) -> Any:
    """What the best option is worth of those that a hand has."""
    best = value[STAND].copy()
    for option in range(1, len(OPTIONS)):
        better = may[option] & (value[option] > best)
        best = np.where(better, value[option], best)
    return best


def best_weights(value: Any, may: Any) -> Any:
    """The book of the best options, the first of several that are equally good."""
    chosen, best = np.zeros(value.shape[1], int), value[STAND].copy()
    for option in range(1, len(OPTIONS)):
        better = may[option] & (value[option] > best)
        best = np.where(better, value[option], best)
        chosen[better] = option
    return (np.arange(len(OPTIONS))[:, None] == chosen).astype(int)
