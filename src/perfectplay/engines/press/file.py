"""Solved games of pressing one's luck as tensors: what turns are worth at their start."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.press.engine import scores_of
from perfectplay.engines.press.solution import DuelSolution, PressSolution
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.press import PressYourLuck
from perfectplay.solution.storage.container import Stored


def tensors_of(solution: PressSolution) -> dict[str, Any]:
    """The numbers of a solution; where two play, with what the value may be off by."""
    off = {"off": np.array([solution.off])} if isinstance(solution, DuelSolution) else {}
    return {"values": solution.values.ravel(), **off}


def restored(stored: Stored, game: Game[Any], request: Request) -> PressSolution:
    """The solution that a file holds."""
    if not isinstance(game, PressYourLuck):
        raise FileError(f"{stored.path} holds turns at one's luck, which {game.name} has not")
    values = np.frombuffer(stored.numbers("values", "d"))
    count = scores_of(game)
    if len(values) != count**game.players or not np.isfinite(values).all():
        raise ValueError("there are not as many values as scores")
    if game.players == 1:
        return PressSolution(game, request, values)
    off = stored.numbers("off", "d")
    if len(off) != 1 or not off[0] >= 0 or (values < 0).any() or (values > 1).any():
        raise ValueError("a chance is not from 0 to 1")
    return DuelSolution(game, request, values.reshape(count, count), float(off[0]))
