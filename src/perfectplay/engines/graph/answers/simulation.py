"""Play a solved game many times over, with dice from a seeded generator."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.graph.graph import CHANCE, FINAL
from perfectplay.engines.graph.solve.induction import Column
from perfectplay.engines.graph.states import START, Lanes
from perfectplay.solution.simulation import BATCH, Simulation, require_games, unit_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def simulate(
    lanes: Lanes,
    chosen: Column,
    values: Column,
    games: int,
    seed: int,
    endless: Sequence[int] = (),
) -> Simulation:
    """Follow the chosen edges from the start, many games side by side.

    A game that reaches a state in `endless` goes on for ever, and is left there.
    """
    import numpy as np

    require_games(games, seed)
    walk = Walk(lanes, chosen, values, endless)
    generator, unit = np.random.default_rng(seed), unit_of(walk.values)
    count, mean, spread = 0, 0.0, 0.0
    while count < games:
        scores = walk.play(min(BATCH, games - count), generator) / unit
        batch_mean = float(scores.mean())
        spread += float(((scores - batch_mean) ** 2).sum())
        spread += (batch_mean - mean) ** 2 * count * len(scores) / (count + len(scores))
        mean += (batch_mean - mean) * len(scores) / (count + len(scores))
        count += len(scores)
    return Simulation(games, seed, mean * unit, math.sqrt(spread / max(1, games - 1)) * unit)


class Walk:
    """A solved game ready for walking: the edge of a choice is known, that of a chance is drawn."""

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
        """The result of each game."""
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
        """Which games are not over yet."""
        return (self.kind[nodes] != FINAL) & ~self.left[states]

    def draw(self, nodes: npt.NDArray[np.int32], generator: np.random.Generator) -> Any:
        """An edge for each chance node, drawn by its probability."""
        import numpy as np

        low, high = self.cumulated[self.first[nodes]], self.cumulated[self.first[nodes + 1]]
        spot = low + generator.random(len(nodes)) * (high - low)
        spot = np.minimum(spot, np.nextafter(high, low))  # rounding must stay within the node
        return np.searchsorted(self.cumulated, spot, side="right") - 1


def as_floats(column: Column) -> npt.NDArray[np.float64]:
    """A column as an array of floats, even if it holds fractions."""
    import numpy as np

    return np.asarray(
        as_array(column) if not isinstance(column, list) else column, dtype=np.float64
    )
