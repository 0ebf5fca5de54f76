"""Play a solved game many times over, by the dice of a seeded generator."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from perfectplay.engines.backends.machine import as_array
from perfectplay.engines.graph.graph import CHANCE, FINAL
from perfectplay.engines.graph.induction import Column
from perfectplay.engines.graph.states import START, Lanes
from perfectplay.errors import PerfectPlayError
from perfectplay.objectives import Objective

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

    @classmethod
    def of(cls, scores: npt.NDArray[Any], objective: Objective, seed: int) -> Simulation:
        """What final scores came to, by what they are worth."""
        import numpy as np

        found, which = np.unique(scores, return_inverse=True)
        worth = np.array([float(objective.utility(int(score))) for score in found])[which]
        deviation = float(worth.std(ddof=1)) if len(scores) > 1 else 0.0
        return cls(len(scores), seed, float(worth.mean()), deviation)

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


def simulate(
    lanes: Lanes,
    chosen: Column,
    values: Column,
    games: int,
    seed: int,
    endless: Sequence[int] = (),
) -> Simulation:
    """Play the chosen edges from the start, many games side by side.

    A game that comes to a state in `endless` goes on for ever, and is left there.
    """
    import numpy as np

    require_games(games, seed)
    walk = Walk(lanes, chosen, values, endless)
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


def require_games(games: int, seed: int) -> None:
    """Refuse what cannot be simulated."""
    if not 1 <= games <= MOST_GAMES:
        raise PerfectPlayError(f"{games} games cannot be simulated; ask for 1 to {MOST_GAMES:,}")
    if seed < 0:
        raise PerfectPlayError(f"the seed {seed} is below zero; give a whole number from 0 on")


class Walk:
    """A solved game made ready for walking: a choice's edge is known, a chance's is drawn."""

    def __init__(
        self, lanes: Lanes, chosen: Column, values: Column, endless: Sequence[int]
    ) -> None:
        import numpy as np

        graph = lanes.graph
        self.lanes = lanes
        self.kind = np.asarray(as_array(graph.kind))
        self.first = np.asarray(as_array(graph.first))
        self.target = np.asarray(as_array(graph.target))
        self.reach = np.asarray(as_array(lanes.reach))
        self.offset = np.asarray(as_array(lanes.offset))
        self.chosen = np.asarray(as_array(chosen))
        self.points = as_floats(graph.numbers(graph.edges) if lanes.tracked else graph.points)
        self.values = as_floats(values)
        self.left = np.zeros(lanes.states, dtype=bool)
        self.left[list(endless)] = True
        self.cumulated = np.concatenate([[0.0], np.cumsum(as_floats(graph.probability))])

    def play(self, games: int, generator: np.random.Generator) -> npt.NDArray[np.float64]:
        """What each of some games came to."""
        import numpy as np

        node = np.full(games, START)
        state = np.full(games, START)
        score = np.zeros(games)
        running = np.arange(games)
        while len(running := running[self.goes_on(node[running], state[running])]):
            here = node[running]
            edge = self.chosen[state[running]]
            by_chance = self.kind[here] == CHANCE
            edge[by_chance] = self.draw(here[by_chance], generator)
            score[running] += self.points[edge]
            node[running] = self.target[edge]
            state[running] += self.reach[edge] - self.offset[here]
        totals: npt.NDArray[np.float64] = score + self.values[state]
        return totals

    def goes_on(self, nodes: npt.NDArray[np.int32], states: npt.NDArray[np.int64]) -> Any:
        """Which games are still to be played on."""
        return (self.kind[nodes] != FINAL) & ~self.left[states]

    def draw(self, nodes: npt.NDArray[np.int32], generator: np.random.Generator) -> Any:
        """An edge of each chance, drawn by its probability."""
        import numpy as np

        low, high = self.cumulated[self.first[nodes]], self.cumulated[self.first[nodes + 1]]
        spot = low + generator.random(len(nodes)) * (high - low)
        spot = np.minimum(spot, np.nextafter(high, low))  # rounding must not leave the node
        return np.searchsorted(self.cumulated, spot, side="right") - 1


def as_floats(column: Column) -> npt.NDArray[np.float64]:
    """A column as an array of floats, also where it holds fractions."""
    import numpy as np

    return np.asarray(
        as_array(column) if not isinstance(column, list) else column, dtype=np.float64
    )
