"""What the CUDA kernels of scorecards are told when they are compiled: a lattice, as constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.lattice import Lattice, ways
from perfectplay.engines.scorecard.placing import FORCED, NEVER

LANES = 32
"""How many lanes are solved by one block of threads: as many as run in step."""
GROUP = 16
"""So many rolls look for their best box at a time."""
MOST_BOXES = 32
NOTHING = 1 << 15
"""Marks an entry that fills a box with nothing."""
REGISTERS = 210
"""So many keeps of fewer than all dice a thread can hold in registers, in 32 bits each."""


def groups_of(rolls: int) -> int:
    """How many groups some rolls make."""
    return -(-rolls // GROUP)


def constants(lattice: Lattice, dtype: Any) -> str:
    """A lattice and the kind of numbers, as CUDA source."""
    keeps, width = lattice.size - lattice.rolls, int(lattice.parents.max())
    fits = keeps * np.dtype(dtype).itemsize <= REGISTERS * np.dtype(np.float32).itemsize
    numbers = {
        "LANES": LANES,
        "GROUP": GROUP,
        "GROUPS": groups_of(lattice.rolls),
        "MOST_BOXES": MOST_BOXES,
        "NOTHING": NOTHING,
        "FORCED": FORCED,
        "SIDES": lattice.sides,
        "SIZE": lattice.size,
        "ROLLS": lattice.rolls,
        "KEEPS": keeps,
        "WIDTH": width,
        "ALL_WAYS": lattice.sides**lattice.dice,
        "UNROLL": lattice.size if fits else 1,
    }
    rolls = lattice.keeps[: lattice.rolls]
    parents = [*lattice.parents[:-1], 0]  # no dice have none less
    lines = [
        f"typedef {'float' if np.dtype(dtype) == np.float32 else 'double'} Real;",
        *(f"constexpr int {name} = {number};" for name, number in numbers.items()),
        f"constexpr Real NEVER = {NEVER};",
        f"__device__ constexpr unsigned char PARENTS[] = {listed(parents)};",
        f"__device__ constexpr unsigned short DOWN[][WIDTH] = {listed(lattice.down[:, :width])};",
        f"__device__ constexpr int WAYS[] = {listed(map(ways, rolls))};",
    ]
    return "\n".join(lines)


def listed(numbers: Any) -> str:
    """Numbers as they are written in CUDA.

    >>> listed([[1, 2], [3, 4]])
    '{{1,2},{3,4}}'
    """
    return (
        str(np.array(list(numbers)).tolist()).replace(" ", "").translate(str.maketrans("[]", "{}"))
    )
