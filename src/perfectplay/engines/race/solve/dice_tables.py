"""What is known about the dice before rating turns: chances of totals, and how many matter."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.race.solve import kernels


def total_chances(limit: int, sides: int, dice: int) -> tuple[Any, Any]:
    """For each total and number of dice: its probability, and the cumulative one.

    >>> likely, at_most = total_chances(limit=3, sides=2, dice=2)
    >>> likely[:, 2].tolist(), at_most[:, 2].tolist()
    ([0.0, 0.0, 0.25, 0.5], [0.0, 0.0, 0.25, 0.75])
    """
    likely, at_most = np.zeros((limit + 1, dice + 1)), np.empty((limit + 1, dice + 1))
    THREADS.compile(kernels.chances)(sides, likely, at_most)
    return likely, at_most


def most_dice(at_most: Any) -> Any:
    """For each remaining room, the most dice worth considering."""
    most = np.zeros(len(at_most), np.int64)
    THREADS.compile(kernels.most_dice)(at_most, most)
    return most
