"""How many decisions a game has, and how many of them matter."""

from __future__ import annotations

import dataclasses
from typing import Self

import numpy as np

from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering

NOTABLE = 0.01
"""A decision is notable if a wrong option can cost this much of a win, or of a deviation."""


@dataclasses.dataclass(frozen=True)
class DecisionStakes:
    """The average decisions of a game under best play, of both players together."""

    decisions: float
    """Those with at least two options."""
    matter: float
    """Those in which some option is worse than the best."""
    notable: float
    """Those in which some option costs at least `NOTABLE` of `unit`."""
    unit: float
    """What counts as a lot: a win, or a standard deviation of the final score."""
    second: float
    """What always taking the second-best option would lose, added up over the decisions."""

    @classmethod
    def of(cls, solution: Solution, unit: float = 1.0) -> Self:
        """The decisions of a solution, and what they are worth.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> DecisionStakes.of(solve(Coins(coins=2, target=2)))
        DecisionStakes(decisions=1.5, matter=1.5, notable=1.5, unit=1.0, second=0.25)
        """
        decisions = solution_offering(solution, DecisionCosts).answer(DecisionCosts)
        owner, visits = np.asarray(decisions.columns.owner), decisions.visits
        costs = decisions.costs
        first = np.searchsorted(owner, np.arange(len(visits)))
        if not len(visits):
            return cls(0.0, 0.0, 0.0, unit, 0.0)
        several = np.bincount(owner, minlength=len(visits)) > 1
        worst = np.maximum.reduceat(costs, first)
        least = np.minimum.reduceat(np.where(costs > 0, costs, np.inf), first)
        second = np.where(np.isfinite(least), least, 0.0)
        return cls(
            float(visits[several].sum()),
            float(visits[several & (worst > 0)].sum()),
            float(visits[several & (worst >= NOTABLE * unit)].sum()),
            unit,
            float((visits * second).sum()),
        )
