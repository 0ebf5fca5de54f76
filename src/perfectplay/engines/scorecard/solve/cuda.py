"""The constants that scorecards' CUDA kernels are compiled with: a lattice, and number types."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.solve.placing import FORCED, NEVER
from perfectplay.model.scorecard.scoring import ways

LANES = 32
"""The number of lanes solved by one block of threads: a warp."""
TEAMS = 16
"""The number of threads that share the rolls and keeps of a lane."""
GROUP = 16
"""The number of rolls whose best box is found at a time."""
MOST_BOXES = 32
REGISTERS = 210
"""The 32-bit numbers a thread can hold in registers: the keeps of fewer than all dice."""
HELD = 8
"""The groups of rolls that are also held there, before the keeps are."""


def groups_of(rolls: int) -> int:
    """The number of groups that some rolls make."""
    return -(-rolls // GROUP)


def in_registers(lattice: Lattice, dtype: Any) -> bool:
    """Whether a thread can hold the keeps of fewer than all dice in registers."""
    keeps = lattice.size - lattice.rolls
    return bool(keeps * np.dtype(dtype).itemsize <= REGISTERS * np.dtype(np.float32).itemsize)


def groups_held(lattice: Lattice, dtype: Any) -> int:
    """The number of groups of rolls held in registers."""
    return min(HELD, groups_of(lattice.rolls)) if in_registers(lattice, dtype) else 0


def constants(lattice: Lattice, dtype: Any) -> str:
    """A lattice and the number type, as CUDA source."""
    keeps, width = lattice.size - lattice.rolls, int(lattice.parents.max())
    numbers = {
        "LANES": LANES,
        "TEAMS": TEAMS,
        "GROUP": GROUP,
        "GROUPS": groups_of(lattice.rolls),
        "MOST_BOXES": MOST_BOXES,
        "FORCED": FORCED,
        "DICE": lattice.dice,
        "SIDES": lattice.sides,
        "SIZE": lattice.size,
        "ROLLS": lattice.rolls,
        "KEEPS": keeps,
        "WIDTH": width,
        "ALL_WAYS": lattice.sides**lattice.dice,
        "UNROLL": lattice.size if in_registers(lattice, dtype) else 1,
        "HELD": groups_held(lattice, dtype),
    }
    rolls = lattice.keeps[: lattice.rolls]
    parents = [*lattice.parents[:-1], 0]  # the empty keep has no parent
    up, (options, begins) = lattice.up[lattice.rolls :, : lattice.sides], lattice.options
    lines = [
        f"typedef {'float' if np.dtype(dtype) == np.float32 else 'double'} Real;",
        *(f"constexpr int {name} = {number};" for name, number in numbers.items()),
        f"constexpr Real NEVER = {NEVER};",
        f"__device__ constexpr unsigned char PARENTS[] = {listed(parents)};",
        f"__device__ constexpr unsigned short DOWN[][WIDTH] = {listed(lattice.down[:, :width])};",
        f"__device__ constexpr int WAYS[] = {listed(map(ways, rolls))};",
        f"__device__ constexpr int LEVEL[] = {listed(lattice.level)};",
        "struct alignas(16) Children { unsigned short of[(SIDES + 7) / 8 * 8]; };",
        f"__device__ constexpr Children UP[] = {listed(up)};",
        f"__device__ constexpr unsigned short OPTIONS[] = {listed(options)};",
        f"__device__ constexpr int OPTIONS_BEGIN[] = {listed(begins)};",
    ]
    return "\n".join(lines)


def listed(numbers: Any) -> str:
    """Numbers in CUDA syntax.

    >>> listed([[1, 2], [3, 4]])
    '{{1,2},{3,4}}'
    """
    return (
        str(np.array(list(numbers)).tolist()).replace(" ", "").translate(str.maketrans("[]", "{}"))
    )
