"""What came out of a game of turns: what turns are worth at their start; the rest is computed."""

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
"""Turns that are kept once they were computed."""


@dataclasses.dataclass(repr=False)
class TurnGameSolution(AnchoredSolution):
    """What turns are worth at their start, with bounds that are proved.

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
    """By what a turn begins with, as its `turns` have it."""
    bounds: Any
    """Between which numbers the value lies, proved."""

    @functools.cached_property
    def turns(self) -> TurnNumbering:
        """What turns begin with, and who plays them."""
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
        place: Any = self.game.require(position)
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
        value = min(max(value, 0.0), 1.0)  # rounded, a chance may be beyond
        return 1.0 - value if player else value

    @functools.cached_property
    def turn(self) -> Callable[[int], Any]:
        """All of a turn, by what it begins with; the last ones are kept."""
        return functools.lru_cache(maxsize=TURNS_KEPT)(
            lambda start: self.turns.worked_out(self.values, start)
        )


@dataclasses.dataclass(repr=False)
class TurnDuelSolution(TurnGameSolution):
    """The same for two, whose chances they are."""

    def distribution(self) -> Distribution:
        wins = float(self.value)
        return Distribution({1: wins, -1: 1 - wins})


def numbering_of(game: TurnGame[Any]) -> TurnNumbering:
    """What the turns of a game begin with: a family's module here has the name of its model's."""
    family = family_of(game)
    assert family is not None
    name = family.__module__.rpartition(".")[2]
    found: TurnNumbering = importlib.import_module(f"{__package__}.{name}").NUMBERING(game)
    return found


def kind_of(game: TurnGame[Any]) -> type[TurnGameSolution]:
    """What comes out of a game."""
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
    """What a file holds."""
    values = (0.0, 1.0) if game.players == 2 else (None, None)
    return {
        "values": StoredColumn("d", game.turn_extent().starts, *values),
        "bounds": StoredColumn("d", 2, *values),
    }


def tensors_of(solution: TurnGameSolution) -> dict[str, Any]:
    """The numbers that a file holds."""
    return {"values": solution.values, "bounds": solution.bounds}


def restored(game: TurnGame[Any], request: Request, tensors: dict[str, Any]) -> TurnGameSolution:
    """The solution that a file's numbers make."""
    return kind_of(game)(game, request, tensors["values"], tensors["bounds"])
