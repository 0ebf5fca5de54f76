"""What positions and nodes are called, made from their rows when somebody asks."""

from __future__ import annotations

import dataclasses
from array import array
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.backends.machine import filled, sweep
from perfectplay.engines.graph.graph import Column, Columns
from perfectplay.engines.graph.tracing import machine
from perfectplay.engines.graph.tracing.shapes import ShapeLayout
from perfectplay.model.nodes import Label


@dataclasses.dataclass(eq=False, repr=False)
class Found(Columns, Sequence[Hashable]):
    """The positions in the order they were found, each made when it is asked for."""

    layout: ShapeLayout
    rows: Column

    def __len__(self) -> int:
        return len(self.rows) // self.layout.words

    @overload
    def __getitem__(self, number: int) -> Hashable: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Hashable]: ...
    def __getitem__(self, number: int | slice) -> Hashable | Sequence[Hashable]:
        words = self.layout.words
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        begin = range(len(self))[number] * words
        row = self.layout.unpack(self.rows[begin : begin + words])
        position: Hashable = self.layout.shapes.put_together(*row)
        return position

    def fields(self, numbers: Any) -> Iterator[tuple[Any, Mapping[str, Any]]]:
        """Of some positions, the places of those of each shape, and their plain fields by name."""
        import numpy as np

        rows = as_array(self.rows).reshape(-1, self.layout.words)[numbers]
        shapes = rows[:, 0] >> self.layout.head
        for shape in np.unique(shapes).tolist():
            places = np.flatnonzero(shapes == shape)
            yield places, self.layout.columns_of(shape, rows[places])


@dataclasses.dataclass(eq=False, repr=False)
class Paths(Columns, Sequence[tuple[Label, ...]]):
    """The way to each node from the position it stands in, which has a form: the ways in it."""

    root: Column
    form: Column
    known: Sequence[Sequence[tuple[Label, ...]]]

    def __len__(self) -> int:
        return int(self.root[-1])

    @overload
    def __getitem__(self, node: int) -> tuple[Label, ...]: ...
    @overload
    def __getitem__(self, node: slice) -> Sequence[tuple[Label, ...]]: ...
    def __getitem__(self, node: int | slice) -> tuple[Label, ...] | Sequence[tuple[Label, ...]]:
        if isinstance(node, slice):
            return [self[each] for each in range(len(self))[node]]
        node = range(len(self))[node]
        number = bisect_right(self.root, node) - 1
        form, place = int(self.form[number]), int(node - self.root[number])
        return self.known[form][place]


@dataclasses.dataclass(eq=False, repr=False)
class FoundNumbers(Columns, Mapping[Hashable, int]):
    """From a position to its number."""

    layout: ShapeLayout
    rows: Column

    @cached_property
    def table(self) -> array[int]:
        """The hash table, made at the first question."""
        table = filled("i", -1, 1 << (2 * len(self)).bit_length())
        sweep(machine.fill, len(self), self.rows, self.layout.words, len(self), table)
        return table

    def __getitem__(self, position: Hashable) -> int:
        hash(position)
        for shape, numbers in self.layout.shapes.like(position):
            number = self.find(shape, numbers)
            if number >= 0:
                return number
        raise KeyError(position)

    def find(self, shape: int, numbers: list[int]) -> int:
        """The number of a row, or -1."""
        if not self.layout.fits(shape, numbers):
            return -1
        row = self.layout.pack(shape, numbers)
        spot = machine.find(self.rows, self.layout.words, row, 0, self.table)
        return int(self.table[spot])

    def __len__(self) -> int:
        return len(self.rows) // self.layout.words

    def __iter__(self) -> Iterator[Hashable]:
        return iter(Found(self.layout, self.rows))
