"""Splitting: the hands that a pair becomes, described by cases and how often each occurs.

All hands are played by one policy that looks only at the hand itself and the up card. So a hand
does not care about the others' cards, which are like any other unseen cards. Only whether some of
them belong to the pair is known, since that decides how many hands there are. "Not of the pair" is
"any card" minus "of the pair". So everything reduces to the value of a single hand with a given
number of cards of the pair gone.
"""

from __future__ import annotations

import functools
from collections import Counter
from math import comb
from typing import NamedTuple


class SplitCase(NamedTuple):
    """A hand among others: how many cards of the pair are gone, and what its next card is."""

    gone: int
    """In addition to those that started the hands."""
    unpaired: bool
    """Whether its next card is not of the pair; otherwise it is any card."""


@functools.cache
def cases(pending: int, hands: int, most: int) -> dict[SplitCase, int]:
    """The hands that some split cards lead to, with the weight of each.

    A case counts this often, times the probability that all its gone cards are of the pair.
    There are `pending` cards to draw to, among `hands` hands, which may become up to `most`.

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
