"""Similar texts stored as patterns, with the numbers and words that fill them.

`mine=40 turn=21` and `mine=7 turn=3` share a pattern with two numbers each. Several texts that
belong together form a row. Rows with the same pattern are stored together, sorted by what fills
them, so that numbers differ little from one to the next and take hardly any room.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

TOKEN = re.compile(r"(\w+)", re.ASCII)
NUMBER = re.compile(r"0|[1-9]\d{0,8}")
KNOWN = 1 << 16
"""How many texts are cached with what fills them, as pieces on a table recur all the time."""


class Filled(NamedTuple):
    """A text as its constant parts, and a code for each word or number in between."""

    gaps: tuple[str, ...]
    codes: tuple[int, ...]


class Rows:
    """Rows of one pattern; only what varies among them is kept.

    >>> rows = Rows((Filled(("", "=", ""), (1, 8)),))
    >>> rows.add((Filled(("", "=", ""), (1, 6)),), 7)
    >>> rows.numbers, {place: list(column) for place, column in rows.varying.items()}
    (array('q', [7]), {(0, 1): [6]})
    """

    def __init__(self, first: tuple[Filled, ...]) -> None:
        self.first = first
        self.numbers = array("q")
        self.varying: dict[tuple[int, int], array[int]] = {}

    def add(self, row: tuple[Filled, ...], number: int) -> None:
        """Add a row, with its number among all rows."""
        for part, (known, new) in enumerate(zip(self.first, row, strict=True)):
            if new.codes is not known.codes and new.codes != known.codes:
                for place, (old, code) in enumerate(zip(known.codes, new.codes, strict=True)):
                    if code != old and (part, place) not in self.varying:
                        self.varying[part, place] = array("q", [old]) * len(self.numbers)
        for (part, place), column in self.varying.items():
            column.append(row[part].codes[place])
        self.numbers.append(number)


class Patterns:
    """Texts collected row by row.

    >>> patterns = Patterns()
    >>> for row in (["mine=40", "[40]"], ["mine=7", "[7]"]):
    ...     patterns.add(row)
    >>> order, facts, filling = patterns.told()
    >>> order.tolist(), facts["patterns"], filling.tolist()
    ([1, 0], [{'rows': 2, 'columns': 1, 'parts': [['mine=', 0], ['[', 0, ']']]}], [14, 80])
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self.codes: dict[str, int] = {}
        self.seen: dict[str, Filled] = {}
        self.rows: dict[tuple[tuple[str, ...], ...], Rows] = {}
        self.count = 0

    def add(self, parts: Sequence[str]) -> None:
        """Add a row."""
        row = tuple(map(self.filled, parts))
        pattern = tuple(each.gaps for each in row)
        known = self.rows.get(pattern)
        if known is None:
            known = self.rows[pattern] = Rows(row)
        known.add(row, self.count)
        self.count += 1

    def filled(self, text: str) -> Filled:
        """A text split into constant and variable parts."""
        found = self.seen.get(text)
        if found is None:
            tokens = TOKEN.split(text)
            found = Filled(tuple(tokens[::2]), tuple(map(self.code, tokens[1::2])))
            if len(self.seen) < KNOWN:
                self.seen[text] = found
        return found

    def code(self, token: str) -> int:
        """Twice a number; for a word, twice its index in order of appearance, plus one."""
        found = self.codes.get(token)
        if found is None:
            found = 2 * int(token) if NUMBER.fullmatch(token) else 2 * len(self.words) + 1
            self.codes[token] = found
            if found % 2:
                self.words.append(token)
        return found

    def told(self) -> tuple[Any, dict[str, Any], Any]:
        """The order of the rows, the patterns with all words, and what fills them."""
        words = self.words
        order, filling, patterns = [], [], []
        for gaps, rows in self.rows.items():
            places = sorted(rows.varying)
            columns = [np.asarray(rows.varying[place]) for place in places]
            kept: list[Any] = []
            column_of = {}
            for place, column in zip(places, columns, strict=True):
                same = next((n for n, old in enumerate(kept) if np.array_equal(old, column)), None)
                column_of[place] = len(kept) if same is None else same
                if same is None:
                    kept.append(column)
            here = np.lexsort(kept[::-1]) if kept else np.arange(len(rows.numbers))
            order.append(np.asarray(rows.numbers)[here])
            filling += [column[here] for column in kept]
            parts = [
                shown(gaps[part], filled.codes, words, part, column_of)
                for part, filled in enumerate(rows.first)
            ]
            patterns.append({"rows": len(here), "columns": len(kept), "parts": parts})
        empty = [np.zeros(0, np.int64)]
        facts = {"patterns": patterns, "words": words}
        return np.concatenate(order or empty), facts, np.concatenate(filling or empty)


def shown(
    gaps: Sequence[str],
    codes: Sequence[int],
    words: Sequence[str],
    part: int,
    column_of: dict[tuple[int, int], int],
) -> list[str | int]:
    """A text with columns in place of what varies."""
    found: list[str | int] = [gaps[0]]
    for place, (code, gap) in enumerate(zip(codes, gaps[1:], strict=True)):
        column = column_of.get((part, place))
        if column is None:
            found[-1] = f"{found[-1]}{words[code // 2] if code % 2 else code // 2}{gap}"
        else:
            found += [column, gap]
    return found if found[-1] else found[:-1]
