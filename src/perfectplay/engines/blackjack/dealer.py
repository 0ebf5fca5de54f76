"""How the dealer ends up against many hands at once, and which card comes next.

A dealer's hand is a set of cards; the number of orders in which they can come is the same for any
shoe. So its probability is that number times a product over the shoe, and sets that start alike
share products. Numbers are floats, or Python integers from which fractions are made at the end.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

import numpy as np

from perfectplay.engines.blackjack.hands import cards_of, one_more
from perfectplay.model.blackjack import DealerGame

NATURAL = -1
"""The dealer's result with a natural, if nobody peeked for one."""
END = -1
"""The key of a leaf in a tree."""
KEY = 64
"""More than the number gone of any card, so that all counts form a number in this base."""
BLOCK = 4096
"""The number of shoes processed at once, so that they fit into the fastest memory."""


class Dealer:
    """The dealer of a game with a given up card."""

    def __init__(self, game: DealerGame, up: str, *, exact: bool) -> None:
        ranks = list(game.points)
        self.up, self.exact = ranks.index(up), exact
        self.kind: Any = object if exact else float
        self.step = 0 if game.endless_shoe else 1
        self.shoe = np.array([game.shoe[rank] for rank in ranks])
        self.shoe[self.up] -= self.step
        partner = game.partner(up)
        self.partner = ranks.index(partner) if partner else None
        self.peeks = game.peek and self.partner is not None
        self.ends, self.tree = tree_of(game, up, peeks=self.peeks)
        self.deepest = depth_of(self.tree)

    def unseen(self, gone: Any) -> Any:
        """The cards still to come after some are gone, a row for each set of them.

        Where more are gone than exist, the result is never used: all cards are taken to be left.
        """
        left = self.shoe - self.step * gone
        return np.where((left >= 0).all(axis=1, keepdims=True), left, self.shoe)

    def odds(self, gone: Any) -> Any:
        """The chance of each of the dealer's `ends`, a row for each; else the dealer is bust."""
        keys = self.step * gone @ KEY ** np.arange(gone.shape[1])
        _, first, same = np.unique(keys, return_index=True, return_inverse=True)
        unseen = self.unseen(gone[first])
        blocks = [
            self.odds_of(unseen[at : at + BLOCK].T.astype(self.kind))
            for at in range(0, len(unseen), BLOCK)
        ]
        return np.concatenate(blocks, axis=1)[:, same]

    def odds_of(self, unseen: Any) -> Any:
        """The same for a block of shoes, a row for each card."""
        total = unseen.sum(axis=0)
        sums = np.zeros((len(self.ends), self.deepest + 1, unseen.shape[1]), self.kind)
        less = functools.cache(lambda rank, drawn: unseen[rank] - self.step * drawn)

        def add(node: dict[int, Any], product: Any, depth: int, last: int, drawn: int) -> None:
            for rank, then in node.items():
                if rank == END:
                    for end, orders in then:
                        sums[end, depth] += orders * product
                else:
                    before = drawn if rank == last else 0
                    add(then, product * less(rank, before), depth + 1, rank, before + 1)

        add(self.tree, np.ones_like(total), 0, END, 0)
        odds, ways = np.zeros((len(self.ends), unseen.shape[1]), self.kind), np.ones_like(total)
        for depth in range(self.deepest + 1):
            odds += share(sums[:, depth], ways)
            ways = ways * (total - self.step * depth)
        if self.peeks:
            odds = odds * share(total, total - unseen[self.partner])
        return odds

    def next_card(self, gone: Any) -> Any:
        """The probability of each next card, a column for each; hole cards are not among them."""
        unseen = self.unseen(gone).astype(self.kind)
        if self.peeks:
            others = unseen.sum(axis=1) - unseen[:, self.partner] - self.step
            partner = np.arange(len(self.shoe)) == self.partner
            unseen = unseen * (others[:, None] + self.step * partner.astype(int))
        return share(unseen, unseen.sum(axis=1)[:, None])

    def stand(self, totals: Any, wins: Any, odds: Any) -> Any:
        """What hands win when the dealer draws, by their totals; some have won already."""
        value = np.ones_like(odds[0])
        for end, chance in zip(self.ends, odds, strict=True):
            loss = 2 if end == NATURAL else 1 - np.sign(totals - end)
            value = value - loss * chance
        return np.where(wins, 1, value)


def share(some: Any, of: Any) -> Any:
    """A share of a whole, as floats or fractions; zero of nothing is zero."""
    some, of = np.broadcast_arrays(some, of)
    if some.dtype != object:
        return np.divide(some, of, out=np.zeros(some.shape), where=of != 0)
    pairs = zip(some.ravel(), of.ravel(), strict=True)
    shares = np.empty(some.size, object)
    shares[:] = [Fraction(part, whole) if whole else Fraction(0) for part, whole in pairs]
    return shares.reshape(some.shape)


def tree_of(game: DealerGame, up: str, *, peeks: bool) -> tuple[list[int], dict[int, Any]]:
    """The dealer's possible ends, and the sets of cards that lead there, as a tree by rank."""
    ranks = list(game.points)
    partner = game.partner(up)
    found: dict[tuple[tuple[int, ...], int], int] = {}
    layer = {(0,) * len(ranks): 1}
    while layer:
        more: dict[tuple[int, ...], int] = {}
        for counts, orders in layer.items():
            for rank, card in enumerate(ranks):
                natural = not any(counts) and card == partner
                if natural and peeks:
                    continue
                then = one_more(counts, rank)
                count = game.count([up, *cards_of(then, ranks)])
                if count.total > game.target:
                    continue
                if natural or game.dealer_stands(count):
                    ended = then, NATURAL if natural else count.total
                    found[ended] = found.get(ended, 0) + orders
                else:
                    more[then] = more.get(then, 0) + orders
        layer = more
    ends = sorted({ended for _, ended in found})
    tree: dict[int, Any] = {}
    for (counts, end), orders in found.items():
        node = tree
        for rank, held in enumerate(counts):
            for _ in range(held):
                node = node.setdefault(rank, {})
        node.setdefault(END, []).append((ends.index(end), orders))
    return ends, tree


def depth_of(tree: dict[int, Any]) -> int:
    """The most cards in a tree."""
    return max((1 + depth_of(then) for rank, then in tree.items() if rank != END), default=0)
