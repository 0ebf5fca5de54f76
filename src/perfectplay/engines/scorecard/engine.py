"""The engine for scorecards on which decisions ignore the score so far: anchors and a lattice."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Engine, Size
from perfectplay.errors import (
    ForeignGameError,
    ObjectiveError,
    PerfectPlayError,
    StrategyError,
)
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.model.scorecard.extent import filled_sets, totals
from perfectplay.objectives import Objective
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from perfectplay.engines.array_rules import ArrayRules
    from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution
    from perfectplay.engines.scorecard.evaluate.policy_evaluation import PolicySolution
    from perfectplay.engines.scorecard.solution import ScorecardSolution
    from perfectplay.solution.comparison import Result
    from perfectplay.solution.solution import Solution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification
    from perfectplay.strategies.strategy import Policy

START = 1.0
"""Seconds until machine code is loaded."""
BY_PYTHON = 7
"""How many times slower plain Python is."""
STEPS_A_SECOND = 1e9
SAMPLING = 60.0
"""Seconds to play a Python function against best play; exact answers are preferred to that."""
BYTES_A_STATE = 8


MOST_WEIGHT = 1000
"""The most sides of a die as which a loaded die is treated, some of them showing the same face."""


def refuses_card(
    engine: Engine, game: Game[Any], request: Request, *, known: bool
) -> PerfectPlayError | None:
    """Why an engine for scorecards refuses a game, be it for the objective or another reason."""
    if not isinstance(game, DiceAndBoxes):
        return ForeignGameError(f"{game.name} is not played on a scorecard")
    if not known:
        return ForeignGameError(
            f"the engine '{engine.name}' solves {engine.solves}, not for '{request.objective}'"
        )
    if (weight := sum(game.card.weights)) > MOST_WEIGHT:
        return ForeignGameError(
            f"the engine '{engine.name}' takes a die of {MOST_WEIGHT} sides at most, some of them "
            f"alike, and in whole numbers the weights of die={game.card.die} come to {weight:,}"
        )
    return ObjectiveError(f"the engine '{engine.name}' works in floats") if request.exact else None


class ScorecardEngine(Engine):
    """Solves scorecards for the expected score or its exponential utility."""

    name: ClassVar[str] = "scorecard"
    solves: ClassVar[str] = "scorecards, for the expected score"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        objective = request.objective
        known = objective.linear or (objective.memoryless and game.players == 1)
        if request.strategies and isinstance(game, DiceAndBoxes):
            if game.players > 1:
                return ForeignGameError(
                    f"the engine '{self.name}' evaluates given play of one player only"
                )
            known = True
        return refuses_card(self, game, request, known=known)

    def result(
        self,
        game: Game[Any],
        request: Request,  # noqa: ARG002  # the players alone decide
    ) -> type[Solution]:
        from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution
        from perfectplay.engines.scorecard.solution import ScorecardSolution

        return ScorecardSolution if game.players == 1 else IndependentSolution

    def size(self, game: Game[Any], request: Request) -> Size:
        assert isinstance(game, DiceAndBoxes)
        states = totals(game.card) * filled_sets(game.card)
        work = game.extent().about / STEPS_A_SECOND
        seconds = START + work
        if any(not exactly_followed(each) for each in request.strategies.values()):
            seconds += SAMPLING
        return Size(states, BYTES_A_STATE * states, seconds, BY_PYTHON * work)

    def array_rules(self, game: Game[Any], objective: Objective) -> ArrayRules | None:
        from perfectplay.engines.scorecard.array_rules import CardArrayRules

        if not isinstance(game, DiceAndBoxes) or game.players > 1:
            return None
        if sum(game.card.weights) > MOST_WEIGHT:
            return None
        return CardArrayRules(game, objective)

    def solve(self, game: Game[Any], request: Request) -> Solution:
        from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution

        assert isinstance(game, DiceAndBoxes)
        if game.players == 1:
            return self.solve_alone(game, request)
        alone = self.solve_alone(dataclasses.replace(game, players=1), request)
        return IndependentSolution(game, request, alone)

    def solve_alone(self, game: DiceAndBoxes, request: Request) -> ScorecardSolution:
        """Solve a card for one player."""
        from perfectplay.engines.scorecard.anchors import Anchors
        from perfectplay.engines.scorecard.lattice import Lattice
        from perfectplay.engines.scorecard.size import CardSize, require_countable
        from perfectplay.engines.scorecard.solution import ScorecardSolution
        from perfectplay.engines.scorecard.solve.induction import solve_card

        card = game.card
        anchors, lattice = Anchors(card), Lattice.of(card)
        require_countable(anchors, request.compute.memory_limit)
        CardSize.of(anchors, lattice).require(card.name, request.compute.memory_limit)
        values = solve_card(anchors, lattice, request.objective, request.compute.progress)
        return ScorecardSolution(game, request, anchors, lattice, values)

    def evaluate(
        self, game: Game[Any], strategies: Sequence[Policy | None], request: Request
    ) -> PolicySolution:
        from perfectplay.engines.scorecard.evaluate.policy_evaluation import PolicySolution
        from perfectplay.engines.scorecard.evaluate.rule_tables import require_lines

        assert isinstance(game, DiceAndBoxes)
        if len(strategies) != 1:
            raise StrategyError(f"{game.name} needs 1 strategy, not {len(strategies)}")
        return PolicySolution.of(game, require_lines(strategies[0]), request)

    def compare(self, game: Game[Any], request: Request) -> list[Result]:
        from perfectplay.engines.scorecard.evaluate.contest import contest

        assert isinstance(game, DiceAndBoxes)
        return contest(game, request)

    def write(
        self, solution: ScorecardSolution | IndependentSolution
    ) -> tuple[dict[str, str], dict[str, Any]]:
        from perfectplay.engines.scorecard.file import tensors_of

        return {}, tensors_of(own(solution))

    def read(self, stored: Stored, game: Game[Any], request: Request) -> Solution:
        from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution
        from perfectplay.engines.scorecard.file import restored

        if game.players == 1 or not isinstance(game, DiceAndBoxes):
            return restored(stored, game, request)
        alone = restored(stored, dataclasses.replace(game, players=1), request)
        return IndependentSolution(game, request, alone)

    def verify(
        self, solution: ScorecardSolution | IndependentSolution, progress: Progress | None = None
    ) -> Verification:
        from perfectplay.engines.scorecard.verify import verify_card

        return verify_card(own(solution), progress)


def own(solution: ScorecardSolution | IndependentSolution) -> ScorecardSolution:
    """The solution for a single player, whether the game is for one or two."""
    from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution

    return solution.alone if isinstance(solution, IndependentSolution) else solution


def exactly_followed(strategy: object) -> bool:
    """Whether the kernels can follow a strategy: lines that ignore the score, or best play."""
    from perfectplay.engines.scorecard.evaluate.rule_tables import lines_of

    return is_best_play(strategy) or lines_of(strategy) is not None


def is_best_play(strategy: object) -> bool:
    """Whether a strategy is the play of a solved scorecard."""
    from perfectplay.engines.scorecard.solution import ScorecardSolution

    return isinstance(getattr(strategy, "__self__", None), ScorecardSolution)
