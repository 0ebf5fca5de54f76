"""Look for the list of lines that loses least."""

from __future__ import annotations

from perfectplay.engines import Progress
from perfectplay.errors import PerfectPlayError
from perfectplay.solution.solution import Solution
from perfectplay.solve import telling
from perfectplay.strategies.distil.distilled import Distilled

MOST_LINES = 200


def distil(
    solution: Solution, lines: int = 12, *, seed: int = 0, progress: Progress | None = None
) -> Distilled:
    """The lists of at most so many lines that lose least, of those that a search has found.

    Every loss is exact. The same seed finds the same lists. An interrupt stops the search, and what
    was found so far comes back. This is for scorecards that are played for the expected score.
    """
    if not 1 <= lines <= MOST_LINES:
        raise PerfectPlayError(f"{lines} lines cannot be; ask for 1 to {MOST_LINES}")
    from perfectplay.strategies.distil.cards import distil_card

    return distil_card(telling(solution, "drill"), lines, seed, progress)
