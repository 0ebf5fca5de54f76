"""Find a symmetric equilibrium: play that is best against a field in which all play the same way.

A pool holds the score distributions of the play found so far. Each round finds the mixture of them
that does best against itself; then the best response to it is solved for, and joins the pool, until
it gains too little to matter. Opponents matter only through their scores, so mixing a few
distributions costs next to nothing compared with solving.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from perfectplay.errors import ObjectiveError
from perfectplay.objectives import Number, Objective, Score
from perfectplay.objectives.field import Field, Places

if TYPE_CHECKING:
    from perfectplay.solution.solution import Solution

Solve = Callable[[Objective], "Solution"]
Scores = Mapping[Number, Number]

CLOSE = 1e-6
"""The most a best response may still gain, as a share of the fair share."""
ROUNDS = 40
MOST_MIXED = 8
"""The most distributions mixed; those that play no part are dropped first."""
NEWTON_STEPS = 30
NUDGE = 1e-4
"""How far a mixture is moved to see how payoffs change."""


def find_equilibrium(objective: Field, solve: Solve, pool: list[Scores] | None = None) -> Solution:
    """The solution against a field that plays the same way.

    Distributions already in the pool shorten the search; new ones are added.
    """
    pool = [] if pool is None else pool
    if not pool:
        pool.append(scores_of(solve(Score())))
    gain: Number = 0
    for _ in range(ROUNDS):
        exact = not isinstance(next(iter(pool[-1].values())), float)
        field = pool[-1] if exact else mixture(objective, pool)
        solution = solve(dataclasses.replace(objective, at=field))
        gain = objective.gain(solution.value)
        if gain <= (0 if exact else CLOSE * objective.fair_share):
            return solution
        pool.append(scores_of(solution))
    raise ObjectiveError(
        f"no equilibrium was found for '{objective}' in {ROUNDS} rounds: a best response still "
        f"gains {float(gain):.1e}" + ("; in floats, ways to play can be mixed" if exact else "")
    )


def scores_of(solution: Solution) -> Scores:
    """The probability of each score; what was left out as negligible is spread over all scores."""
    scores = solution.distribution()
    if solution.exact:
        return dict(scores)
    total = sum(scores.values())
    return {score: float(chance / total) for score, chance in scores.items()}


def mixture(objective: Field, pool: list[Scores]) -> Scores:
    """The mixture of distributions that does best against itself; unused ones are dropped."""
    import numpy as np

    scores = sorted(set().union(*pool))
    chances = np.array([[each.get(score, 0.0) for score in scores] for each in pool], float)
    weights = balanced(objective, chances)
    if len(pool) >= MOST_MIXED:
        used = [place for place, weight in enumerate(weights) if weight > 0]
        pool[:] = [pool[place] for place in used[-MOST_MIXED + 1 :]]
    mixed = weights @ chances
    return {score: float(chance) for score, chance in zip(scores, mixed, strict=True) if chance}


def balanced(objective: Field, chances: Any) -> Any:
    """The weights of a mixture against which no distribution does better than the mixture itself.

    Newton's method: payoffs are linearised around a mixture, and the mixture balanced under these
    comes next, or one on the way to it if that is better.
    """
    import numpy as np

    def payoffs(weights: Any) -> Any:
        return chances @ Places.among(objective, weights @ chances) / float(objective.fair_share)

    count = len(chances)
    weights = np.eye(count)[-1]
    here = payoffs(weights)
    for _ in range(NEWTON_STEPS):
        gap = float(here.max() - weights @ here)
        if gap <= CLOSE / 100:
            break
        toward = np.eye(count) - weights
        slopes = [
            (payoffs(weights + NUDGE * step) - payoffs(weights - NUDGE * step)) / (2 * NUDGE)
            for step in toward
        ]
        target = balanced_linearly(here, np.array(slopes).T)
        tries = [weights + (target - weights) / 2**halving for halving in range(8)]
        reached = [payoffs(each) for each in tries]
        gaps = [
            float(there.max() - each @ there) for each, there in zip(tries, reached, strict=True)
        ]
        best = int(np.argmin(gaps))
        if gaps[best] >= gap:
            break
        weights, here = tries[best], reached[best]
    return weights


def balanced_linearly(here: Any, slopes: Any) -> Any:
    """The balanced weights if payoffs are `here + slopes @ weights`.

    Every subset of distributions is tried: those mixed must do equally well, and none of the others
    better.
    """
    import numpy as np

    count = len(here)
    found: list[tuple[float, Any]] = []
    for size in range(1, count + 1):
        for mixed in itertools.combinations(range(count), size):
            chosen = list(mixed)
            equations = np.ones((size + 1, size + 1))
            equations[:size, :size] = slopes[np.ix_(chosen, chosen)]
            equations[:size, size], equations[size, size] = -1, 0
            right = np.append(-here[chosen], 1)
            solved = np.linalg.lstsq(equations, right, rcond=None)[0]
            weights = np.zeros(count)
            weights[chosen] = solved[:size]
            if weights.min() < -1e-9:
                continue
            weights = np.maximum(weights, 0) / np.maximum(weights, 0).sum()
            payoff = here + slopes @ weights
            found.append((float(payoff.max() - weights @ payoff), weights))
    return min(found, key=lambda each: each[0])[1]
