"""The result of playing a solved game many times over, with dice from a seeded generator."""

from __future__ import annotations

import dataclasses
import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from perfectplay.errors import PerfectPlayError
from perfectplay.objectives import Objective

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_GAMES = 100_000_000
BATCH = 1 << 20


@dataclasses.dataclass(frozen=True)
class Simulation:
    """The result of simulated games: the mean, and how far it may be from the true value.

    >>> Simulation(games=100, seed=1, mean=0.5, deviation=0.5).error
    0.05
    """

    games: int
    seed: int
    mean: float
    deviation: float

    @classmethod
    def of(cls, scores: npt.NDArray[Any], objective: Objective, seed: int) -> Simulation:
        """The result for some final scores, by their utility."""
        import numpy as np

        found, which = np.unique(scores, return_inverse=True)
        value = np.array([float(objective.utility(int(score))) for score in found])
        unit = unit_of(value)
        value = value[which] / unit
        deviation = float(value.std(ddof=1)) if len(scores) > 1 else 0.0
        return cls(len(scores), seed, float(value.mean()) * unit, deviation * unit)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.games)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of the mean, by the normal approximation."""
        if not 0 < level < 1:
            raise PerfectPlayError(f"a confidence level lies between 0 and 1, not at {level}")
        reach = NormalDist().inv_cdf((1 + level) / 2) * self.error
        return self.mean - reach, self.mean + reach


def unit_of(numbers: npt.NDArray[np.float64]) -> float:
    """A power of two near the largest of some numbers, as a unit in which squares do not overflow.

    Dividing by it loses no precision.

    >>> import numpy as np
    >>> unit_of(np.array([0.5, 0.25])), unit_of(np.array([5.0, -7.0]))
    (1.0, 4.0)
    """
    import numpy as np

    return math.ldexp(1.0, math.frexp(float(np.abs(numbers).max(initial=1.0)))[1] - 1)


def require_games(games: int, seed: int) -> None:
    """Refuse invalid numbers of games or seeds."""
    if not 1 <= games <= MOST_GAMES:
        raise PerfectPlayError(
            f"{games} games cannot be simulated; ask for between 1 and {MOST_GAMES:,}"
        )
    if seed < 0:
        raise PerfectPlayError(f"the seed {seed} is negative; give a whole number from 0")
