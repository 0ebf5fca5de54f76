"""The shapes of a layer's programs, kept while it is swept."""

from __future__ import annotations

import numpy as np

from perfectplay.engines.compiled.rules import Programs
from perfectplay.engines.compiled.runtime import shared

SHAPES, SHAPE_ROOM = 1 << 16, 1 << 22
"""The most shapes, or parts of shapes, that are kept, and the most words in them."""


class CrowdedError(Exception):
    """There are more shapes than can be numbered."""


class SharedShapes:
    """Every shape once, and which one each position has."""

    each = 4
    """Bytes for each position."""

    def __init__(self, count: int, depth: int) -> None:  # noqa: ARG002  # as `OwnShapes`
        self.of = np.zeros(count, np.int32)
        self.starts, self.sizes = np.zeros(SHAPES + 1, np.int64), np.zeros(SHAPES, np.int64)
        self.words = np.zeros(SHAPE_ROOM, np.int64)
        self.slots = np.zeros(2 * SHAPES, np.int32)
        self.known = 0

    def add(self, first: int, programs: Programs, skip: int) -> None:
        """Add the programs of more positions."""
        self.known = shared()["intern_shapes"](
            programs.words, programs.ends, len(programs.ends), skip, self.of[first:], self.slots,
            len(self.slots) - 1, self.starts, self.words, self.sizes, self.known, len(self.words),
            SHAPES,
        )  # fmt: skip
        if self.known < 0:
            raise CrowdedError


class OwnShapes:
    """Each position's own shape, built from parts that many share."""

    def __init__(self, count: int, depth: int) -> None:
        self.count = count
        self.of = np.arange(count, dtype=np.int32)
        self.starts, self.sizes = np.zeros(count + 1, np.int64), np.zeros(count, np.int64)
        self.words = np.zeros(SHAPE_ROOM, np.int64)
        """The words of the parts, followed (after their room) by those of each position."""
        self.starts[0] = SHAPE_ROOM
        self.parts, self.slots = np.zeros(SHAPES + 1, np.int64), np.zeros(2 * SHAPES, np.int32)
        self.begins = np.zeros(depth, np.int64)
        self.known = self.done = 0

    @property
    def each(self) -> int:
        """An estimate of the bytes per position."""
        used = int(self.starts[self.done]) - SHAPE_ROOM
        return 20 + 8 * -(-used // max(self.done, 1))

    def add(self, first: int, programs: Programs, skip: int) -> None:
        """Add the programs of more positions."""
        given, end = len(programs.ends), int(self.starts[first])
        own, ends = np.zeros(int(programs.ends[-1]), np.int64), np.zeros(given, np.int64)
        self.known = shared()["share_parts"](
            programs.words, programs.ends, given, skip, self.begins, self.slots,
            len(self.slots) - 1, self.parts, self.words, self.known, SHAPE_ROOM, SHAPES, own, ends,
            self.sizes[first:],
        )  # fmt: skip
        if self.known < 0:
            raise CrowdedError
        self.done = first + given
        self.starts[first + 1 : self.done + 1] = end + ends
        self.make_room(end + int(ends[-1]))
        self.words[end : end + int(ends[-1])] = own[: ends[-1]]

    def make_room(self, end: int) -> None:
        """Make room for this many words, and a proportional amount of everything else."""
        if end > len(self.words):
            used = end - SHAPE_ROOM
            longer = np.empty(SHAPE_ROOM + used * self.count // self.done * 9 // 8, np.int64)
            longer[: len(self.words)] = self.words
            self.words = longer
