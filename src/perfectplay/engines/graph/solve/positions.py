"""The positions found, numbered in the order they were found."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import count
from typing import Any

from perfectplay.errors import ModelError
from perfectplay.model.nodes import Chance, Choice, Final, Gain

NODES = (Final, Choice, Chance, Gain)


class FoundPositions:
    """Positions by number, and numbers by position.

    >>> seen = FoundPositions()
    >>> seen.find("start"), seen.find("end"), seen.find("start")
    (0, 1, 0)
    """

    def __init__(self) -> None:
        self.found: list[Hashable] = []
        self.number: dict[Hashable, int] = {}
        self.kinds: set[type] = set()
        self.ambiguous = False

    def note_kinds(self, kinds: set[type]) -> None:
        """Record kinds of positions; if any could be confused, `find` has to check."""
        if not kinds <= self.kinds:
            self.kinds |= kinds
            nodes = any(issubclass(kind, NODES) for kind in self.kinds)
            self.ambiguous = nodes or may_be_equal(self.kinds)

    def find(self, position: Any) -> int:
        """The number of a position, which may be new."""
        try:
            number = self.number.setdefault(position, len(self.found))
        except TypeError:
            raise ModelError(
                f"leads to {position!r}, which is not hashable; "
                "make the position a tuple, a frozenset or a NamedTuple"
            ) from None
        if number == len(self.found):
            if isinstance(position, NODES):
                kind = type(position).__name__
                raise ModelError(f"leads to a {kind}, a kind of node of its own; use a plain node")
            self.found.append(position)
        elif type(self.found[number]) is not type(position):
            raise ModelError(
                f"leads to {position!r}, which Python takes for equal to {self.found[number]!r}, a "
                "position of another kind; give one of them another field"
            )
        return number

    def find_all(self, positions: list[Any]) -> list[int]:
        """The numbers of some positions; known ones, the usual case, need no call."""
        if self.ambiguous:
            return list(map(self.find, positions))
        try:
            numbers: list[Any] = list(map(self.number.get, positions))
        except TypeError:
            return list(map(self.find, positions))  # which reports what is not hashable
        if None in numbers:
            new = [each for each, number in zip(positions, numbers, strict=True) if number is None]
            newcomers = list(dict.fromkeys(new))
            self.number.update(zip(newcomers, count(len(self.found)), strict=False))
            self.found += newcomers
            numbers = list(map(self.number.get, positions))
        return numbers


def may_be_equal(kinds: set[type]) -> bool:
    """Whether Python may consider positions of two kinds equal, as it does two NamedTuples.

    >>> may_be_equal({str, int}), may_be_equal({int, bool})
    (False, True)
    """
    shapes = [len(kind._fields) if hasattr(kind, "_fields") else SHAPES.get(kind) for kind in kinds]
    return len(kinds) > 1 and (None in shapes or len(set(shapes)) < len(shapes))


SHAPES = {str: "text", int: "number", bool: "number", float: "number", frozenset: "set"}
