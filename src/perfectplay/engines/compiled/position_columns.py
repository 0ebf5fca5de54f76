"""Features of positions as columns of numbers, read off their keys.

A number is its own column, a tuple of fixed length has a column for each part. Any other collection
has a column for each possible member, which counts its occurrences; any other object is given by
its index among those seen. Constant columns are left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines.array_rules import States
from perfectplay.engines.compiled.layout import (
    Field,
    IntField,
    ItemsField,
    Layout,
    ObjectField,
    PositionKind,
    RecordField,
)

Read = Callable[[States], NDArray[np.int64]]
KIND, PATH, SCORE = "kind", "path", "score so far"
COLLECTIONS = (tuple, frozenset)


@dataclasses.dataclass(frozen=True)
class PositionColumn:
    """A column: its name, how to read it off states, and its range."""

    name: str
    read: Read
    low: int
    high: int


class PositionColumns:
    """The columns that vary among some states at which decisions are made."""

    def __init__(self, layout: Layout, states: States) -> None:
        kind = of_whole(KIND, layout.kind)
        met = sorted(set(kind.read(states).tolist()))
        shared = [kind, path_of(layout)]
        if layout.score is not None:
            shared.append(of_whole(SCORE, layout.score))
        own: dict[str, dict[int, PositionColumn]] = {}
        for number in met:
            for column in columns_of(layout.kinds[number]):
                own.setdefault(column.name, {})[number] = column
        merged = [in_kinds(kind.read, each, len(met)) for each in own.values()]
        every = [shared[0], *merged, *shared[1:]]
        told = [column for column in every if len(set(column.read(states).tolist())) > 1]
        self.columns = told or every
        self.names = [column.name for column in self.columns]
        self.low = np.array([column.low for column in self.columns], np.int64)
        self.high = np.array([column.high for column in self.columns], np.int64)

    def of(self, states: States) -> NDArray[np.int64]:
        """The columns of some states."""
        found = np.empty((len(states), len(self.columns)), np.int64)
        for place, column in enumerate(self.columns):
            found[:, place] = column.read(states)
        return found


def in_kinds(kind: Read, columns: dict[int, PositionColumn], kinds: int) -> PositionColumn:
    """A column that only some kinds of position have; it is 0 for the others."""
    first = next(iter(columns.values()))
    if len(columns) == kinds == 1:
        return first

    def read(states: States) -> NDArray[np.int64]:
        here, found = kind(states), np.zeros(len(states), np.int64)
        for number, column in columns.items():
            found[here == number] = column.read(states[here == number])
        return found

    low, high = min(c.low for c in columns.values()), max(c.high for c in columns.values())
    return PositionColumn(first.name, read, min(low, 0), max(high, 0))


def path_of(layout: Layout) -> PositionColumn:
    """Where a choice is made below a position: its place in the program."""
    words = layout.words
    return PositionColumn(PATH, lambda states: states[:, words] + 1, 0, 1 << 14)


def columns_of(kind: PositionKind) -> Iterator[PositionColumn]:
    """The columns of a kind of position."""
    if isinstance(kind.shape, RecordField):
        for name, part in zip(names_of(kind.shape), kind.shape.parts, strict=True):
            yield from columns_in(name, part)
    else:
        yield from columns_in("position", kind.shape)


def columns_in(name: str, field: Field) -> Iterator[PositionColumn]:
    """The columns of a field."""
    match field:
        case IntField():
            yield of_whole(name, field)
        case ObjectField():
            yield from of_things(name, field)
        case RecordField():
            for part, each in zip(names_of(field), field.parts, strict=True):
                yield from columns_in(f"{name}.{part}", each)
        case ItemsField(cls, length, items) if cls is tuple and length.size == 1:
            for place, item in enumerate(items):
                yield of_whole(f"{name}.{place}", item)
        case ItemsField():
            yield from counted(name, field)


def names_of(group: RecordField) -> list[str]:
    """The names of the fields of a tuple or a frozen dataclass."""
    if dataclasses.is_dataclass(group.cls):
        return [field.name for field in dataclasses.fields(group.cls)]
    return list(map(str, getattr(group.cls, "_fields", range(len(group.parts)))))


def of_whole(name: str, whole: IntField) -> PositionColumn:
    """The column of a whole number."""
    word, step, size, low = whole.word, whole.step, whole.size, whole.low

    def read(states: States) -> NDArray[np.int64]:
        digits: NDArray[np.int64] = states[:, word]
        if step & (step - 1) == 0 and size & (size - 1) == 0:
            digits = digits >> (step.bit_length() - 1) & (size - 1)
        else:
            digits = digits // step % size
        return digits + low

    return PositionColumn(name, read, low, low + size - 1)


def of_things(name: str, thing: ObjectField) -> Iterator[PositionColumn]:
    """A collection by how often it contains each member, anything else by its index."""
    number = of_whole(name, thing.whole).read
    if not all(isinstance(each, COLLECTIONS) for each in thing.things):
        yield PositionColumn(name, number, 0, thing.whole.size - 1)
        return
    every: list[tuple[Any, ...]] = [tuple(iter(each)) for each in thing.things]  # type: ignore[call-overload]  # tuples and sets
    for member in dict.fromkeys(member for each in every for member in each):
        table = np.zeros(thing.whole.size, np.int64)
        table[: len(every)] = [each.count(member) for each in every]
        read = lambda states, table=table: table[number(states)]  # noqa: E731  # bound to its table
        yield PositionColumn(f"{name}.{member}", read, 0, int(table.max()))


def counted(name: str, field: ItemsField) -> Iterator[PositionColumn]:
    """How often each number occurs in a tuple or set."""
    length = of_whole(name, field.length).read
    items = [of_whole(name, item) for item in field.items]
    if not items:
        return
    low, high = min(item.low for item in items), max(item.high for item in items)
    for member in range(low, high + 1):

        def read(states: States, member: int = member) -> NDArray[np.int64]:
            many, found = length(states), np.zeros(len(states), np.int64)
            for place, item in enumerate(items):
                found += (item.read(states) == member) & (place < many)
            return found

        yield PositionColumn(f"{name}.{member}", read, 0, len(items))
