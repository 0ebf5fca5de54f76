"""The bounds of all positions, and how to look up one of them: all that a solution stores."""

from __future__ import annotations

import bisect
import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any

import numpy as np

from perfectplay.engines.compiled.game import KeyPlan, SolvedPositions
from perfectplay.engines.compiled.layers import Layers, bits_of, counts_before
from perfectplay.engines.compiled.layout import Layout, OutgrownError
from perfectplay.engines.compiled.positions import Positions, steps_of
from perfectplay.engines.compiled.ranking import Features, Ranking
from perfectplay.engines.compiled.runtime import placing


@dataclasses.dataclass
class BoundsLookup(ABC):
    """Keys in order, with bounds, wherever they are stored; upper bounds are negated."""

    plan: KeyPlan
    layout: Layout
    ranking: Ranking
    flip: Any
    stats: Any
    mirror: float

    @abstractmethod
    def __len__(self) -> int:
        """The number of keys."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """The number of positions, including those stored as mirror images."""

    @abstractmethod
    def find(self, key: Any) -> int | None:
        """The index of a key."""

    @abstractmethod
    def row(self, place: int) -> tuple[Any, list[float]]:
        """The key at an index, and its bounds."""

    @abstractmethod
    def whole(self) -> BoundsTable:
        """The whole table in memory."""

    def place_of(self, position: Hashable, score: int = 0) -> tuple[int, bool] | None:
        """The index of a position, and whether it holds the mirror image; None if it is missing."""
        try:
            chosen = self.plan.game.canonical(position)
            key = np.array([self.layout.encode(chosen, score, equal=True)])
        except OutgrownError:
            return None
        turned = False
        if self.flip[0]:
            (step,) = steps_of(key[:, 0], self.flip).tolist()
            turned = bool(step and key[0, 0] // step % 2)
            key[0, 0] -= step * turned
        place = self.find(key)
        return None if place is None else (place, turned)

    def bounds_at(self, place: int, *, turned: bool) -> tuple[float, float]:
        """The lower and the upper bound at an index."""
        low, high = self.row(place)[1]
        if turned:
            return self.mirror + high, self.mirror - low
        return low, -high

    def position(self, place: int, *, turned: bool = False) -> tuple[Any, int]:
        """The position at an index, or its mirror image, and the score."""
        key = self.row(place)[0].copy()
        if turned:
            key[0] += steps_of(key[:1], self.flip)[0]
        return self.layout.decode(key)


@dataclasses.dataclass
class BoundsTable(BoundsLookup):
    """Keys and bounds in memory, or mapped from a file."""

    keys: Any
    bounds: Any
    starts: Any
    """Where each layer begins among keys that are not dense, and the end of the last."""
    ranks: Any
    order: Any
    """The places of dense keys, layer by layer."""
    dense: bool

    @classmethod
    def of(cls, solved: SolvedPositions, plan: KeyPlan) -> BoundsTable:
        """The table of a solved game."""
        layers, known = solved.layers, solved.layers.positions
        return cls(
            plan, known.layout, layers.ranking, known.flip, known.stats, solved.mirror, known.keys,
            solved.bounds, layers.starts, layers.ranks, layers.order, known.dense,
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.keys)

    def whole(self) -> BoundsTable:
        return self

    def row(self, place: int) -> tuple[Any, list[float]]:
        return self.keys[place], self.bounds[place].tolist()

    @property
    def positions(self) -> int:
        if not self.flip[0]:
            return len(self)
        return len(self) + int(np.count_nonzero(steps_of(self.keys[:, 0], self.flip)))

    def find(self, key: Any) -> int | None:
        if self.dense:
            return self.find_between(key[0], 0, len(self))
        place = None
        layer = bisect.bisect_left(self.ranks, rank := self.ranking.of(key))
        if layer < len(self.ranks) and self.ranks[layer] == rank:
            place = self.find_between(key[0], int(self.starts[layer]), int(self.starts[layer + 1]))
        if place is None:
            place = self.find_between(key[0], 0, int(self.starts[1]))
        return place

    def find_between(self, key: Any, low: int, high: int) -> int | None:
        """The index of a key in a sorted part."""
        for word in range(self.layout.words):
            column = self.keys[low:high, word]
            wanted = column.dtype.type(key[word])  # or the whole column is converted
            low, high = (
                low + int(np.searchsorted(column, wanted, side="left")),
                low + int(np.searchsorted(column, wanted, side="right")),
            )
        return low if low < high else None

    def layers(self) -> Layers:
        """Machine code that finds positions, freshly compiled."""
        bits, before = np.zeros(1, np.int64), np.zeros(1, np.int32)
        if self.dense:
            bits = bits_of(self.keys, self.layout.span)
            before = counts_before(bits)
        code = placing(self.ranking.function())
        known = Positions(
            self.layout, self.keys, np.zeros(len(self), np.uint8), bits, self.stats, self.flip
        )
        return Layers(known, self.ranking, code, self.order, before, self.starts, self.ranks)


def ranking_of(layout: Layout, keys: Any, levels: Any) -> Ranking:
    """The ranking with given weights, as it was found for these keys."""
    return Ranking(Features(layout, keys), list(levels), complete=False)
