"""Solved games of climbing columns as tensors: what boards are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.climb.engine import boards_of
from perfectplay.engines.climb.solution import ClimbDuelSolution, ClimbSolution
from perfectplay.errors import FileError
from perfectplay.model.climb import Climbing
from perfectplay.model.game import Game
from perfectplay.solution.storage.container import Stored


def tensors_of(solution: ClimbSolution) -> dict[str, Any]:
    """The numbers of a solution, with what the value may be off by."""
    return {"values": solution.values, "off": np.array([solution.off])}


def restored(stored: Stored, game: Game[Any], request: Request) -> ClimbSolution:
    """The solution that a file holds."""
    if not isinstance(game, Climbing):
        raise FileError(f"{stored.path} holds boards with columns, which {game.name} has not")
    values, off = np.frombuffer(stored.numbers("values", "d")), stored.numbers("off", "d")
    if len(values) != boards_of(game) or not np.isfinite(values).all():
        raise ValueError("there are not as many values as boards")
    if len(off) != 1 or not off[0] >= 0:
        raise ValueError("the bounds of the value are not told")
    if game.players == 2 and ((values < 0).any() or (values > 1).any()):
        raise ValueError("a chance is not from 0 to 1")
    kind = ClimbDuelSolution if game.players == 2 else ClimbSolution
    return kind(game, request, values, float(off[0]))
