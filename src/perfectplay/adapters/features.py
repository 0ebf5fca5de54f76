"""Positions as rows of numbers, as a learner observes them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from perfectplay.model.nodes import Inline, Number

Decided = tuple[Hashable, Number | None]
"""A position, with the running score if that matters."""


class PositionFeatures:
    """The fields of positions as numbers: one column each, the same for all positions of a game.

    A number is its own column; any other value is given by its index among those that occur. A
    tuple of numbers of fixed length has a column for each element; any other collection has one for
    each possible member, which counts how often it occurs. If there are several kinds of position,
    the first column says which. A field that a position lacks is 0, and constant columns are left
    out.

    >>> from typing import NamedTuple
    >>> class Rolled(NamedTuple):
    ...     open: tuple[str, ...]
    ...     roll: int
    >>> features = PositionFeatures([(Rolled(("a", "b"), 3), None), (Rolled(("b",), 6), None)])
    >>> features.names, features.of(Rolled(("b",), 6))
    (['open.a', 'open.b', 'roll'], array([0, 1, 6]))
    """

    def __init__(self, decisions: Iterable[Decided]) -> None:
        rows = [list(fields(*decision)) for decision in decisions]
        values: dict[str, dict[Any, None]] = {}
        for row in rows:
            for name, value in row:
                values.setdefault(name, {})[value] = None
        varying = {name: seen for name, seen in values.items() if len(seen) > 1}
        self.columns = [
            FeatureColumn.of(name, list(seen)) for name, seen in (varying or values).items()
        ]
        self.names = [name for column in self.columns for name in column.names]
        self.whole = all(column.whole for column in self.columns)
        table = np.array([self.numbers(row) for row in rows])
        self.low, self.high = table.min(axis=0), table.max(axis=0)

    def of(self, position: Hashable, score: Number | None = None) -> Any:
        """A position as numbers."""
        return self.numbers(fields(position, score))

    def numbers(self, row: Iterable[tuple[str, Any]]) -> Any:
        """The fields of a position as numbers."""
        given = dict(row)
        found = [number for column in self.columns for number in column.numbers(given)]
        return np.array(found, dtype=np.int64 if self.whole else np.float64)


class FeatureColumn:
    """A field: the names of its columns, and how its values become numbers."""

    def __init__(self, field: str, names: Sequence[str], *, whole: bool = True) -> None:
        self.field, self.names, self.whole = field, names, whole

    @staticmethod
    def of(field: str, values: list[Any]) -> FeatureColumn:
        """The column for a field with these values."""
        if all(map(is_number, values)):
            return PlainColumn(field, [field], whole=all(map(is_whole, values)))
        if not all(isinstance(value, (tuple, frozenset)) for value in values):
            return RankColumn(field, values)
        members = list(dict.fromkeys(member for value in values for member in value))
        lengths = {len(value) for value in values}
        ordered = all(isinstance(value, tuple) for value in values)
        if ordered and len(lengths) == 1 and all(map(is_number, members)):
            names = [f"{field}.{place}" for place in range(*lengths)]
            return SpreadColumn(field, names, whole=all(map(is_whole, members)))
        return CountedColumn(field, members)

    def numbers(self, given: dict[str, Any]) -> list[Any]:
        """The numbers for a position with these fields."""
        return self.encode(given[self.field]) if self.field in given else [0] * len(self.names)

    def encode(self, value: Any) -> list[Any]:
        """The numbers of a value."""
        raise NotImplementedError


class PlainColumn(FeatureColumn):
    """A number, unchanged."""

    def encode(self, value: Any) -> list[Any]:
        return [value]


class SpreadColumn(FeatureColumn):
    """A tuple of numbers, as its elements."""

    def encode(self, value: Any) -> list[Any]:
        return list(value)


class RankColumn(FeatureColumn):
    """Any value, as its index among those that occur."""

    def __init__(self, field: str, values: list[Any]) -> None:
        super().__init__(field, [field])
        self.places = {value: place for place, value in enumerate(values)}

    def encode(self, value: Any) -> list[Any]:
        return [self.places[value]]


class CountedColumn(FeatureColumn):
    """A collection, as the number of times it contains each member that occurs."""

    def __init__(self, field: str, members: list[Any]) -> None:
        super().__init__(field, [f"{field}.{member}" for member in members])
        self.members = members

    def encode(self, value: Any) -> list[Any]:
        found = list(value)
        return [found.count(member) for member in self.members]


KIND, PATH, SCORE = "kind", "path", "score so far"


def fields(position: Hashable, score: Number | None) -> Iterator[tuple[str, Any]]:
    """The fields of a position in order, with the running score if given."""
    path: tuple[Hashable, ...] = ()
    if isinstance(position, Inline):
        position, path = position
    yield KIND, type(position).__name__
    if hasattr(position, "_asdict"):
        yield from position._asdict().items()
    elif isinstance(position, tuple):
        yield from ((str(place), value) for place, value in enumerate(position))
    else:
        yield "position", position
    if path:
        yield PATH, " > ".join(map(str, path))
    if score is not None:
        yield SCORE, score


def is_number(value: Any) -> bool:
    """Whether a value is a number that a float can hold."""
    return isinstance(value, (int, float)) or (
        hasattr(value, "numerator") and math.isfinite(float(value))
    )


def is_whole(value: Any) -> bool:
    """Whether a number is whole, and fits into a column of integers."""
    return isinstance(value, int) and abs(value) < 1 << 62
