"""A solved race as tensors: its ratings and the best numbers of dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perfectplay.engines.race.ratings import HALF, Ratings, enough_dice
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.engines.race.solve import exact as in_units
from perfectplay.errors import FileError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.race import Race
from perfectplay.objectives import Win
from perfectplay.request import Request
from perfectplay.solution.storage.container import Stored

RATINGS = ("last", "normal")
CHOICES = ("last_choice", "normal_choice")


def tensors_of(solution: RaceSolution) -> dict[str, Any]:
    """The tables, mover by mover and row by row; exact ratings as text, in units."""
    ratings = solution.ratings
    tensors: dict[str, Any] = {
        name: np.asarray(getattr(ratings, name), np.int32).ravel() for name in CHOICES
    }
    for name in RATINGS:
        table = getattr(ratings, name)
        if ratings.unit:
            numbers = "\n".join(str(each) for mover in table for row in mover for each in row)
            tensors[name] = np.frombuffer(numbers.encode(), np.uint8)
        else:
            tensors[name] = np.asarray(table, np.float64).ravel()
    return tensors


def restored(stored: Stored, game: Game[Any], request: Request) -> RaceSolution:
    """The solution stored in a file."""
    tensors = stored.tensors
    if not isinstance(game, Race) or not isinstance(request.objective, Win):
        raise FileError(f"{stored.path} holds the solution of a race, which {game.name} is not")
    tie = Fraction(exactly(request.objective.tie))
    ties = (HALF,) if tie == HALF else (tie, 1 - tie)
    exact = tensors[RATINGS[0]].format == "B"
    unit = in_units.unit(game.limit, game.faces, tie) if exact else 0
    shape = len(ties), game.limit + 1, game.limit + 1
    rooms = game.limit - np.arange(game.limit + 1)
    dice = game.most if exact else min(game.most, enough_dice(game.limit, game.faces))
    most = np.minimum(rooms, dice)[:, None]
    tables: dict[str, Any] = {}
    for name in CHOICES:
        choices = np.frombuffer(stored.numbers(name, "i"), np.int32).reshape(shape)
        if (choices < 0).any() or (choices > most).any():
            raise ValueError(f"{name} has numbers of dice that are not on offer")
        tables[name] = choices.tolist() if exact else choices
    for name in RATINGS:
        if exact:
            texts = bytes(stored.numbers(name, "B")).split(b"\n")
            ratings = np.array([int(each) for each in texts], object)
        else:
            ratings = np.frombuffer(stored.numbers(name, "d"), np.float64)
        if not ((ratings >= 0) & (ratings <= (unit or 1))).all():
            raise ValueError(f"{name} has ratings that are not probabilities")
        ratings = ratings.reshape(shape)
        tables[name] = ratings.tolist() if exact else ratings
    found = Ratings(game.limit, game.faces, game.most, ties, unit, **tables)
    return RaceSolution(game, request, found)
