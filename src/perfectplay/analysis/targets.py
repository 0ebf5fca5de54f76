"""The best chance of every score, next to the chance when playing for the expected score."""

from __future__ import annotations

from perfectplay.objectives import Score
from perfectplay.request import Compute
from perfectplay.solution.answers import ChancesByTarget
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve


def by_score(solution: Solution) -> list[float]:
    """The chance of at least x points when playing for the expected score, for every x from 0 on.

    >>> from perfectplay import EveryTarget, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), EveryTarget())
    >>> round(yazy.answer(ChancesByTarget).chances[200], 4), round(by_score(yazy)[200], 4)
    (0.2191, 0.1822)
    """
    spread = solve(
        solution.game, Score(), compute=Compute(memory_limit=solution.request.compute.memory_limit)
    ).distribution()
    return [
        float(spread.at_least(points))
        for points in range(len(solution.answer(ChancesByTarget).chances))
    ]
