"""A game as this engine sees it: sampled, compiled, laid out as keys, and solved."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import numpy as np

from perfectplay.engines.compiled.compiler.front import compile_rules
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.kernels.reach import GAINS, LEAST, LISTED_FINALS, MOST
from perfectplay.engines.compiled.layers import Layers, in_layers, shuffled
from perfectplay.engines.compiled.layout import (
    Key,
    Layout,
    NoLayoutError,
    OutgrownError,
    lay_out,
)
from perfectplay.engines.compiled.positions import (
    NO_MIRROR,
    MirrorError,
    PositionFinder,
    Positions,
    flip_of,
)
from perfectplay.engines.compiled.record import Numbers
from perfectplay.engines.compiled.rules import RunnableRules
from perfectplay.engines.compiled.sample import Sample, look_further, take_sample
from perfectplay.engines.compiled.solving import Report, Solver, UnorderedError, constants
from perfectplay.errors import MemoryLimitError
from perfectplay.model.game import Game
from perfectplay.model.growth import require_bounded
from perfectplay.objectives import Objective

WIDENINGS = 24
REORDERINGS = 6
CHECKED = 400
"""The number of positions, spread over all, where compiled rules are checked by plain ones."""
MOST_PAYOFFS = 1000
"""The most payoffs whose mirror images are examined."""


@dataclasses.dataclass
class KeyPlan:
    """How the positions of a game become keys: the sample, and positions the sample missed."""

    game: Game[Any]
    sample: Sample
    inlined: frozenset[type]
    tracked: bool
    """Whether the running score is part of the keys."""
    outgrown: list[tuple[Any, int]] = dataclasses.field(default_factory=list)
    """Positions, with scores, that did not fit earlier layouts."""
    further: int = 0
    """How often unknown objects have turned up."""
    mirrored: bool = True
    """Whether mirror images are, as far as we know, equivalent."""

    @classmethod
    def of(cls, game: Game[Any], objective: Objective, sample: Sample | None = None) -> KeyPlan:
        """Plan for a game by looking at some of its positions."""
        sample = sample or take_sample(game)
        return cls(game, sample, sample.inlined(), sample.points and not objective.linear)

    def note(self, error: OutgrownError) -> None:
        """Record a position that did not fit the layout."""
        self.outgrown.append((error.position, error.score))
        self.further += error.new

    def layout(self) -> Layout:
        """A layout of keys for all positions known so far."""
        positions = dict.fromkeys(self.sample.positions) | look_further(self.game, self.further)
        positions = {each: None for each in positions if type(each) not in self.inlined}
        scores = [*self.sample.scores, *(score for _, score in self.outgrown)]
        return lay_out(
            positions,
            scores if self.tracked else None,
            self.inlined,
            len(self.outgrown) - self.further,
            [each for each, _ in self.outgrown if type(each) not in self.inlined],
        )


class ReachSummary(Protocol):
    """A by-product of finding the positions of a game, see `kernels.reach`."""

    stats: Any


Found = TypeVar("Found", bound=ReachSummary)


@dataclasses.dataclass
class SolvedPositions:
    """All positions of a game with their bounds."""

    rules: RunnableRules
    layers: Layers
    bounds: Any
    mirror: float
    sweeps: int


class CompiledGame:
    """The rules of a game, compiled for an objective."""

    def __init__(self, game: Game[Any], objective: Objective, plan: KeyPlan | None = None) -> None:
        self.game, self.objective = game, objective
        self.plan = plan or KeyPlan.of(game, objective)
        self.seconds = 0.0
        """The time spent compiling so far."""
        self.bounded = False
        """Whether the rules were tested for positions that grow without limit."""
        self.rules = self.compile()

    def compile(self) -> RunnableRules:
        """Compile the rules for the layout of the positions known so far."""
        began = time.process_time()
        layout, numbers = self.plan.layout(), Numbers()
        some = list(self.plan.sample.positions)
        try:
            source = compile_rules(self.game, layout, some, numbers, tracked=self.plan.tracked)
        except AssertionError as error:  # rules nobody anticipated are refused like any others
            raise NotCompiledError(
                f"the compiler does not understand {self.game.name}; please report this game"
            ) from error
        rules = RunnableRules(self.game, layout, source, numbers)
        self.seconds += time.process_time() - began
        return rules

    def start(self) -> Key:
        """The key of the starting position."""
        return self.rules.layout.encode(self.game.canonical(self.game.start()))

    def reach(
        self, memory: int, report: Report, many: Callable[[], bool] | None = None
    ) -> Positions:
        """All reachable positions, in a layout that has room for them."""

        def find(flip: Any) -> Positions:
            reacher = PositionFinder(self.rules, flip, memory, many)
            return reacher.run(self.start(), lambda done: report("exploring", done))

        return self.in_a_layout(find)

    def in_a_layout(self, find: Callable[[Any], Found]) -> Found:
        """Retry `find`, which is told how to mirror, until the layout has room for every position.

        `find` raises an error that says what the next layout must have room for.
        """
        for _ in range(WIDENINGS):
            mirrored = self.plan.mirrored and self.game.players == 2 and not self.plan.tracked
            flip = flip_of(self.rules.layout) if mirrored else NO_MIRROR
            try:
                found = find(flip)
                if found.stats[GAINS] and not self.objective.linear and not self.plan.tracked:
                    self.plan.tracked = True
                elif flip[0] and not self.is_turned_around(found.stats):
                    self.plan.mirrored = False
                    continue
                else:
                    if flip[0]:  # and their mirror images
                        low, high = int(found.stats[LEAST]), int(found.stats[MOST])
                        found.stats[LEAST], found.stats[MOST] = min(low, -high), max(high, -low)
                    return found
            except MirrorError:
                self.plan.mirrored = False
                continue
            except OutgrownError as error:
                self.require_bounded()
                self.plan.note(error)
            self.rules = self.compile()
        raise NoLayoutError(f"the positions of {self.game.name} outgrow all keys")

    def require_bounded(self) -> None:
        """Refuse rules whose positions grow without limit; they are tested once."""
        if not self.bounded:
            require_bounded(self.game)
        self.bounded = True

    def is_turned_around(self, stats: Any) -> bool:
        """Whether a payoff and its mirror image always have the same sum under the objective."""
        if stats[LISTED_FINALS]:
            return False
        payoffs = range(int(stats[LEAST]), int(stats[MOST]) + 1)
        utility = self.objective.utility
        return len(payoffs) < MOST_PAYOFFS and len({utility(v) + utility(-v) for v in payoffs}) == 1

    def mirror(self, flip: Any) -> float:
        """The sum of the values of a position and its mirror image."""
        return float(self.objective.utility(1) + self.objective.utility(-1)) if flip[0] else 0.0

    def solve(
        self,
        width: float | None,
        memory: int,
        report: Report,
        many: Callable[[], bool] | None = None,
    ) -> SolvedPositions:
        """The bounds of all positions; `many` may stop the search, see `PositionFinder`.

        Whether positions grow without limit is tested only once there are many of them.
        """

        def asked() -> bool:
            self.require_bounded()
            return many is not None and many()

        self.rules.check_symmetries(self.plan.sample.symmetries)
        try:
            found = self.reach(memory, report, asked)
        except MemoryLimitError:
            self.require_bounded()
            raise
        spread = np.linspace(0, len(found) - 1, min(len(found), CHECKED)).astype(np.int64)
        self.rules.check(found.keys[shuffled(spread)])
        more = np.zeros(0, np.int64)
        mirror = self.mirror(found.flip)
        forever = float(self.objective.utility(self.game.endless))
        for turn in range(REORDERINGS + 1):
            layers = in_layers(found, self.rules, more)
            known = constants(self.objective, self.rules.numbers.values, found.stats, mirror)
            solver = Solver(layers, self.rules, known, forever, width, memory)
            solver.merged = turn == REORDERINGS
            try:
                bounds = solver.run(report)
                return SolvedPositions(self.rules, layers, bounds, mirror, solver.sweeps)
            except UnorderedError as error:
                more = np.concatenate([more, error.keys.ravel()])
        raise AssertionError
