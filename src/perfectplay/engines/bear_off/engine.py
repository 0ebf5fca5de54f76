"""The engine for bearing off: every board of a side, and every pair of boards."""

from __future__ import annotations

from math import comb
from typing import Any, ClassVar

from perfectplay.engines import Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.model.bear_off import POINTS, BearingOff
from perfectplay.model.game import Game
from perfectplay.objectives import Win
from perfectplay.request import Request

BYTES_A_BOARD = 2500
BYTES_A_PAIR = 8
SECONDS_A_BOARD = 1e-5
SECONDS_A_PAIR = 1e-6
START = 0.1


class BearOffEngine(FamilyEngine):
    """Solves bearing off checkers, in floats."""

    name: ClassVar[str] = "bear-off"
    solves: ClassVar[str] = "bearing off checkers"
    family: ClassVar[type[Game[Any]]] = BearingOff
    foreign: ClassVar[str] = "is not about bearing off"
    remedy: ClassVar[str] = "take fewer checkers, or raise it"

    def declines(self, game: BearingOff, request: Request) -> str:
        wins = isinstance(request.objective, Win) and game.players == 2 and not game.doubling
        if (request.objective.linear or wins) and not request.exact:
            return ""
        how = "in fractions" if request.exact else f"for '{request.objective}'"
        return f"bearing off is solved in floats, for rolls or wins, not {how}"

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others ask for it
        assert isinstance(game, BearingOff)
        boards = boards_of(game)
        if game.players == 1:
            return Size(boards, BYTES_A_BOARD * boards, START + SECONDS_A_BOARD * boards)
        tables = 3 if game.doubling else 1
        pairs = boards * boards
        bytes_ = BYTES_A_BOARD * boards + BYTES_A_PAIR * tables * pairs
        return Size(pairs, bytes_, START + SECONDS_A_PAIR * tables * pairs)


def boards_of(game: BearingOff) -> int:
    """The number of boards a side can have."""
    return comb(game.most + POINTS, POINTS)
