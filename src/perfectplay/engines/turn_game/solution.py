"""A solution of a game of turns: the values of turns at their start; the rest is computed."""

from __future__ import annotations

import dataclasses
import functools
import importlib
from collections.abc import Callable, Hashable
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.family import StoredColumn
from perfectplay.engines.turn_game.bounds import proved_bounds
from perfectplay.engines.turn_game.levels import solve_levels
from perfectplay.engines.turn_game.numbering import TurnNumbering
from perfectplay.model.nodes import Number
from perfectplay.model.turn_game import TurnGame, family_of
from perfectplay.request import Request
from perfectplay.solution.anchored import AnchoredSolution
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import decimals_within

TURNS_KEPT = 64
"""The number of computed turns that are cached."""


@dataclasses.dataclass(repr=False)
class TurnGameSolution(AnchoredSolution):
    """The values of turns at their start, with proved bounds.

    >>> from perfectplay import solve
    >>> from perfectplay.games.farkle import Farkle
    >>> turn = solve(Farkle(rules="zilch"))
    >>> round(turn.value, 3)
    623.017
    >>> turn.best(turn.read("turn=200 roll=1,2,5,5"))
    '1 5 5'
    """

    engine: ClassVar[str] = "turn-game"
    where_counted: ClassVar[str] = "at the start of a turn"

    game: TurnGame[Any]
    values: Any
    """Indexed by what a turn starts with, as numbered by `turns`."""
    bounds: Any
    """The proved bounds on the value."""

    @functools.cached_property
    def turns(self) -> TurnNumbering:
        """What turns start with, and how they are played."""
        return numbering_of(self.game)

    @property
    def positions(self) -> int:
        return len(self.turns.starts)

    @property
    def cyclic(self) -> bool:
        return True

    @property
    def lower(self) -> Number:
        return float(self.bounds[0])

    @property
    def upper(self) -> Number:
        return float(self.bounds[1])

    @property
    def digits(self) -> int:
        return min(super().digits, decimals_within(float(self.upper) - float(self.lower)))

    def anchored(self, position: Hashable) -> Number | None:
        place: Any = position
        number = self.turns.number(place)
        if number is None:
            return None
        player = getattr(place, "player", 0)
        if place == self.turns.start(number, player):
            value = float(self.values[number])
        else:
            inside = self.turns.value_within(self.turn(number), place)
            if inside is None:
                return None
            value = inside - self.turns.cost
        if not self.turns.two:
            return value
        value = min(max(value, 0.0), 1.0)  # rounding may leave a chance outside
        return 1.0 - value if player else value

    @functools.cached_property
    def turn(self) -> Callable[[int], Any]:
        """The whole turn a position belongs to; recent ones are cached."""
        return functools.lru_cache(maxsize=TURNS_KEPT)(
            lambda start: self.turns.worked_out(self.values, start)
        )


@dataclasses.dataclass(repr=False)
class TurnDuelSolution(TurnGameSolution):
    """The same for two, where values are chances of winning."""

    def distribution(self) -> Distribution:
        wins = float(self.value)
        return Distribution({1: wins, -1: 1 - wins})


def numbering_of(game: TurnGame[Any]) -> TurnNumbering:
    """The numbering for a game, from the module with the same name as its model."""
    family = family_of(game)
    assert family is not None
    name = family.__module__.rpartition(".")[2]
    found: TurnNumbering = importlib.import_module(f"{__package__}.{name}").NUMBERING(game)
    return found


def kind_of(game: TurnGame[Any]) -> type[TurnGameSolution]:
    """The kind of solution for a game."""
    return TurnDuelSolution if game.players == 2 else TurnGameSolution


def solved(game: TurnGame[Any], request: Request) -> TurnGameSolution:
    """Solve a game of turns."""
    numbering = numbering_of(game)
    request.report("turns", 0)
    values = solve_levels(numbering, lambda starts: request.report("turns", starts))
    request.report("proving bounds", len(values))
    start = numbering.number(game.start())
    bounds = np.array([bound[start] for bound in proved_bounds(numbering, values)])
    return kind_of(game)(game, request, values, bounds.clip(0, 1) if numbering.two else bounds)


def schema(game: TurnGame[Any]) -> dict[str, StoredColumn]:
    """The contents of a file."""
    values = (0.0, 1.0) if game.players == 2 else (None, None)
    return {
        "values": StoredColumn("d", game.turn_extent().starts, *values),
        "bounds": StoredColumn("d", 2, *values),
    }


def tensors_of(solution: TurnGameSolution) -> dict[str, Any]:
    """The numbers stored in a file."""
    return {"values": solution.values, "bounds": solution.bounds}


def restored(game: TurnGame[Any], request: Request, tensors: dict[str, Any]) -> TurnGameSolution:
    """The solution made of a file's numbers."""
    return kind_of(game)(game, request, tensors["values"], tensors["bounds"])
