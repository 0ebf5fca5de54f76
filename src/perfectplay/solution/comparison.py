"""What ways to play come to, side by side."""

from __future__ import annotations

import dataclasses

from perfectplay.model.nodes import Number
from perfectplay.solution.distribution import Distribution


@dataclasses.dataclass(frozen=True)
class Result:
    """What play by some strategies, one for each player, comes to."""

    strategies: tuple[str, ...]
    value: Number
    distribution: Distribution
