"""Solved draw poker as tensors: the best hold of every deal, and what it is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.draw.counts import classes_of
from perfectplay.engines.draw.engine import deals_of
from perfectplay.engines.draw.kernels import WAYS
from perfectplay.engines.draw.solution import DrawSolution
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.poker import DrawPoker
from perfectplay.solution.storage.container import Stored


def tensors_of(solution: DrawSolution) -> dict[str, Any]:
    """The holds and what they are worth; what hands are paid follows from the rules."""
    return {"worth": solution.best_worth, "holds": solution.holds}


def restored(stored: Stored, game: Game[Any], request: Request) -> DrawSolution:
    """The solution that a file holds."""
    if not isinstance(game, DrawPoker):
        raise FileError(f"{stored.path} holds a solution of draw poker, which {game.name} is not")
    worth = np.frombuffer(stored.numbers("worth", "q"), np.int64)
    holds = np.frombuffer(stored.numbers("holds", "B"), np.uint8)
    found = DrawSolution(game, request, classes_of(game), worth, holds)
    most = max(game.pays.values()) * found.counts.unit
    if len(worth) != deals_of(game) or len(holds) != deals_of(game):
        raise ValueError("there are not as many holds as deals")
    if (holds >= WAYS).any() or (worth < 0).any() or (worth > most).any():
        raise ValueError("a hold cannot be, or what it is worth")
    return found
