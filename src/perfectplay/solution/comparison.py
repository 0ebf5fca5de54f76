"""The results of ways to play, side by side."""

from __future__ import annotations

import dataclasses

from perfectplay.model.nodes import Number
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of playing given strategies, one for each player."""

    strategies: tuple[str, ...]
    value: Number
    distribution: Distribution
    loss: Simulation | None = None
    """If it was played rather than computed: its losses to best play, game by game."""
