"""Solved games against a dealer as tensors: what each option of each hand is worth."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.graph.file import decoded, encoded
from perfectplay.engines.shoe.solution import ShoeSolution, unsolved
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.shoe import OPTIONS, ShoeGame
from perfectplay.solution.storage.container import Stored


def tensors_of(solution: ShoeSolution) -> dict[str, Any]:
    """The worth of all options, fractions as text."""
    worth = np.concatenate([each.worth.ravel() for each in solution.rounds.values()])
    return {"worth": encoded(worth.tolist()) if solution.exact else worth}


def restored(stored: Stored, game: Game[Any], request: Request) -> ShoeSolution:
    """The solution that a file holds."""
    if not isinstance(game, ShoeGame):
        raise FileError(f"{stored.path} is about a game against a dealer, which {game.name} is not")
    column = stored.numbers("worth", "dB")
    exact = column.format == "B"
    worth = np.array(decoded(column), object if exact else float)
    found = unsolved(game, dataclasses.replace(request, exact=exact))
    if len(worth) != len(OPTIONS) * found.positions:
        raise ValueError("there are not as many numbers as hands and options")
    if not (abs(worth) <= 2 * game.most_hands).all():
        raise ValueError("a hand is worth more than all its bets")
    parts = worth.reshape(len(found.rounds), len(OPTIONS), -1)
    for each, part in zip(found.rounds.values(), parts, strict=True):
        each.take(part)
    return found
