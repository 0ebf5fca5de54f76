"""The bounds of all positions, and what finds those of one: all that a solution keeps."""

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
    """Keys in order, with bounds, wherever these are; an upper one has its sign turned."""

    plan: KeyPlan
    layout: Layout
    ranking: Ranking
    flip: Any
    stats: Any
    mirror: float

    @abstractmethod
    def __len__(self) -> int:
        """How many keys there are."""

    @property
    @abstractmethod
    def positions(self) -> int:
        """How many positions there are, with those that are known as mirror images."""

    @abstractmethod
    def find(self, key: Any) -> int | None:
        """Where a key stands."""

    @abstractmethod
    def row(self, place: int) -> tuple[Any, list[float]]:
        """The key at a place, and its bounds."""

    @abstractmethod
    def whole(self) -> BoundsTable:
        """All of it in memory."""

    def place_of(self, position: Hashable, score: int = 0) -> tuple[int, bool] | None:
        """Where a position stands, and whether that is its mirror image; None if it is not here."""
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
        """The lower and the upper bound at a place."""
        low, high = self.row(place)[1]
        if turned:
            return self.mirror + high, self.mirror - low
        return low, -high

    def position(self, place: int, *, turned: bool = False) -> tuple[Any, int]:
        """The position at a place, or its mirror image, and the score."""
        key = self.row(place)[0].copy()
        if turned:
            key[0] += steps_of(key[:1], self.flip)[0]
        return self.layout.decode(key)


@dataclasses.dataclass
class BoundsTable(BoundsLookup):
    """Keys and bounds in memory, or mapped from one file."""

    keys: Any
    bounds: Any
    starts: Any
    """Where each layer begins among keys that are not dense, and the end."""
    ranks: Any
    order: Any
    """The places of dense keys, layer by layer."""
    dense: bool

    @classmethod
    def of(cls, solved: SolvedPositions, plan: KeyPlan) -> BoundsTable:
        """The table of a game that is solved."""
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
        """Where a key stands in a sorted part."""
        for word in range(self.layout.words):
            column = self.keys[low:high, word]
            low, high = (
                low + int(np.searchsorted(column, key[word], side="left")),
                low + int(np.searchsorted(column, key[word], side="right")),
            )
        return low if low < high else None

    def layers(self) -> Layers:
        """What finds positions by machine code; it is compiled anew."""
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
    """The ranking with some weights, as it was found for keys."""
    return Ranking(Features(layout, keys), list(levels), complete=False)
