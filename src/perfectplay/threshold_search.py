"""Objectives whose utility is only known after solving: solve repeatedly until it is found."""

from __future__ import annotations

import bisect
import dataclasses
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.errors import ObjectiveError
from perfectplay.objectives import AtLeast, Number, Objective, Score, Sought
from perfectplay.objectives.field import Field
from perfectplay.objectives.lexicographic import Lexicographic
from perfectplay.objectives.shares import CVaR, Quantile
from perfectplay.solution.answers import FinalScores, LeastShortfalls
from perfectplay.solution.decision_costs import DecisionCosts

if TYPE_CHECKING:
    from perfectplay.solution.distribution import Distribution
    from perfectplay.solution.solution import Solution

FEW = 3
"""Up to this many thresholds are tried one by one, even if one table could answer for all."""
LEAST_WEIGHT = 1e-9
"""Below this weight, floats have no digits left for an objective."""
SLACK = 1e-12
"""How far rounding may shift floats."""
Solve = Callable[[Objective], "Solution"]


def find_threshold(objective: Sought, solve: Solve) -> Solution:
    """The solution for an objective found by solving for others."""
    if isinstance(objective, Quantile):
        return find_quantile(objective, solve)
    if isinstance(objective, CVaR):
        return find_cvar(objective, solve)
    if isinstance(objective, Lexicographic):
        return find_in_order(objective, solve)
    if isinstance(objective, Field):
        from perfectplay.equilibrium import find_equilibrium

        return find_equilibrium(objective, solve)
    raise ObjectiveError(f"there is no way to find '{objective}'")


def find_in_order(objective: Lexicographic, solve: Solve) -> Solution:
    """The solution for two objectives, the second weighing too little to outweigh the first.

    If an option is worse for the first objective, it costs at least some minimum. No play can gain
    more for the second objective than the range of its utility over all scores. So a weight that
    makes this gain smaller than the minimum cost leaves only play that is optimal for the first.
    """
    from perfectplay.solve import solution_offering

    decisions = solution_offering(solve(objective.first), DecisionCosts).answer(DecisionCosts)
    costs = decisions.costs[decisions.costs > 0]
    scores = solution_offering(solve(AtLeast(0)), FinalScores).answer(FinalScores).scores
    worth = [objective.second.utility(score) for score in scores]
    apart = max(worth) - min(worth)
    weight = Fraction(1)
    if len(costs) and apart:
        weight = Fraction(2) ** (math.frexp(float(costs.min()) / float(apart))[1] - 2)
    found = solve(dataclasses.replace(objective, at=weight))
    if weight < LEAST_WEIGHT and not found.exact:
        raise ObjectiveError(
            f"mistakes for '{objective.first}' may cost so little that floats do not tell "
            f"'{objective.second}' beside it; solve it with exact=True (--exact)"
        )
    return found


def find_quantile(objective: Quantile, solve: Solve) -> Solution:
    """The highest score reached in all but a given share of games, and how to reach it."""
    scores = solve(AtLeast(0)).answer(FinalScores).scores
    wanted = 1 - objective.share

    def too_high(score: Number) -> bool:
        chance = solve(AtLeast(score)).value
        return chance < wanted - (SLACK if isinstance(chance, float) else 0)

    place = bisect.bisect_left(scores, True, lo=1, key=too_high) - 1  # the lowest always is
    return solve(dataclasses.replace(objective, at=scores[place]))


def find_cvar(objective: CVaR, solve: Solve) -> Solution:
    """The threshold with the greatest value, among all scores not ruled out.

    Let W(t) be the least mean shortfall below t. It never falls as t rises, and rises no faster
    than t; and it is at least t minus the greatest mean score. So each threshold tried rules out
    others near it that cannot beat the best so far.
    """
    share = Fraction(objective.share)
    expected = solve(Score())
    best = mean_of_worst(expected.distribution(), share)
    scores = solve(AtLeast(0)).answer(FinalScores).scores
    highest = (expected.value - share * best) / (1 - share)
    slack = 0 if expected.exact else SLACK * (1 + abs(best))
    left = [score for score in scores if best - slack <= score <= highest + slack]
    tried: Solution | None = None
    while left:
        if tried is not None and len(left) > FEW and LeastShortfalls in tried.answers:
            known = [threshold_of(tried), *left]
            return solve(dataclasses.replace(objective, at=best_threshold(tried, known, share)))
        at = left[len(left) // 2]
        here = solve(dataclasses.replace(objective, at=at))
        if tried is None or here.value > tried.value:
            tried, best = here, max(best, here.value)
        gap = best - here.value
        left = [
            score
            for score in left
            if score != at and (score - at > gap or (at - score) * (1 / share - 1) > gap)
        ]
    assert tried is not None
    return tried


def threshold_of(solution: Solution) -> Number:
    """The threshold that was tried."""
    assert isinstance(solution.objective, CVaR)
    threshold: Number = solution.objective.found_at(solution.objective.at)
    return threshold


def best_threshold(solution: Solution, thresholds: Sequence[Any], share: Fraction) -> Number:
    """The best of some whole thresholds, given the least shortfall below each of them."""
    low, high = math.floor(min(thresholds)), math.ceil(max(thresholds))
    missing = solution.answer(LeastShortfalls).between(low, high)
    values = [low + place - each / float(share) for place, each in enumerate(missing)]
    return range(low, high + 1)[values.index(max(values))]


def mean_of_worst(scores: Distribution, share: Fraction) -> Any:
    """The mean of the worst share of the games."""
    left: Any = share
    total: Any = 0
    for score, chance in scores.items():
        taken = min(left, chance)
        left, total = left - taken, total + taken * score
    return total / share
