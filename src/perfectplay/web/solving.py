"""A game solved as the pages need it."""

from __future__ import annotations

import dataclasses
from typing import Any

from perfectplay import engines
from perfectplay.engines import Progress, Request
from perfectplay.model.game import Game
from perfectplay.objectives import Objective
from perfectplay.solution.solution import Solution
from perfectplay.solve import carry_out
from perfectplay.web.messages import Rules
from perfectplay.web.rules import find_game, find_objective


def solve_for_pages(rules: dict[str, Any], memory: int, progress: Progress) -> Solution:
    """Solve the game of a request; a race always as a board, however small it is."""
    asked = Rules.model_validate(rules)
    game = find_game(asked)
    objective = find_objective(game, asked)
    request = dataclasses.replace(asked_of(game, objective), memory=memory, progress=progress)
    return carry_out(game, request)


def asked_of(game: Game[Any], objective: Objective) -> Request:
    """What the pages ask of a game: a board where it has one, else what `solve` gives."""
    request = Request(objective, needs=frozenset({"board"}))
    has_board = any(opinion.refusal is None for opinion in engines.opinions(game, request))
    return request if has_board else Request(objective)
