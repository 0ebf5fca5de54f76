"""A second opinion on a solved race: ratings recomputed from whole distributions.

The ways to each total come from the closed form or, in floats, from two halves of the dice
combined; every number of dice is summed over all its totals, so nothing here goes a die at a time.
A large race is checked at its start and at some states, drawn with a fixed seed.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from perfectplay.engines.race.ratings import Ratings
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.model.dice_sums import ways_to_roll
from perfectplay.model.race import RaceTurn
from perfectplay.request import Progress
from perfectplay.solution.verification import TOLERANCE, Verification, VerificationError

MOST_WORK = 2_000_000
"""The most sums over outcomes to check, if they are exact."""
FLOATS = 200
"""How many times more of them, if they are floats."""
SEED = 1


def verify_race(
    solution: RaceSolution, progress: Progress | None = None, most_work: int = MOST_WORK
) -> Verification:
    """Check the ratings of a race: all of them or, if that is too much work, a sample."""
    ratings, most = solution.ratings, most_work
    if not ratings.unit:
        most *= FLOATS
    checked, error = largest_error(solution, most, progress)
    if error > (0 if solution.exact else TOLERANCE):
        raise VerificationError(
            f"a rating is off by {error}: the turns that follow do not confirm it"
        )
    every = checked if fits(ratings, most) else solution.positions
    return Verification(checked, every, error)


def largest_error(
    solution: RaceSolution, most: int, progress: Progress | None = None
) -> tuple[int, float]:
    """How many states were checked, and how far any rating is from what it should be.

    The number of dice counts too: by how much it falls short of the best.
    """
    ratings, rolls = solution.ratings, RollDistributions(solution.ratings)
    checked, largest = 0, 0.0
    for last, mover, mine, theirs in states(ratings, solution.game.start(), most):
        rating, dice = ratings.best(mine, theirs, last=last, player=mover)
        options = rolls.options(mine, theirs, last=last, player=mover)
        best = max(options)
        gap = float(abs(rating - best))
        if not 0 <= dice < len(options):
            gap = math.inf
        elif not solution.ties(options[dice], best):
            gap = max(gap, float(best - options[dice]))
        if not gap <= largest:  # also true for nan
            largest = math.inf if math.isnan(gap) else gap
        checked += 1
        if progress and checked % 64 == 0:
            progress("verifying", checked)
    return checked, largest


def fits(ratings: Ratings, most: int) -> bool:
    """Whether checking all states takes at most this many sums of outcomes."""
    return len(ratings.ties) * (ratings.limit + 1) ** 4 // 4 <= most


def states(ratings: Ratings, start: RaceTurn, most: int) -> Iterator[tuple[bool, int, int, int]]:
    """All states or, if there are very many, the start and a sample."""
    scores = range(ratings.limit + 1)
    everything = itertools.product((True, False), range(len(ratings.ties)), scores, scores)
    if fits(ratings, most):
        yield from everything
        return
    yield start.last, ratings.mover(start.player), start.mine, start.theirs
    generator = random.Random(SEED)  # noqa: S311  # a sample, not a secret
    for _ in range(max(64, 4 * most // (ratings.limit + 1) ** 2)):
        yield (
            generator.random() < 0.5,
            generator.randrange(len(ratings.ties)),
            generator.choice(scores),
            generator.choice(scores),
        )


class RollDistributions:
    """The values of numbers of dice, from the whole distribution of each."""

    def __init__(self, ratings: Ratings) -> None:
        self.ratings = ratings

    def options(self, mine: int, theirs: int, *, last: bool, player: int) -> list[Any]:
        """The rating of each number of dice, summed over all its totals."""
        ratings = self.ratings
        value = ratings.landings(mine, theirs, last=last, player=player)
        stop = value[0]
        if not last:
            stop = ratings.one - ratings.last[ratings.mover(1 - player)][theirs][mine]
        count, room = min(ratings.limit - mine, ratings.most), ratings.limit - mine
        if not ratings.unit:
            rolled = self.likely[1 : count + 1, : room + 1] @ np.asarray(value, np.float64)
            return [float(stop), *rolled.tolist()]
        found = [ratings.number(stop)]
        for dice in range(1, count + 1):
            ways = self.ways(dice)[: room + 1]
            total = sum(each * then for each, then in zip(ways, value, strict=True))
            found.append(Fraction(int(total), ratings.unit * ratings.sides**dice))
        return found

    @functools.cache  # noqa: B019  # one object for a verification
    def ways(self, dice: int) -> list[int]:
        """The ways to roll each total up to the limit, in closed form."""
        sides = self.ratings.sides
        return [ways_to_roll(total, dice, sides) for total in range(self.ratings.limit + 1)]

    @functools.cached_property
    def likely(self) -> Any:
        """The probability for each number of dice and total, combining two halves of the dice."""
        limit, sides = self.ratings.limit, self.ratings.sides
        table = np.zeros((min(limit, self.ratings.most) + 1, limit + 1))
        table[0, 0] = 1.0
        for dice in range(1, len(table)):
            if dice == 1:
                table[1, 1 : sides + 1] = 1 / sides
            else:
                halves = table[dice // 2], table[dice - dice // 2]
                table[dice] = np.convolve(*halves)[: limit + 1]
        return table
