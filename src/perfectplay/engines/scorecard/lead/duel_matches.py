"""Playing to win against playing for the expected score, on a scorecard for two: exactly."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from perfectplay.comparison import Result
from perfectplay.engines.graph.explore import Progress
from perfectplay.engines.scorecard.lead.duel import DuelSolution
from perfectplay.errors import PositionError
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import Score, Win
from perfectplay.solution.distribution import Distribution

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.lead.matches import MatchResult
    from perfectplay.engines.scorecard.solution import ScorecardSolution

OPTIMAL, BY_SCORE = "optimal", "score"


def matches(solution: DuelSolution, progress: Progress | None = None) -> list[Result]:
    """The four matches of a player who plays to win and one who plays for the expected score.

    Scores are told as 1, 0 and -1: won, tied or lost by the first player.

    >>> from perfectplay import solve
    >>> from perfectplay.model.scorecard import Box, Scorecard, Total, faces
    >>> card = Scorecard("two dice", dice=2, boxes=[*faces(), Box("any", Total())], players=2)
    >>> for match in matches(solve(card)):
    ...     print(*match.strategies, round(match.value, 4))
    optimal optimal 0.4961
    optimal score 0.5077
    score optimal 0.4882
    score score 0.5
    """
    from perfectplay.engines.scorecard.lead.matches import play_off

    if solution.start != solution.game.start():
        raise PositionError("matches are played from the start of the game, not from an end game")
    scorer = for_the_score(solution.game, solution.memory_limit)
    found = play_off(solution.leads, 0, scorer.played, progress)
    objective = solution.objective
    assert isinstance(objective, Win)
    tie = float(objective.tie)
    return [
        result((OPTIMAL, OPTIMAL), found.both, tie),
        result((OPTIMAL, BY_SCORE), found.first, tie),
        result((BY_SCORE, OPTIMAL), found.second, tie),
        alone(scorer, tie),
    ]


def for_the_score(game: DiceAndBoxes, memory_limit: int) -> ScorecardSolution:
    """The same card played for the expected score."""
    from perfectplay.engines.scorecard.engine import solve_scorecard
    from perfectplay.engines.scorecard.solution import ScorecardSolution

    found = solve_scorecard(dataclasses.replace(game, players=1), Score(), memory_limit)
    assert isinstance(found, ScorecardSolution)
    return found


def result(strategies: tuple[str, str], match: MatchResult, tie: float) -> Result:
    """A match as won, tied and lost."""
    won = match.rating - tie * match.tie
    spread = Distribution({-1: 1 - won - match.tie, 0: match.tie, 1: won})
    return Result(strategies, match.rating, spread)


def alone(scorer: ScorecardSolution, tie: float) -> Result:
    """The match of two who take no notice of each other."""
    own = scorer.distribution()
    won, tied = (float(share) for share in own.beats(own))
    spread = Distribution({-1: 1 - won - tied, 0: tied, 1: won})
    return Result((BY_SCORE, BY_SCORE), won + tie * tied, spread)
