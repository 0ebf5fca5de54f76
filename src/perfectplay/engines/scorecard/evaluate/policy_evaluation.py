"""Evaluate given play on a scorecard of any size, followed exactly by kernels, not simulated."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from perfectplay.engines.backends.threads import COMPILING
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.evaluate.rule_tables import RuleTables
from perfectplay.engines.scorecard.evaluate.value_kernels import follow_anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.positions import Place, anchor_of, require_position
from perfectplay.engines.scorecard.solve.utility_weights import final_values
from perfectplay.errors import PositionError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import DiceAndBoxes, Turn
from perfectplay.objectives import Objective, Score
from perfectplay.request import Request
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation, require_games
from perfectplay.solution.solution import Solution

if TYPE_CHECKING:
    from perfectplay.strategies.rules.scoring import CardLine


def follow(
    anchors: Anchors,
    lattice: Lattice,
    lines: Sequence[CardLine],
    objective: Objective,
    tabled: RuleTables | None = None,
) -> CardPlay:
    """Play by some lines, and its value at every anchor."""
    values = np.zeros(anchors.count)
    steps = (tabled or RuleTables(anchors, lattice)).steps(lines)
    boxes = len(anchors.card.boxes)
    final = anchors.runs(boxes)
    values[: int(final.begin[-1])] = np.tile(final_values(anchors, objective), len(final.mask))
    play = CardPlay(anchors, lattice, objective, values, steps=steps)
    for filled in range(boxes - 1, -1, -1):
        play.for_each(follow_anchors, anchors.runs(filled))
    return play


@dataclasses.dataclass(repr=False)
class PolicySolution(Solution):
    """A scorecard played by given lines, as the solution of a game of pure chance.

    >>> from perfectplay import evaluate
    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> from perfectplay.strategies.rules import Rules
    >>> rules = Rules(Yahtzee(), ["three alike: keep them", "reroll all", "score the most"])
    >>> evaluate(Yahtzee(), rules).engine
    'scorecard'
    """

    engine: ClassVar[str] = "scorecard"
    where_counted: ClassVar[str] = "between turns"

    game: DiceAndBoxes
    card_play: CardPlay
    lines: Sequence[CardLine]

    @classmethod
    def of(cls, game: DiceAndBoxes, lines: Sequence[CardLine], request: Request) -> Self:
        """Follow lines on a card; objectives other than the score weigh the scores at the end."""
        card, objective = game.card, request.objective
        request.report(COMPILING, 0)
        known = objective.linear or objective.memoryless
        anchors, lattice = Anchors(card), Lattice.of(card)
        played = follow(anchors, lattice, lines, objective if known else Score())
        return cls(game, request, played, lines)

    @functools.cached_property
    def value(self) -> float:
        if self.objective.linear or self.objective.memoryless:
            return float(self.objective.as_utility(float(self.card_play.values[-1])))
        masses = self.distribution().items()
        return math.fsum(float(self.objective.utility(score) * mass) for score, mass in masses)

    @property
    def positions(self) -> int:
        return self.card_play.anchors.count

    def require(self, position: Hashable) -> Place:
        return require_position(self.game, self.card_play.anchors, position)

    def value_at(
        self,
        position: Hashable,
        score: Number | None = None,  # noqa: ARG002  # changes nothing that is to come
    ) -> float:
        """The value of a position between turns; within a turn, the lines say what comes next."""
        place = self.require(position)
        if not isinstance(place, Turn) or not (self.objective.linear or self.objective.memoryless):
            raise PositionError(f"given play has a value between turns, not at {place!r}")
        anchor = anchor_of(self.game, self.card_play.anchors, place)
        return float(self.objective.as_utility(float(self.card_play.values[anchor])))

    def visits(self) -> dict[Hashable, Number]:
        visits = self.card_play.visits
        return {
            turn: float(visits[anchor])
            for anchor, turn in self.card_play.anchors.turns()
            if visits[anchor] > 0
        }

    def distribution(self) -> Distribution:
        chances = self.card_play.distribution(self.request.compute.memory_limit)
        return Distribution({score: float(chance) for score, chance in enumerate(chances)})

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        return Simulation.of(self.card_play.simulate(games, seed), self.objective, seed)
