"""Walk the lattice of keeps with many anchors side by side.

A block is an array of keeps by lanes, where a lane is an anchor. Indices are unsigned: signed ones
need a test for negative values that keeps the compiler from vectorising.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.lattice import GROUP, LANES

CACHE_LINE = 64
"""In bytes."""
FAST = ("nnan", "ninf", "nsz", "arcp", "contract")
"""What the compiler may assume; reordering sums is not included, see `reroll`."""


def aligned_zeros(length: int, dtype: Any) -> Any:
    """Zeros that start on a cache line, so that no vector straddles two."""
    line = CACHE_LINE // np.dtype(dtype).itemsize
    room = np.zeros(length + line, dtype)
    begin = -(room.ctypes.data // room.itemsize) % line
    return room[begin : begin + length]


def reroll(block: Any, up: Any, first: int, sides: int) -> None:
    """The value of each keep: the mean over the next die, from a few dice short to none.

    A second product restores what rounding takes from 1 / sides: otherwise it would add up over
    many turns in tables of 32 bits.
    """
    size, width = up.shape
    share = block.dtype.type(1.0 / sides)
    rest = block.dtype.type(1.0 / sides - share)
    for node in range(first, size):
        to = np.uint64(node) * np.uint64(LANES)
        for group in range(0, width, GROUP):
            a = np.uint64(up[node, group]) * np.uint64(LANES)
            b = np.uint64(up[node, group + 1]) * np.uint64(LANES)
            c = np.uint64(up[node, group + 2]) * np.uint64(LANES)
            d = np.uint64(up[node, group + 3]) * np.uint64(LANES)
            e = np.uint64(up[node, group + 4]) * np.uint64(LANES)
            f = np.uint64(up[node, group + 5]) * np.uint64(LANES)
            if group == 0:
                for lane in range(LANES):
                    u = np.uint64(lane)
                    total = (
                        (block[a + u] + block[b + u])
                        + (block[c + u] + block[d + u])
                        + (block[e + u] + block[f + u])
                    )
                    block[to + u] = share * total + rest * total
            else:
                for lane in range(LANES):
                    u = np.uint64(lane)
                    total = (
                        (block[a + u] + block[b + u])
                        + (block[c + u] + block[d + u])
                        + (block[e + u] + block[f + u])
                    )
                    block[to + u] += share * total + rest * total


def keep_best(block: Any, down: Any, parents: Any) -> None:
    """The value of each roll: the best of the keeps it contains, one die at a time."""
    size = down.shape[0]
    for back in range(2, size + 1):
        node = np.uint64(size - back)
        to = node * np.uint64(LANES)
        for parent in range(0, parents[node], 2):
            a = np.uint64(down[node, parent]) * np.uint64(LANES)
            b = np.uint64(down[node, parent + 1]) * np.uint64(LANES)
            for lane in range(LANES):
                u = np.uint64(lane)
                block[to + u] = max(block[to + u], block[a + u], block[b + u])


def copy(of: Any, begin: int, count: int, into: Any, to: int) -> None:
    """Copy some numbers; Numba needs seconds to compile a slice assignment."""
    for each in range(count):
        into[np.uint64(to + each)] = of[np.uint64(begin + each)]


def average(block: Any, chance: Any, mean: Any) -> None:
    """The mean over the first roll of a turn."""
    mean[:] = 0.0
    for roll in range(len(chance)):
        of = np.uint64(roll) * np.uint64(LANES)
        likely = chance[roll]
        for lane in range(LANES):
            u = np.uint64(lane)
            mean[u] += likely * block[of + u]
