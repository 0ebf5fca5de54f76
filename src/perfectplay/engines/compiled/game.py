"""A game as the engine sees it: sampled, compiled, and laid out as keys."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from perfectplay.engines.compiled.compiler.front import compile_rules
from perfectplay.engines.compiled.kernels.reach import GAINS
from perfectplay.engines.compiled.layers import Layers, in_layers
from perfectplay.engines.compiled.layout import OutgrownError, lay_out
from perfectplay.engines.compiled.positions import (
    NO_MIRROR,
    MirrorError,
    Positions,
    Reacher,
    flip_of,
)
from perfectplay.engines.compiled.record import Numbers
from perfectplay.engines.compiled.rules import Rules
from perfectplay.engines.compiled.sample import Sample, take_sample
from perfectplay.engines.compiled.solving import Report, Solver, UnorderedError, constants
from perfectplay.errors import PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.objectives import Objective

WIDENINGS = 24
REORDERINGS = 6


@dataclasses.dataclass
class Solved:
    """All positions of a game with their bounds."""

    rules: Rules
    layers: Layers
    bounds: Any
    sweeps: int


class Compiled:
    """The rules of a game, compiled for an objective."""

    def __init__(self, game: Game[Any], objective: Objective, sample: Sample | None = None) -> None:
        self.game, self.objective = game, objective
        self.sample = sample or take_sample(game)
        self.tracked = self.sample.points and not objective.linear
        self.inlined = self.sample.inlined()
        self.widened = 0
        self.rules = self.compile()

    def compile(self) -> Rules:
        """Compile the rules for a layout of what was seen so far."""
        scores = self.sample.scores if self.tracked else None
        positions = list(self.sample.positions)
        layout = lay_out(positions, scores, self.inlined, self.widened)
        numbers = Numbers()
        source = compile_rules(self.game, layout, positions, numbers, tracked=self.tracked)
        return Rules(self.game, layout, source, numbers)

    def reach(self, memory: int, report: Report) -> Positions:
        """All positions that can arise, in a layout that has room for them."""
        mirrored = self.game.players == 2 and not self.tracked
        for _ in range(WIDENINGS):
            flip = flip_of(self.rules.layout) if mirrored else NO_MIRROR
            reacher = Reacher(self.rules, flip, memory)
            try:
                start = self.rules.layout.encode(self.game.canonical(self.game.start()))
                found = reacher.run(start, lambda done: report("exploring", done))
                if found.stats[GAINS] and not self.objective.linear and not self.tracked:
                    self.tracked = True
                elif flip[0] and not self.is_turned_around(found):
                    mirrored = False
                    continue
                else:
                    return found
            except MirrorError:
                mirrored = False
                continue
            except OutgrownError as error:
                self.sample.positions.setdefault(error.position, [])  # type: ignore[arg-type]
                self.sample.scores.add(error.score)
                self.widened += 1
            self.rules = self.compile()
        raise PerfectPlayError(f"the positions of {self.game.name} outgrow all keys")

    def is_turned_around(self, found: Positions) -> bool:
        """Whether payoffs that are turned around add up to the same for the objective."""
        from perfectplay.engines.compiled.kernels.reach import LEAST, LISTED_FINALS, MOST

        if found.stats[LISTED_FINALS]:
            return False
        payoffs = range(int(found.stats[LEAST]), int(found.stats[MOST]) + 1)
        utility = self.objective.utility
        return len(payoffs) < 1000 and len({utility(v) + utility(-v) for v in payoffs}) == 1

    def solve(self, width: float | None, memory: int, report: Report) -> Solved:
        """The bounds of all positions."""
        found = self.reach(memory, report)
        more = np.zeros((0, found.layout.words), np.int64)
        mirror = 0.0
        if found.flip[0]:
            mirror = float(self.objective.utility(0) * 2) if not self.objective.linear else 0.0
            mirror = float(self.objective.utility(1) + self.objective.utility(-1))
        forever = float(self.objective.utility(self.game.endless))
        for turn in range(REORDERINGS + 1):
            layers = in_layers(found, self.rules, more)
            known = constants(self.objective, self.rules.numbers.values, found.stats, mirror)
            solver = Solver(layers, self.rules, known, forever, width)
            solver.merged = turn == REORDERINGS
            try:
                bounds = solver.run(report)
                return Solved(self.rules, layers, bounds, solver.sweeps)
            except UnorderedError as error:
                more = np.concatenate([more, error.keys])
        raise AssertionError
