"""The layout of a card's lines, and how many lines a person would count.

A line may have several cases, and prices for every box. For someone who learns it by heart, each
case is a line, and so is each price; on a card, prices are set as a small table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

PRICES = re.compile(r"^(?P<words>.* over) (?P<prices>\S+ -?\d+(?:, \S+ -?\d+)+)$")
CASE = re.compile(r" or (?!fewer\b|more\b|less\b)")
COLUMNS = 3


class LaidOut(NamedTuple):
    """A line: its words, and the prices at its end, box by box."""

    words: str
    prices: tuple[str, ...] = ()

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The prices in the rows of a table."""
        return [self.prices[at : at + COLUMNS] for at in range(0, len(self.prices), COLUMNS)]

    @property
    def cases(self) -> int:
        """The number of cases in the words.

        >>> laid_out("two pairs or a pair, 9 or fewer boxes left: keep them").cases
        2
        """
        return 1 + len(CASE.findall(self.words))


def laid_out(text: str) -> LaidOut:
    """A line with its prices separated.

    >>> laid_out("score the most over ones 21, chance 37")
    LaidOut(words='score the most over', prices=('ones 21', 'chance 37'))
    """
    found = PRICES.fullmatch(text)
    if found is None:
        return LaidOut(text)
    return LaidOut(found["words"], tuple(found["prices"].split(", ")))


def lines_to_a_person(texts: Sequence[str]) -> int:
    """How many lines a person would count: each case is one, and so is each price.

    >>> lines_to_a_person(["a pair or two pairs: keep them", "score the most over ones 2, twos 5"])
    5
    """
    return sum(line.cases + len(line.prices) for line in map(laid_out, texts))


def counted(texts: Sequence[str]) -> str:
    """Both counts, in words; empty if they are equal.

    >>> counted(["roll"]), counted(["score the most over ones 2, twos 5"])
    ('', '1, or 3 as a person counts: each case and each price is one')
    """
    own, theirs = len(texts), lines_to_a_person(texts)
    if own == theirs:
        return ""
    return f"{own}, or {theirs} as a person counts: each case and each price is one"
