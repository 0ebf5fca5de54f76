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

    def __init__(self, layer: StoredLayer, waiting: Any, noted: Any) -> None:
        self.layer, self.waiting, self.noted = layer, waiting, noted
        self.parts = [FixedPart(layer, *ends) for ends in layer.parts]

    @staticmethod
    def room(layer: StoredLayer) -> int:
        """An upper bound on the bytes it takes."""
        return 4 * len(layer.shapes) + 4 * len(layer.leaves)

    def fix(self) -> list[Any] | None:
        """Update all values and choose by them; None if the rows have too many shapes."""
        seen = self.layer.on_all_cores(lambda part: self.parts[part].fix(self.waiting, self.noted))
        return None if any(each is None for each in seen) else seen

    def follow(self, down: int) -> list[Any]:
        """Update all values under the choices made."""
        return self.layer.on_all_cores(
            lambda part: self.parts[part].follow(down, self.waiting, self.noted)
        )


class FixedPart:
    """The rows of one part of a layer."""

    def __init__(self, layer: StoredLayer, start: tuple[int, int], stop: tuple[int, int]) -> None:
        self.layer = layer
        (self.first, self.leaf), (self.last, end) = start, stop
        longest = int(layer.sizes.max(initial=0)) + 1
        self.rows = np.empty(self.last - self.first, np.int32)
        self.entries = np.empty(end - self.leaf + longest, np.int32)  # uses no memory until written
        self.starts, self.shapes = np.zeros(SHAPES + 2, np.int64), np.zeros(SHAPE_ROOM)
        self.slots = np.zeros(2 * SHAPES, np.int32)
        self.counts = np.zeros(2, np.int64)
        depth = layer.solver.depth
        self.scratch = (
            np.zeros(depth),
            np.zeros(depth),
            np.zeros(depth, np.int64),
            np.zeros(longest),
        )

    def fix(self, waiting: Any, noted: Any) -> Any | None:
        """See `FixedPlay.fix`."""
        layer, solver, seen = self.layer, self.layer.solver, np.zeros(3)
        self.slots[:] = 0
        self.starts[:2] = 0, 1
        self.counts[SHAPES_KNOWN] = 1
        found = shared()["fix_play"](
            self.first, self.last, layer.first, self.leaf, layer.shapes, layer.starts, layer.words,
            layer.sizes, layer.leaves, solver.layers.order, solver.ordered, solver.bounds,
            *solver.known, waiting, noted, seen, self.rows, self.entries, len(self.entries),
            self.slots, len(self.slots) - 1, self.starts, self.shapes, SHAPES, len(self.shapes),
            self.counts, *self.scratch,
        )  # fmt: skip
        return None if found < 0 else seen

    def follow(self, down: int, waiting: Any, noted: Any) -> Any:
        """See `FixedPlay.follow`."""
        solver, seen = self.layer.solver, np.zeros(3)
        shared()["follow"](
            self.first, self.last, down, self.layer.first, int(self.counts[ENTRIES]) * down,
            self.rows, self.starts, self.shapes, self.entries, solver.layers.order, solver.ordered,
            solver.bounds, waiting, noted, seen,
        )  # fmt: skip
        return seen
