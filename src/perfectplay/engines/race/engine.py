"""From a race of two scores to its solution, by an engine of its own."""

from __future__ import annotations

from fractions import Fraction
from math import log2

from perfectplay.engines.graph.explore import MEMORY_LIMIT, Progress
from perfectplay.engines.race.ratings import HALF, Ratings, memory_needed
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import MemoryLimitError, ObjectiveError, in_bytes
from perfectplay.exact import exactly
from perfectplay.model.race import Race
from perfectplay.objectives import Objective, Win

SMALL = 24
"""Up to this limit, a race is solved position by position as a matter of course."""
BYTES_OF_A_NUMBER = 32


def has_own_engine(game: Race, objective: Objective) -> bool:
    """Whether a race is solved by the engine for two scores; it knows the chance to win alone."""
    return isinstance(objective, Win) and game.limit > SMALL


def solve_race(
    game: Race,
    objective: Objective,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
    *,
    exact: bool = False,
) -> RaceSolution:
    """Solve a race for the chance to win.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.objectives import Win
    >>> solve_race(Greed(max=10, sides=3), Win(), exact=True).value
    Fraction(14352595, 28697814)
    """
    if not isinstance(objective, Win):
        raise ObjectiveError(f"a race is solved for the chance to win, not for '{objective}'")
    tie = Fraction(exactly(objective.tie))
    require_room(game, tie, memory_limit, exact=exact)
    ratings = Ratings.of(game.limit, game.faces, game.most, tie, exact=exact, progress=progress)
    return RaceSolution(game, objective, memory_limit, 0.0, ratings)


def require_room(game: Race, tie: Fraction, memory_limit: int, *, exact: bool) -> None:
    """Refuse a race that outgrows the memory limit."""
    movers = 1 if tie == HALF else 2
    limit, sides = game.limit, game.faces
    if exact:
        each = BYTES_OF_A_NUMBER + 2 * limit * log2(max(sides, 2)) / 8
        numbers = movers * (limit + 1) * (2 * (limit + 1) + (sides + 1) * (game.most + 1))
        need = int(each * numbers)
    else:
        need = memory_needed(limit, sides, movers)
    if need > memory_limit:
        raise MemoryLimitError(
            f"{game.name} up to {limit} with {sides} sides needs about {in_bytes(need)}, more than "
            f"the memory limit of {in_bytes(memory_limit)}; raise it or choose a lower max"
        )
