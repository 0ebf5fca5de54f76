"""Is it good to go first in a race? For many limits at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from perfectplay.games.greed import Greed
from perfectplay.model.nodes import Number
from perfectplay.request import Compute, Progress
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solve import solve


class FirstMove(NamedTuple):
    """A race from 0 against 0: the rating of going first, and the best number of dice."""

    limit: int
    sides: int
    rating: Number
    dice: int


def first_moves(
    limits: Iterable[int],
    sides: int,
    *,
    exact: bool = False,
    progress: Progress | None = None,
) -> list[FirstMove]:
    """The first moves of races that differ only in their limit.

    Only the room left for each player matters. So a race is the same as the largest one played from
    scores at which both players have that much room, and one table answers for all.

    >>> [(move.limit, str(move.rating), move.dice) for move in first_moves([2, 10], 3, exact=True)]
    [(2, '4/9', 1), (10, '14352595/28697814', 1)]
    """
    limits = list(limits)
    largest = max(limits)
    compute = Compute(engine="race", progress=progress)
    greed = solve(Greed(max=largest, sides=sides), exact=exact, compute=compute)
    ratings = greed.answer(RatingBoard)
    found = []
    for limit in limits:
        gone = largest - limit
        found.append(FirstMove(limit, sides, *ratings.best(gone, gone, last=False, player=0)))
    return found
