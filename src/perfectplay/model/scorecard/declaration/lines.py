"""Locate entries in a TOML text: `tomllib` reads the values but keeps no line numbers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]
"""A place in plain data: the keys and indices that lead to it."""

DEEPEST = 4
"""How many keys and indices are tracked; no place in a scorecard has more."""

MARK = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
    r"|#[^\n]*"
    r"|[\[\]{}=,.\n]"
    r"|[^\s\[\]{}=,.#\"']+",
    re.DOTALL,
)
END = ""


def line_of(text: str, place: Place) -> int:
    """The line of a place in a valid TOML text; if it is missing, that of its parent.

    >>> text = '''name = "small"
    ... [[boxes]]
    ... name = "ones"
    ... rule = "face"
    ... '''
    >>> line_of(text, ("boxes", 0, "rule")), line_of(text, ("boxes", 0, "face"))
    (4, 2)
    """
    lines = LineIndex(text).found
    while place not in lines:
        place = place[:-1]
    return lines[place]


class LineIndex:
    """The first line of each key, table and list item, found in one pass over a text."""

    def __init__(self, text: str) -> None:
        self.found: dict[Place, int] = {(): 1}
        self.tables: dict[Place, int] = {}
        """The number of tables in each list of tables so far."""
        self.marks = marks(text)
        self.step()
        table: Place = ()
        while self.mark != END:
            if self.mark == "\n":
                self.step()
            elif self.mark == "[":
                table = self.header()
            else:
                self.walk((*table, *self.key()))

    def step(self) -> None:
        """Go on to the next mark."""
        self.mark, self.line = next(self.marks)

    def over(self, *some: str) -> None:
        """Skip these marks."""
        while self.mark in some:
            self.step()

    def note(self, place: Place) -> None:
        """Record that something begins here, and its parents if they are new."""
        for size in range(1, DEEPEST + 1):
            self.found.setdefault(place[:size], self.line)

    def key(self) -> Place:
        """The parts of a key, up to its value or the end of its header."""
        parts: list[str] = []
        while self.mark not in {"=", "]"}:
            if self.mark != ".":
                parts.append(unquoted(self.mark))
            self.step()
        self.over("=")
        return tuple(parts)

    def header(self) -> Place:
        """The table that a `[header]` or `[[header]]` begins."""
        self.step()
        several = self.mark == "["
        self.over("[")
        place: Place = ()
        *outer, last = self.key()
        for part in outer:
            place = (*place, part)
            if place in self.tables:
                place = (*place, self.tables[place] - 1)
        place = (*place, last)
        if several:
            count = self.tables.get(place, 0)
            self.tables[place] = count + 1
            place = (*place, count)
        self.note(place)
        self.over("]")
        return place

    def walk(self, place: Place) -> None:
        """Walk over a value, recording everything in it."""
        self.note(place)
        if self.mark == "[":
            self.step()
            self.over("\n")
            index = 0
            while self.mark != "]":
                self.walk((*place, index))
                self.over("\n", ",")
                index += 1
            self.step()
        elif self.mark == "{":
            self.step()
            self.over("\n")
            while self.mark != "}":
                self.walk((*place, *self.key()))
                self.over("\n", ",")
            self.step()
        else:
            while self.mark not in {",", "]", "}", "\n", END}:
                self.step()


def marks(text: str) -> Iterator[tuple[str, int]]:
    """The words and signs of a TOML text with their lines, without comments."""
    line = 1
    for match in MARK.finditer(text):
        mark = match[0]
        if not mark.startswith("#"):
            yield mark, line
        line += mark.count("\n")
    yield END, line


def unquoted(key: str) -> str:
    """A part of a key without its quotes.

    >>> unquoted("dice"), unquoted('"66633"')
    ('dice', '66633')
    """
    if key[0] not in "\"'":
        return key
    return str(tomllib.loads(f"key = {key}")["key"])
