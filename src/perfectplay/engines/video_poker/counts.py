"""Count everything that can come of any hold of any deal."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.video_poker import kernels
from perfectplay.model.video_poker import HAND, KINDS, DrawPoker


def scratch() -> tuple[Any, Any]:
    """Working memory: the cards of a hand, and a number for each way to hold some of them."""
    return np.zeros(HAND, np.int64), np.zeros(kernels.WAYS, np.int64)


@dataclasses.dataclass
class Counts:
    """Sums over all hands that contain some cards: of their payouts, or of anything else."""

    choose: Any
    begin: Any
    value: Any
    """A number for each hand."""

    @classmethod
    def of(cls, cards: int, value: Any) -> Counts:
        """For a deck with this many cards."""
        choose = np.array(
            [[math.comb(card, count) for count in range(HAND + 1)] for card in range(cards + 1)]
        )
        begin = np.concatenate([[0], np.cumsum(choose[cards, :HAND])])
        return cls(choose, begin, np.asarray(value, np.int64))

    @functools.cached_property
    def sums(self) -> Any:
        """The sums for sets of fewer than five cards."""
        sums = np.zeros(self.begin[-1], np.int64)
        columns = self.value, self.choose, self.begin, sums, np.zeros(HAND, np.int64)
        THREADS.compile(kernels.sum_over_hands)(*columns)
        return sums

    @property
    def columns(self) -> tuple[Any, ...]:
        """The arguments of every kernel over deals."""
        return self.value, self.choose, self.begin, self.sums, self.scale

    @property
    def cards(self) -> int:
        """The number of cards in the deck."""
        return len(self.choose) - 1

    @property
    def hands(self) -> int:
        """The number of hands."""
        return math.comb(self.cards, HAND)

    @property
    def unit(self) -> int:
        """A number that the number of draws to any hold divides."""
        return math.lcm(*(math.comb(self.cards - HAND, drawn) for drawn in range(HAND + 1)))

    @property
    def scale(self) -> Any:
        """For each number of cards held, the units that each resulting hand counts."""
        draws = [math.comb(self.cards - HAND, HAND - held) for held in range(HAND + 1)]
        return np.array([self.unit // each for each in draws])

    def best(self) -> tuple[Any, Any]:
        """The value of each deal with its best hold, in units, and that hold."""
        best, holds = np.zeros(self.hands, np.int64), np.zeros(self.hands, np.uint8)
        parts = parts_of(HAND - 1, self.cards, 1)
        THREADS.for_each(kernels.best_holds, parts, *self.columns, best, holds, scratch=scratch)
        return best, holds

    def total(self, holds: Any) -> int:
        """The sum over all deals of what some holds come to, in units."""
        totals = np.zeros(self.cards, np.int64)
        parts = parts_of(HAND - 1, self.cards, 1)
        columns = *self.columns, holds, totals
        THREADS.for_each(kernels.sum_of_holds, parts, *columns, scratch=scratch)
        return int(totals.sum())

    def having(self, cards: Sequence[int]) -> int:
        """The sum over all hands that contain some cards, given by their indices in the deck."""
        number = sum(math.comb(card, count) for count, card in enumerate(sorted(cards), 1))
        if len(cards) == HAND:
            return int(self.value[number])
        return int(self.sums[self.begin[len(cards)] + number])

    def having_but(self, cards: Sequence[int], others: Sequence[int]) -> int:
        """The sum over all hands that contain some cards and none of some others."""
        if not others or len(cards) == HAND:
            return self.having(cards)
        first, *rest = others
        return self.having_but(cards, rest) - self.having_but([*cards, first], rest)


def paid_kinds(game: DrawPoker) -> list[str]:
    """The kinds of hand that are paid, the highest payout first."""
    return sorted(game.pays, key=game.pays.__getitem__, reverse=True)


def classes_of(game: DrawPoker) -> Any:
    """For every hand, the index of its kind among those that are paid, from 1; 0 if none."""
    numbers = np.array([game.numbers(card) for card in game.deck])
    order = np.array([KINDS.index(kind) for kind in paid_kinds(game)])
    counts = Counts.of(len(game.deck), [])
    classes = np.zeros(counts.hands, np.uint8)
    columns = numbers[:, 0].copy(), numbers[:, 1].copy(), order, counts.choose, classes
    parts = parts_of(HAND - 1, len(game.deck), 1)
    own = functools.partial(np.zeros, (3, HAND), np.int64)
    THREADS.for_each(kernels.classify, parts, *columns, scratch=own)
    return classes
