"""Play a solved game many times over, by the dice of a seeded generator."""

from __future__ import annotations

import dataclasses
import math
from statistics import NormalDist
from typing import TYPE_CHECKING

from perfectplay.engines.graph import FINAL, Graph
from perfectplay.engines.machine import as_array
from perfectplay.engines.sweeps import Column
from perfectplay.errors import PerfectPlayError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_GAMES = 100_000_000
BATCH = 1 << 20


@dataclasses.dataclass(frozen=True)
class Simulation:
    """What simulated games came to: the mean, and how far it may lie from the truth.

    >>> Simulation(games=100, seed=1, mean=0.5, deviation=0.5).error
    0.05
    """

    games: int
    seed: int
    mean: float
    deviation: float

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / math.sqrt(self.games)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of the mean, by the normal approximation."""
        reach = NormalDist().inv_cdf((1 + level) / 2) * self.error
        return self.mean - reach, self.mean + reach


def simulate(chain: Graph, worth: Column, games: int, seed: int) -> Simulation:
    """Play a chain from its start, many games side by side; `worth` is what each final is worth."""
    import numpy as np

    if not 1 <= games <= MOST_GAMES:
        raise PerfectPlayError(f"{games} games cannot be simulated; ask for 1 to {MOST_GAMES:,}")
    walk = Walk(chain, worth)
    generator = np.random.default_rng(seed)
    count, mean, spread = 0, 0.0, 0.0
    while count < games:
        scores = walk.play(min(BATCH, games - count), generator)
        batch_mean = float(scores.mean())
        spread += float(((scores - batch_mean) ** 2).sum())
        spread += (batch_mean - mean) ** 2 * count * len(scores) / (count + len(scores))
        mean += (batch_mean - mean) * len(scores) / (count + len(scores))
        count += len(scores)
    return Simulation(games, seed, mean, math.sqrt(spread / max(1, games - 1)))


class Walk:
    """A chain made ready for walking: at each node, an edge is picked by its cumulated flow."""

    def __init__(self, chain: Graph, worth: Column) -> None:
        import numpy as np

        self.start = chain.start
        self.final = as_floats(chain.kind) == FINAL
        self.first = np.asarray(chain.first, dtype=np.int64)
        self.target = np.asarray(as_array(chain.target))
        self.points = as_floats(chain.points)
        self.worth = as_floats(worth)
        self.flow = np.concatenate([[0.0], np.cumsum(as_floats(chain.probability))])

    def play(self, games: int, generator: np.random.Generator) -> npt.NDArray[np.float64]:
        """What each of some games came to."""
        import numpy as np

        node = np.full(games, self.start)
        score = np.zeros(games)
        running = np.arange(games)
        while len(running := running[~self.final[node[running]]]):
            here = node[running]
            low, high = self.flow[self.first[here]], self.flow[self.first[here + 1]]
            spot = low + generator.random(len(here)) * (high - low)
            spot = np.minimum(spot, np.nextafter(high, low))  # rounding must not leave the node
            edge = np.searchsorted(self.flow, spot, side="right") - 1
            score[running] += self.points[edge]
            node[running] = self.target[edge]
        return score + self.worth[node]


def as_floats(column: Column) -> npt.NDArray[np.float64]:
    """A column as an array of floats, also where it holds fractions."""
    import numpy as np

    return np.asarray(as_array(column) if not isinstance(column, list) else column, dtype=np.float64)
