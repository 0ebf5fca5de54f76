"""A second opinion on a solved race: ratings worked out anew, from whole distributions.

The chance of each total is that of the closed form, and every number of dice is summed over all
its totals: nothing here goes a die at a time. A large race is checked at some states, drawn with a
fixed seed.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from perfectplay.engines.explore import Progress
from perfectplay.engines.race.ratings import Ratings
from perfectplay.engines.race.ways import chance_of
from perfectplay.solution.race_solution import RaceSolution

MOST_WORK = 2_000_000
"""So many sums of outcomes are worth waiting for."""
SEED = 1


def largest_error(solution: RaceSolution, progress: Progress | None = None) -> tuple[int, float]:
    """How many states were checked, and how far any rating lies from what it should be."""
    ratings = solution.ratings
    checked, largest = 0, 0.0
    for last, mover, mine, theirs in states(ratings):
        best, _ = ratings.best(mine, theirs, last=last, player=mover)
        gap = abs(best - anew(ratings, mine, theirs, last=last, player=mover))
        largest = max(largest, float(gap))
        checked += 1
        if progress and checked % 64 == 0:
            progress("verifying", checked)
    return checked, largest


def fits(ratings: Ratings) -> bool:
    """Whether all states can be checked in a time that is worth waiting for."""
    return len(ratings.ties) * (ratings.limit + 1) ** 4 // 4 <= MOST_WORK


def states(ratings: Ratings) -> Iterator[tuple[bool, int, int, int]]:
    """All states, or a sample of them if there are very many."""
    scores = range(ratings.limit + 1)
    everything = itertools.product((True, False), range(len(ratings.ties)), scores, scores)
    if fits(ratings):
        yield from everything
        return
    generator = random.Random(SEED)  # noqa: S311  # a sample, not a secret
    for _ in range(max(64, 4 * MOST_WORK // (ratings.limit + 1) ** 2)):
        yield (
            generator.random() < 0.5,
            generator.randrange(len(ratings.ties)),
            generator.choice(scores),
            generator.choice(scores),
        )


def anew(ratings: Ratings, mine: int, theirs: int, *, last: bool, player: int) -> Any:
    """The rating of the best number of dice, summed over all totals of each number."""
    worth = ratings.landings(mine, theirs, last=last, player=player)
    stop = worth[0]
    if not last:
        stop = ratings.one - ratings.last[ratings.mover(1 - player)][theirs][mine]
    best = ratings.number(stop)
    for dice in range(1, min(ratings.limit - mine, ratings.most) + 1):
        rating: Any = Fraction(0) if ratings.unit else 0.0
        for total in range(dice, min(dice * ratings.sides, ratings.limit - mine) + 1):
            likely = chance_of(total, dice, ratings.sides)
            share = likely if ratings.unit else float(likely)
            rating += share * ratings.number(worth[total])
        best = max(best, rating)
    return best
