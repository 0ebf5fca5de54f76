"""What the files of a solve in a folder are called, and which part a position is in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

ENDS = 0
"""The step of the positions that nothing follows; those of the start are in step 1."""
MOST = 1 << 62
"""Above all ranks."""
SPREAD, TURN, TOP = np.uint64(0x9E3779B97F4A7C15), np.uint64(29), np.uint64(40)


class RankRange(NamedTuple):
    """Positions of some ranks, from the highest one down, and into how many parts they are cut."""

    high: int
    low: int
    parts: int


def folder_of(step: int) -> str:
    """Where the files of a step are."""
    return f"step-{step}"


def block(step: int, part: int) -> str:
    """The file of a part that is solved: its keys, with their bounds.

    >>> block(7, 0)
    'step-7/0'
    """
    return f"{folder_of(step)}/{part}"


def found(step: int, parts: int, part: int, turn: int) -> str:
    """The file of the positions that a part, one of so many, was found to have in a round.

    >>> found(7, 4, 3, 0)
    'step-7/found-4-3-0'
    """
    return f"{folder_of(step)}/found-{parts}-{part}-{turn}"


def tape(step: int, part: int) -> str:
    """The file of the programs of a part, ready to be swept."""
    return f"{folder_of(step)}/tape-{part}"


def swept(step: int, part: int, turn: int) -> str:
    """The file of the bounds of a part after a round of sweeps."""
    return f"{folder_of(step)}/swept-{part}-{turn}"


def part_of(keys: Any, parts: int) -> Any:
    """The part that each of some keys is in, the same on all machines."""
    hashed = keys[:, 0].view(np.uint64) * SPREAD
    for word in range(1, keys.shape[1]):
        hashed = ((hashed ^ hashed >> TURN) + keys[:, word].view(np.uint64)) * SPREAD
    hashed ^= hashed >> TURN
    hashed *= SPREAD
    return ((hashed >> TOP) % np.uint64(parts)).astype(np.int64)
