"""Simple strategies of a race that people use, to compare with best play."""

from __future__ import annotations

from perfectplay.model.dice_sums import mean
from perfectplay.model.race import RaceTurn
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.strategies.strategy import Decision, Strategy


def until(score: int) -> Strategy:
    """Roll one die at a time until a score is reached, or in the last turn until it wins.

    >>> until(8)(Decision(RaceTurn(6, 3), 0, 0, (0, 1, 2, 3, 4)))
    1
    """

    def dice(decision: Decision) -> int:
        turn: RaceTurn = decision.position
        enough = turn.mine > turn.theirs if turn.last else turn.mine >= score
        return 0 if enough else most(decision, 1)

    return dice


def always(count: int, limit: int, sides: int) -> Strategy:
    """Roll a fixed number of dice as long as there is room for their mean, then stop.

    >>> always(3, limit=10, sides=3)(Decision(RaceTurn(2, 3), 0, 0, tuple(range(9))))
    3
    """

    def dice(decision: Decision) -> int:
        turn: RaceTurn = decision.position
        if turn.last:
            return 0 if turn.mine > turn.theirs else most(decision, count)
        fits = mean(count, sides) <= limit - turn.mine
        return most(decision, count) if fits else 0

    return dice


def by_the_mean(limit: int, sides: int) -> Strategy:
    """Roll as many dice as there is room for their mean, then stop.

    >>> by_the_mean(limit=10, sides=3)(Decision(RaceTurn(2, 3), 0, 0, tuple(range(9))))
    4
    """

    def dice(decision: Decision) -> int:
        turn: RaceTurn = decision.position
        if turn.last and turn.mine > turn.theirs:
            return 0
        return most(decision, int((limit - turn.mine) / mean(1, sides)))

    return dice


def as_if_last(ratings: RatingBoard) -> Strategy:
    """Roll what is best in the last turn, in every turn, as if nothing came after it.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.greed import Greed
    >>> greed = solve(Greed(max=10, sides=3), compute=Compute(engine="race"))
    >>> as_if_last(greed.answer(RatingBoard))(Decision(RaceTurn(2, 3), 0, 0, tuple(range(9))))
    2
    """

    def dice(decision: Decision) -> int:
        turn: RaceTurn = decision.position
        return ratings.best(turn.mine, turn.theirs, last=True, player=turn.player)[1]

    return dice


def most(decision: Decision, count: int) -> int:
    """A number of dice, or as many as may be rolled."""
    return min(count, int(str(decision.options[-1])))
