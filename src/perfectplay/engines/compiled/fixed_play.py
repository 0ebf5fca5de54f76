"""Guess values under fixed play: choices stay fixed for a while, and only they are evaluated.

This is modified policy iteration, used for guessing. Where a position has many options, as in the
Royal Game of Ur, a sweep under fixed play visits a fraction of the leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.compiled.kernels.rows import ENTRIES, SHAPES_KNOWN
from perfectplay.engines.compiled.runtime import shared

if TYPE_CHECKING:
    from perfectplay.engines.compiled.solving import StoredLayer

SHAPES, SHAPE_ROOM = 1 << 16, 1 << 20
"""The most row shapes in a part of a layer, and the most numbers in them."""


class FixedPlay:
    """Best play by a layer's guesses, one row per position, kept by parts of the layer."""

    def __init__(self, layer: StoredLayer, waiting: Any, changes: Any) -> None:
        self.layer, self.waiting, self.changes = layer, waiting, changes
        self.parts = [FixedPart(layer, *ends) for ends in layer.parts]

    @staticmethod
    def room(layer: StoredLayer) -> int:
        """An upper bound on the bytes it takes."""
        return 2 * len(layer.shapes) + len(layer.leaves)

    def fix(self) -> list[Any] | None:
        """Update all values and choose by them; None if the rows do not fit."""
        seen = self.layer.on_all_cores(
            lambda part: self.parts[part].fix(self.waiting, self.changes)
        )
        return None if any(each is None for each in seen) else seen

    def follow(self, down: int) -> list[Any]:
        """Update all values under the choices made."""
        return self.layer.on_all_cores(
            lambda part: self.parts[part].follow(down, self.waiting, self.changes)
        )


class FixedPart:
    """The rows of one part of a layer."""

    def __init__(self, layer: StoredLayer, start: tuple[int, int], stop: tuple[int, int]) -> None:
        self.layer = layer
        (self.first, self.leaf), (self.last, self.end) = start, stop
        longest = int(layer.sizes.max(initial=0)) + 1
        self.rows = np.empty(self.last - self.first, np.uint16)
        self.entries = np.empty(self.end - self.leaf, np.uint8)  # uses no memory until written
        self.starts, self.shapes = np.zeros(SHAPES + 2, np.int64), np.zeros(SHAPE_ROOM)
        self.slots = np.zeros(2 * SHAPES, np.int32)
        self.counts = np.zeros(2, np.int64)
        depth = layer.solver.depth
        self.scratch = (
            np.zeros(depth),
            np.zeros(depth),
            np.zeros(depth, np.int64),
            np.zeros(longest, np.int64),
            np.zeros(longest),
        )

    def fix(self, waiting: Any, changes: Any) -> Any | None:
        """See `FixedPlay.fix`."""
        layer, solver, seen = self.layer, self.layer.solver, np.zeros(3)
        self.slots[:] = 0
        self.starts[:2] = 0, 1
        self.counts[SHAPES_KNOWN] = 1
        found = shared()["fix_play"](
            self.first, self.last, layer.first, self.leaf, layer.shapes, layer.starts, layer.words,
            layer.sizes, layer.leaves, solver.layers.order, solver.ordered, solver.bounds,
            *solver.known, waiting, changes, seen, self.rows, self.entries, self.slots,
            len(self.slots) - 1, self.starts, self.shapes, SHAPES, len(self.shapes), self.counts,
            *self.scratch,
        )  # fmt: skip
        return None if found < 0 else seen

    def follow(self, down: int, waiting: Any, changes: Any) -> Any:
        """See `FixedPlay.follow`."""
        layer, solver, seen = self.layer, self.layer.solver, np.zeros(3)
        leaf, entry = (self.end, int(self.counts[ENTRIES])) if down else (self.leaf, 0)
        shared()["follow"](
            self.first, self.last, down, layer.first, leaf, layer.shapes, layer.sizes,
            layer.leaves, entry, self.rows, self.starts, self.shapes, self.entries,
            solver.layers.order, solver.ordered, solver.bounds, waiting, changes, seen,
        )  # fmt: skip
        return seen
