"""Splitting: how many hands a pair becomes, told by how often each is which.

All hands are played by one way that looks at nothing but the hand itself and the up card. Then no
hand minds the others' cards, for they are cards like any that were not seen; only that they are of
the pair, or not, is known of some, since that decides how many hands there are. That a card is not
of the pair is that it is any card, less that it is of the pair. So all comes down to what one hand
is worth with so many cards of the pair gone.
"""

from __future__ import annotations

import functools
from collections import Counter
from math import comb
from typing import NamedTuple


class SplitCase(NamedTuple):
    """A hand among others: how many cards of the pair are gone, and what its own next card is."""

    gone: int
    """Beside those that began the hands."""
    unpaired: bool
    """Whether its next card is not of the pair; else it is any card."""


@functools.cache
def cases(pending: int, hands: int, most: int) -> dict[SplitCase, int]:
    """The hands that come of some split cards, each with how often it counts.

    A case counts as often as this times the chance that all its gone cards are of the pair.
    There are `pending` cards to draw to, of so many `hands`, which may become `most`.

    >>> cases(2, 2, 2)
    {SplitCase(gone=0, unpaired=False): 2}
    >>> cases(1, 2, 3)
    {SplitCase(gone=1, unpaired=False): 2, SplitCase(gone=0, unpaired=True): 1}
    """
    found: Counter[SplitCase] = Counter()

    def draw(pending: int, hands: int, paired: int, unpaired: int, any_card: int) -> None:
        if pending == 0 or hands == most:
            count(paired, unpaired, any_card + pending)
            return
        draw(pending + 1, hands + 1, paired + 1, unpaired, any_card)
        draw(pending - 1, hands, paired, unpaired + 1, any_card)

    def count(paired: int, unpaired: int, any_card: int) -> None:
        for own, kind, others in ((any_card, False, unpaired), (unpaired, True, unpaired - 1)):
            for wrong in range(others + 1 if own else 0):
                found[SplitCase(paired + wrong, kind)] += own * (-1) ** wrong * comb(others, wrong)

    draw(pending, hands, 0, 0, 0)
    return {case: times for case, times in found.items() if times}
