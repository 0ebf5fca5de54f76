"""All hands a player can hold, as columns: what they count, and which hand each card makes."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from perfectplay.model.blackjack import OPTIONS, STAND, BlackjackHand, DealerGame

BEYOND = -1
"""Marks cards that take a hand beyond the target."""


@dataclasses.dataclass(frozen=True)
class Hands:
    """The hands of at least one card that do not exceed the target, small ones first."""

    counts: Any
    """How many of each card a hand has."""
    totals: Any
    sizes: Any
    after: Any
    """The hand with one more card, for each card."""
    over: Any
    """Whether nothing is left to decide."""
    wins: Any
    """Whether the hand wins at once."""
    places: dict[tuple[int, ...], int]

    @functools.cached_property
    def layers(self) -> list[Any]:
        """The hands by number of cards: one, two and so on."""
        return [np.flatnonzero(self.sizes == size) for size in range(1, self.sizes.max() + 1)]

    def having(self, counts: Any) -> Any:
        """Whether a hand contains certain cards."""
        return (self.counts >= counts).all(axis=1)


def hands_of(game: DealerGame) -> Hands:
    """All hands of a game."""
    ranks = list(game.points)
    shoe = [game.shoe[rank] for rank in ranks]
    no_card = (0,) * len(ranks)
    layer: list[tuple[int, ...]] = [no_card]
    totals: dict[tuple[int, ...], int] = {}
    while layer:
        found: dict[tuple[int, ...], int] = {}
        for counts in layer:
            size = sum(counts)
            if totals.get(counts) == game.target or (size and game.has_enough(range(size))):
                continue
            for rank, most in enumerate(shoe):
                then = one_more(counts, rank)
                if then not in found and (game.endless_shoe or then[rank] <= most):
                    found[then] = game.count(cards_of(then, ranks)).total
        layer = [counts for counts, total in found.items() if total <= game.target]
        totals |= {counts: found[counts] for counts in layer}
    places = {counts: place for place, counts in enumerate(totals)}
    steps, sizes = range(len(ranks)), [sum(counts) for counts in places]
    wins = np.array([game.has_enough(range(size)) for size in sizes])
    after = [[places.get(one_more(counts, rank), BEYOND) for rank in steps] for counts in places]
    found_totals = np.array(list(totals.values()))
    return Hands(
        np.array(list(places)),
        found_totals,
        np.array(sizes),
        np.array(after),
        wins | (found_totals == game.target),
        wins,
        places,
    )


def one_more(counts: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """A hand with one more card."""
    return *counts[:rank], counts[rank] + 1, *counts[rank + 1 :]


def cards_of(counts: Iterable[int], ranks: list[str]) -> tuple[str, ...]:
    """The cards of a hand, sorted."""
    return tuple(rank for rank, count in zip(ranks, counts, strict=True) for _ in range(count))


def allowed(game: DealerGame, hands: Hands, up: str, *, split: bool) -> Any:
    """The options of each hand, by the rules; a finished hand can only stand."""
    ranks = list(game.points)
    found = np.zeros((len(OPTIONS), len(hands.totals)), bool)
    found[:2] = True
    for place in np.flatnonzero(hands.sizes == 2):
        cards = cards_of(hands.counts[place], ranks)
        labels = game.labels_at(BlackjackHand(cards, (up,), waiting=(cards[0],) * split))
        found[:, place] = [label in labels for label in OPTIONS]
    found[:, hands.over] = False
    found[OPTIONS.index(STAND), hands.over] = True
    return found
