"""A game solved as the pages need it."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.explore import Progress
from perfectplay.engines.race.engine import solve_race
from perfectplay.model.game import Game
from perfectplay.model.race import Race
from perfectplay.objectives import Objective, Win
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve
from perfectplay.web.messages import Rules
from perfectplay.web.rules import find_game, find_objective


def solve_for_pages(rules: dict[str, Any], memory: int, progress: Progress) -> Solution:
    """Solve the game of a request; a race always as a board, however small it is."""
    asked = Rules.model_validate(rules)
    game = find_game(asked)
    objective = find_objective(game, asked)
    if form_of(game, objective) and isinstance(game, Race):
        return solve_race(game, objective, memory, progress)
    return solve(game, objective, memory_limit=memory, progress=progress)


def form_of(game: Game[Any], objective: Objective) -> str:
    """In which form a game is solved, if it is not the usual one: a race is a board."""
    return "board" if isinstance(game, Race) and isinstance(objective, Win) else ""
