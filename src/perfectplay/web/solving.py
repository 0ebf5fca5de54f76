"""Solve games the way the pages need it."""

from __future__ import annotations

import dataclasses
from typing import Any

from perfectplay.request import Compute, Progress
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve_request
from perfectplay.web.messages import GameQuestion
from perfectplay.web.rules import find_game, find_objective, page_objective


def solve_for_pages(rules: dict[str, Any], memory: int, progress: Progress) -> Solution:
    """Solve the game of a request; a race always as a board, however small."""
    asked = GameQuestion.model_validate(rules)
    game = find_game(asked)
    objective = find_objective(game, asked)
    compute = Compute(memory_limit=memory, progress=progress)
    request = dataclasses.replace(page_objective(game, objective), compute=compute)
    return solve_request(game, request)
