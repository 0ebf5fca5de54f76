"""Playing to win against playing for the expected score, on a scorecard for two: exact results."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import TYPE_CHECKING, Any

from perfectplay.engines.scorecard.engine import ScorecardEngine
from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution
from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
from perfectplay.errors import PerfectPlayError, StrategyError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import Score, Win
from perfectplay.request import Request
from perfectplay.solution.comparison import Result
from perfectplay.solution.distribution import Distribution
from perfectplay.strategies.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

    from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
    from perfectplay.engines.scorecard.score_difference.matches import MatchResult, MatchResults
    from perfectplay.engines.scorecard.solution import ScorecardSolution


def refuses_strategies(game: Game[Any], request: Request) -> PerfectPlayError | None:
    """Why these strategies cannot be followed; the play of solutions of the same cards can be."""
    for name, strategy in request.strategies.items():
        solution = solution_of(strategy)
        known = isinstance(solution, IndependentSolution) or (
            isinstance(solution, DuelSolution)
            and (solution.start, solution.lead) == (game.start(), 0)
            and solution.objective == request.objective
        )
        if not known or solution is None or solution.game.fingerprint != game.fingerprint:
            return StrategyError(
                f"for two players, it follows best play to win or for the score, not '{name}'"
            )
    return None


def solution_of(strategy: Strategy) -> Any:
    """The solution whose play a strategy is, if it comes from one."""
    return getattr(strategy, "__self__", None)


def matches(game: DiceAndBoxes, request: Request) -> list[Result]:
    """The matches between players who play to win and players for the expected score.

    Scores are 1, 0 and -1: won, tied or lost by the first player.

    >>> from perfectplay import Score, compare, solve
    >>> from perfectplay.model.scorecard import Box, Scorecard, Total, faces
    >>> card = Scorecard("two dice", dice=2, boxes=[*faces(), Box("any", Total())], players=2)
    >>> players = {"optimal": solve(card).play, "score": solve(card, Score()).play}
    >>> for match in compare(card, players):
    ...     print(*match.strategies, round(match.value, 4))
    optimal optimal 0.4961
    optimal score 0.5077
    score optimal 0.4882
    score score 0.5
    """
    assert isinstance(request.objective, Win)
    tie = float(request.objective.tie)
    solutions = {name: solution_of(strategy) for name, strategy in request.strategies.items()}
    to_win = {name: isinstance(each, DuelSolution) for name, each in solutions.items()}
    scorer = next(
        (each.alone for name, each in solutions.items() if not to_win[name]),
        None,
    ) or alone(game, request)
    ways = {(False, False): unnoticed(scorer, tie)}
    if any(to_win.values()):
        leads = next(each.leads.whole() for name, each in solutions.items() if to_win[name])
        found = matcher_for(leads, request)(leads, 0, scorer.card_play, request.compute.progress)
        pairs = (
            ((True, True), found.both),
            ((True, False), found.first),
            ((False, True), found.second),
        )
        ways |= {pair: ends(match, tie) for pair, match in pairs}
    return [
        Result((first, second), *ways[to_win[first], to_win[second]])
        for first, second in itertools.product(solutions, repeat=2)
    ]


def matcher_for(leads: LeadsInMemory, request: Request) -> Callable[..., MatchResults]:
    """What works out matches: the GPU if requested, or if there is one and the table is large."""
    from perfectplay.engines.scorecard.score_difference.matches import play_off

    if request.compute.backend == "threads" or (
        request.compute.backend == "auto" and not leads.large
    ):
        return play_off
    from perfectplay.engines.backends.gpu import gpu_for
    from perfectplay.engines.scorecard.score_difference import gpu_matches

    device = gpu_for(request.compute.backend, gpu_matches.needs(leads))
    return functools.partial(gpu_matches.play_off, device=device) if device else play_off


def alone(game: DiceAndBoxes, request: Request) -> ScorecardSolution:
    """The same card for a single player, for the expected score."""
    asked = dataclasses.replace(request, objective=Score(), strategies={})
    return ScorecardEngine().solve_alone(dataclasses.replace(game, players=1), asked)


def ends(match: MatchResult, tie: float) -> tuple[float, Distribution]:
    """The value of a match, and how often it is won, tied and lost."""
    won = match.rating - tie * match.tie
    return match.rating, Distribution({-1: 1 - won - match.tie, 0: match.tie, 1: won})


def unnoticed(scorer: ScorecardSolution, tie: float) -> tuple[float, Distribution]:
    """The same for two players who ignore each other."""
    own = scorer.distribution()
    won, tied = (float(share) for share in own.beats(own))
    return won + tie * tied, Distribution({-1: 1 - won - tied, 0: tied, 1: won})
