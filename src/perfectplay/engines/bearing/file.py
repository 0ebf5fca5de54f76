"""Solved bearing off as tensors: what boards and pairs of boards are worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.bearing.alone import Bearing
from perfectplay.engines.bearing.engine import boards_of
from perfectplay.engines.bearing.pairs import OWNERS
from perfectplay.engines.bearing.solution import (
    BearingSolution,
    BoardsSolution,
    PairsSolution,
    RaceSolution,
)
from perfectplay.errors import FileError
from perfectplay.model.bearing import ROLLS, BearingOff
from perfectplay.model.game import Game
from perfectplay.solution.storage.container import Stored

ROUNDING = 1e-9


def tensors_of(solution: BoardsSolution) -> dict[str, Any]:
    """The numbers of a solution."""
    if isinstance(solution, BearingSolution):
        return {"rolls": solution.bearing.rolls, "plays": solution.bearing.plays.ravel()}
    assert isinstance(solution, PairsSolution)
    return {owner: table.ravel() for owner, table in solution.equity.items()}


def restored(stored: Stored, game: Game[Any], request: Request) -> BoardsSolution:
    """The solution that a file holds."""
    if not isinstance(game, BearingOff):
        raise FileError(f"{stored.path} holds a solution of bearing off, which {game.name} is not")
    count = boards_of(game)
    if game.players == 1:
        rolls = np.frombuffer(stored.numbers("rolls", "d"))
        plays = np.frombuffer(stored.numbers("plays", "i"), np.int32).reshape(-1, len(ROLLS))
        if len(rolls) != count or len(plays) != count or not (rolls >= 0).all():
            raise ValueError("there are not as many rolls as boards")
        if (plays < 0).any() or (plays[1:].max(axis=1) >= np.arange(1, count)).any():
            raise ValueError("a play leads to a board that is not nearer to the end")
        return BearingSolution(game, request, Bearing(rolls, plays))
    owners = OWNERS if game.doubling else OWNERS[:1]
    equity = {}
    for owner in owners:
        table = np.frombuffer(stored.numbers(owner, "d"))
        if len(table) != count * count or not (abs(table) <= 1 + ROUNDING).all():
            raise ValueError("there are not as many equities as pairs of boards")
        equity[owner] = table.reshape(count, count)
    kind = PairsSolution if game.doubling else RaceSolution
    return kind(game, request, equity)
