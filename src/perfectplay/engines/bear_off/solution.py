"""A solution of bearing off: the value of every board, or of every pair of boards."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.bear_off.alone import OneSideBoards, solve_alone, spread
from perfectplay.engines.bear_off.engine import boards_of
from perfectplay.engines.bear_off.pairs import OWNERS, solve_pairs
from perfectplay.engines.family import StoredColumn
from perfectplay.model.bear_off import ROLLS, Alone, BearingOff, Board, Sides, Stakes, boards
from perfectplay.model.nodes import Number
from perfectplay.objectives import Win
from perfectplay.solution.anchored import AnchoredSolution
from perfectplay.solution.distribution import Distribution

ROUNDING = 1e-9


@dataclasses.dataclass(repr=False)
class BoardsSolution(AnchoredSolution):
    """Solutions over boards, for one side or two."""

    engine: ClassVar[str] = "bear-off"
    where_counted: ClassVar[str] = "before the roll"

    game: BearingOff

    @functools.cached_property
    def numbers(self) -> dict[Board, int]:
        """The number of each board."""
        return {board: number for number, board in enumerate(boards(self.game.most))}

    @property
    def positions(self) -> int:
        boards = len(self.numbers)
        return boards if self.game.players == 1 else boards * boards


@dataclasses.dataclass(repr=False)
class BearingSolution(BoardsSolution):
    """One side alone: the fewest expected rolls of every board.

    >>> from perfectplay import solve
    >>> from perfectplay.games.bear_off import BearOff
    >>> alone = solve(BearOff(checkers=15))
    >>> round(-alone.value, 6)
    12.266187
    >>> alone.best(alone.read("board=4,4,1 dice=2,1"))
    '4/2 1/off'
    """

    bearing: OneSideBoards

    def anchored(self, position: Hashable) -> Number | None:
        assert isinstance(position, Alone)
        return None if position.dice else -float(self.bearing.rolls[self.numbers[position.board]])

    def distribution(self) -> Distribution:
        return self.distribution_from(self.game.start())

    def distribution_from(self, position: Hashable) -> Distribution:
        """The probability of each number of rolls from a board, as points: minus the rolls."""
        place = self.game.require(position)
        odds = spread(self.bearing, self.numbers[place[0]])
        return Distribution({-rolls: chance for rolls, chance in enumerate(odds)})


@dataclasses.dataclass(repr=False)
class PairsSolution(BoardsSolution):
    """Two sides: the value of every pair of boards to the player about to roll.

    >>> from perfectplay import solve
    >>> from perfectplay.games.bear_off import BearOff
    >>> race = solve(BearOff(players=2, checkers=2))
    >>> round(race.value_at(race.read("mine=5,2 theirs=1")) * 36, 9)
    19.0
    """

    equity: dict[Any, Any]
    """For each owner of the cube, a row for each board of the opponent."""

    def anchored(self, position: Hashable) -> Number | None:
        assert isinstance(position, (Sides, Stakes))
        place = position
        if place.dice or not place.theirs:
            return None
        owner, stake = (place.owner, place.cube) if isinstance(place, Stakes) else ("nobody", 1)
        mine, theirs = self.numbers[place.mine], self.numbers[place.theirs]
        equity = float(self.equity[owner][theirs, mine]) * stake * (1 - 2 * place.player)
        return (1 + equity) / 2 if isinstance(self.objective, Win) else equity


@dataclasses.dataclass(repr=False)
class BearOffDuelSolution(PairsSolution):
    """Two sides without the cube, one of whom wins."""

    def distribution(self) -> Distribution:
        value = float(self.value)
        wins = value if isinstance(self.objective, Win) else (1 + value) / 2
        return Distribution({1: wins, -1: 1 - wins})


def kind_of(game: BearingOff) -> type[BoardsSolution]:
    """The kind of solution for a game."""
    return BearingSolution if game.players == 1 else pairs_kind(game)


def pairs_kind(game: BearingOff) -> type[PairsSolution]:
    """The kind of solution for a game for two."""
    return PairsSolution if game.doubling else BearOffDuelSolution


def solved(game: BearingOff, request: Any) -> BoardsSolution:
    """Solve a game of bearing off."""
    found = boards(game.most)
    if game.players == 1:
        request.report("bearing off", 0)
        return BearingSolution(game, request, solve_alone(found))
    equity = solve_pairs(
        found, cube=game.doubling, tell=lambda pairs: request.report("bearing off", pairs)
    )
    return pairs_kind(game)(game, request, equity)


def schema(game: BearingOff) -> dict[str, StoredColumn]:
    """The contents of a file."""
    count = boards_of(game)
    if game.players == 1:
        return {
            "rolls": StoredColumn("d", count, 0.0),
            "plays": StoredColumn("i", count * len(ROLLS), 0, count - 1),
        }
    owners = OWNERS if game.doubling else OWNERS[:1]
    return {
        owner: StoredColumn("d", count * count, -1 - ROUNDING, 1 + ROUNDING) for owner in owners
    }


def tensors_of(solution: BoardsSolution) -> dict[str, Any]:
    """The numbers stored in a file."""
    if isinstance(solution, BearingSolution):
        return {"rolls": solution.bearing.rolls, "plays": solution.bearing.plays}
    assert isinstance(solution, PairsSolution)
    return solution.equity


def restored(game: BearingOff, request: Any, tensors: dict[str, Any]) -> BoardsSolution:
    """The solution made of a file's numbers."""
    count = boards_of(game)
    if game.players == 2:
        equity = {owner: table.reshape(count, count) for owner, table in tensors.items()}
        return pairs_kind(game)(game, request, equity)
    plays = tensors["plays"].reshape(count, len(ROLLS))
    if (plays[1:].max(axis=1) >= np.arange(1, count)).any():
        raise ValueError("a play leads to a board that is not nearer to the end")
    return BearingSolution(game, request, OneSideBoards(tensors["rolls"], plays))
