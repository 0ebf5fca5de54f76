"""Players of a race as people are: strategies that are easily told, to compare with best play."""

from __future__ import annotations

from perfectplay.engines.race.ratings import HALF, Ratings
from perfectplay.engines.race.ways import mean
from perfectplay.model.race import Race, Turn
from perfectplay.strategies.strategy import Decision, Strategy


def until(score: int) -> Strategy:
    """Roll one die at a time until a score is reached, or in the last turn until it wins.

    >>> until(8)(Decision(Turn(6, 3), 0, 0, (0, 1, 2, 3, 4)))
    1
    """

    def dice(decision: Decision) -> int:
        turn: Turn = decision.position
        enough = turn.mine > turn.theirs if turn.last else turn.mine >= score
        return 0 if enough else most(decision, 1)

    return dice


def always(count: int, game: Race) -> Strategy:
    """Roll a fixed number of dice as long as there is room for their mean, then stop.

    >>> from perfectplay.games.greed import Greed
    >>> always(3, Greed(max=10, sides=3))(Decision(Turn(2, 3), 0, 0, tuple(range(9))))
    3
    """

    def dice(decision: Decision) -> int:
        turn: Turn = decision.position
        if turn.last:
            return 0 if turn.mine > turn.theirs else most(decision, count)
        fits = mean(count, game.faces) <= game.limit - turn.mine
        return most(decision, count) if fits else 0

    return dice


def by_the_mean(game: Race) -> Strategy:
    """Roll as many dice as there is room for their mean, then stop.

    >>> from perfectplay.games.greed import Greed
    >>> by_the_mean(Greed(max=10, sides=3))(Decision(Turn(2, 3), 0, 0, tuple(range(9))))
    4
    """

    def dice(decision: Decision) -> int:
        turn: Turn = decision.position
        if turn.last and turn.mine > turn.theirs:
            return 0
        return most(decision, int((game.limit - turn.mine) / mean(1, game.faces)))

    return dice


def as_if_last(game: Race) -> Strategy:
    """Roll what is best in the last turn, in every turn: the next rating is all that counts.

    >>> from perfectplay.games.greed import Greed
    >>> as_if_last(Greed(max=10, sides=3))(Decision(Turn(2, 3), 0, 0, tuple(range(9))))
    2
    """
    ratings = Ratings.of(game.limit, game.faces, game.most, HALF, exact=False)

    def dice(decision: Decision) -> int:
        turn: Turn = decision.position
        return ratings.best(turn.mine, turn.theirs, last=True, player=turn.player)[1]

    return dice


def most(decision: Decision, count: int) -> int:
    """A number of dice, or as many as are on offer."""
    return min(count, int(str(decision.options[-1])))
