"""The engine for bearing off: every board of a side, and every pair of boards."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Request, Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.errors import ForeignGameError, PerfectPlayError
from perfectplay.model.bearing import POINTS, BearingOff
from perfectplay.model.game import Game
from perfectplay.objectives import Win

if TYPE_CHECKING:
    from perfectplay.engines.bearing.solution import BoardsSolution

BYTES_A_BOARD = 2500
BYTES_A_PAIR = 8
SECONDS_A_BOARD = 1e-5
SECONDS_A_PAIR = 1e-6
START = 0.1


class BearingEngine(FamilyEngine):
    """Solves the bearing off of checkers, in floats."""

    name: ClassVar[str] = "bearing"
    solves: ClassVar[str] = "the bearing off of checkers"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, BearingOff):
            return ForeignGameError(f"{game.name} is not about bearing off")
        fits = request.objective.linear or (
            isinstance(request.objective, Win) and game.players == 2 and not game.doubling
        )
        if not fits or request.exact:
            how = "in fractions" if request.exact else f"for '{request.objective}'"
            return ForeignGameError(
                f"bearing off is solved in floats for rolls and wins, not {how}"
            )
        return self.outgrows(game, request, "take fewer checkers, or raise it")

    def result(self, game: Game[Any], request: Request) -> type[BoardsSolution]:  # noqa: ARG002  # others ask for it
        from perfectplay.engines.bearing.solution import (
            BearingSolution,
            PairsSolution,
            RaceSolution,
        )

        assert isinstance(game, BearingOff)
        if game.players == 1:
            return BearingSolution
        return PairsSolution if game.doubling else RaceSolution

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
    """How many boards a side can have."""
    return comb(game.most + POINTS, POINTS)
