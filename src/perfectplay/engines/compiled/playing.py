"""Follow best play through a solved game: how often positions are reached, and simulated games."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.kernels.play import FOLLOWED, FRESH
from perfectplay.engines.compiled.kernels.reach import DEPTH, LEAST, MOST
from perfectplay.engines.compiled.rules import BATCH, RunnableRules
from perfectplay.engines.compiled.runtime import playing
from perfectplay.engines.compiled.solving import Solver, StoredLayer, constants
from perfectplay.engines.compiled.table import BoundsTable
from perfectplay.objectives import Objective

CHUNK = 1 << 16
"""The number of positions whose programs are kept at a time, rounded up to whole layers."""
NOTHING = 1e-15
"""The share of games still on a cycle that may be neglected."""
MOST_STEPS = 1_000_000
NODES = 1 << 16


class Flow(NamedTuple):
    """How often, on average per game, positions are visited, payoffs occur and chance decides.

    The visits of a position come before those of its mirror image; payoffs are whole numbers,
    starting with the lowest.
    """

    visits: Any
    payoffs: Any
    rolls: float


class Player:
    """Follows best play through the table of a solved game."""

    def __init__(self, table: BoundsTable, objective: Objective, rules: RunnableRules) -> None:
        self.table, self.rules = table, rules
        self.known = constants(objective, rules.numbers.values, table.stats, table.mirror)
        if not self.known.least[0]:  # count the payoffs anyway
            self.known.least[1:] = table.stats[LEAST], table.stats[MOST]
        self.solver = Solver(table.layers(), rules, self.known, 0.0, None, bounds=table.bounds)
        self.memory = [
            np.zeros(NODES, np.int64), np.zeros(NODES), np.zeros(NODES, np.int64), np.zeros(NODES),
            np.zeros(NODES), np.zeros(int(table.stats[DEPTH]) + 2, np.int64),
        ]  # fmt: skip

    @classmethod
    def of(cls, table: BoundsTable, objective: Objective) -> Player:
        """A player of a table, with freshly compiled rules."""
        compiled = CompiledGame(table.plan.game, objective, table.plan)
        return cls(table, objective, compiled.rules)

    def flow(self) -> Flow:
        """The positions best play visits, and how often."""
        count = len(self.table)
        waiting, visits = np.zeros((count, 2)), np.zeros((count, 2))
        least, most = int(self.table.stats[LEAST]), int(self.table.stats[MOST])
        payoffs, rolls = np.zeros(most - least + 1), np.zeros(1)
        waiting[self.start()] = 1.0
        order, ordered = self.solver.layers.order, self.solver.ordered
        for first, last, tape in self.stored():
            for _ in range(MOST_STEPS):
                playing()["flow"](*tape, waiting, visits, payoffs, rolls, *self.memory)
                left = playing()["left_waiting"](first, last, order, ordered, waiting)
                if left <= NOTHING:
                    break
        return Flow(visits, payoffs, float(rolls[0]))

    def marks(self) -> Any:
        """Which positions best play visits at all, each followed by its mirror image."""
        marks = np.zeros((len(self.table), 2), np.uint8)
        marks[self.start()] = FRESH
        for _, _, tape in self.stored():
            while playing()["mark"](*tape, marks, *self.memory):
                pass
        return marks == FOLLOWED

    def start(self) -> tuple[int, int]:
        """The place where play begins, and whether it holds the mirror image."""
        place, turned = self.table.place_of(self.table.plan.game.start()) or (0, False)
        return place, int(turned)

    def stored(self) -> Iterator[tuple[int, int, tuple[Any, ...]]]:
        """The parts of the order, those reached first coming first.

        Each has what kernels need to read its programs.
        """
        order, ordered = self.solver.layers.order, self.solver.ordered
        for first, last in reversed(self.chunks()):
            tape = StoredLayer(self.solver, first, last)
            programs = (tape.shapes, tape.starts, tape.words, tape.sizes, tape.leaves)
            ends = (first, last, first, len(tape.leaves))
            yield first, last, (*ends, *programs, order, ordered, self.table.bounds, *self.known)

    def chunks(self) -> list[tuple[int, int]]:
        """Parts of the order that cut no layer in two."""
        starts = self.table.starts.tolist()
        cuts = [0]
        for start in starts[1:]:
            if start - cuts[-1] >= CHUNK or start == starts[-1]:
                cuts.append(start)
        return [(a, b) for a, b in itertools.pairwise(cuts) if a < b]

    def scores(self, games: int, seed: int) -> Any:
        """The final scores of some games."""
        words = self.table.layout.words
        start = self.table.layout.encode(
            self.table.plan.game.canonical(self.table.plan.game.start())
        )
        found = np.zeros(games)
        for low in range(0, games, BATCH):
            many = min(BATCH, games - low)
            keys = np.tile(np.array(start, np.int64), (many, 1))
            numbers, points = np.arange(low, low + many), np.zeros(many)
            for step in range(MOST_STEPS):
                if not len(keys):
                    break
                over = np.zeros(len(keys), np.uint8)
                done = 0
                while done < len(keys):
                    programs = self.rules.programs(keys, done, len(keys))
                    given = len(programs.ends)
                    if programs.ends[-1] > len(self.solver.leaves):
                        self.solver.leaves = np.zeros(2 * int(programs.ends[-1]), np.int32)
                    self.solver.layers.locate(programs, self.solver.leaves)
                    part = slice(done, done + given)
                    playing()["draw"](
                        programs.words, programs.ends, given, words, self.solver.leaves,
                        self.table.bounds, *self.known, numbers[part], seed, step, keys[part],
                        over[part], points[part], *self.memory,
                    )  # fmt: skip
                    done += given
                found[numbers[over == 1]] = points[over == 1]
                on = over == 0
                keys, numbers, points = keys[on], numbers[on], points[on]
        return found
