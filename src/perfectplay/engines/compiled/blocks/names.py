"""File names for a solve in a folder, and the part each position belongs to."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

ENDS = 0
"""The step of the positions where the game ends; the starting position is in step 1."""
MOST = 1 << 62
"""Above all ranks."""
SPREAD, TURN, TOP = np.uint64(0x9E3779B97F4A7C15), np.uint64(29), np.uint64(40)


class RankRange(NamedTuple):
    """The positions of some ranks, from the highest down, and the number of parts they are in."""

    high: int
    low: int
    parts: int


def folder_of(step: int) -> str:
    """The folder of a step's files."""
    return f"step-{step}"


def block(step: int, part: int) -> str:
    """The file of a solved part: its keys with their bounds.

    >>> block(7, 0)
    'step-7/0'
    """
    return f"{folder_of(step)}/{part}"


def found(step: int, parts: int, part: int, turn: int) -> str:
    """The file of the positions of one of several parts, as found in a round.

    >>> found(7, 4, 3, 0)
    'step-7/found-4-3-0'
    """
    return f"{folder_of(step)}/found-{parts}-{part}-{turn}"


def tape(step: int, part: int) -> str:
    """The file of a part's programs, ready to be swept."""
    return f"{folder_of(step)}/tape-{part}"


def swept(step: int, part: int, turn: int) -> str:
    """The file of a part's bounds after a round of sweeps."""
    return f"{folder_of(step)}/swept-{part}-{turn}"


def part_of(keys: Any, parts: int) -> Any:
    """The part that each key belongs to, the same on every machine."""
    hashed = keys[:, 0].view(np.uint64) * SPREAD
    for word in range(1, keys.shape[1]):
        hashed = ((hashed ^ hashed >> TURN) + keys[:, word].view(np.uint64)) * SPREAD
    hashed ^= hashed >> TURN
    hashed *= SPREAD
    return ((hashed >> TOP) % np.uint64(parts)).astype(np.int64)
