"""Compare strategies on a scorecard of any size."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.scorecard.engine import is_best_play
from perfectplay.engines.scorecard.evaluate.policy_evaluation import PolicySolution
from perfectplay.engines.scorecard.evaluate.rule_tables import lines_of
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.request import Request
from perfectplay.solution.comparison import Result
from perfectplay.solution.distribution import Distribution


def contest(game: DiceAndBoxes, request: Request) -> list[Result]:
    """The result of each strategy: followed exactly, or played beside best play if it is code."""
    results = []
    for name, strategy in request.strategies.items():
        named = request.under(name)
        lines = lines_of(strategy)
        if lines is not None:
            followed = PolicySolution.of(game, lines, named)
            results.append(Result((name,), followed.value, followed.distribution()))
        elif is_best_play(strategy):
            results.append(of_best_play(name, strategy, named))
        else:
            from perfectplay.engines.scorecard.evaluate.sampled_play import sampled

            results.append(sampled(game, name, strategy, named))
    return results


def of_best_play(name: str, strategy: Any, request: Request) -> Result:
    """The result of a solution's play, which may be for another objective."""
    spread: Distribution = strategy.__self__.distribution()
    objective = request.objective
    if objective == strategy.__self__.objective:
        return Result((name,), strategy.__self__.value, spread)
    value = sum(float(objective.utility(score) * mass) for score, mass in spread.items())
    return Result((name,), value, spread)
