"""The engine for games in which columns are climbed: boards, a turn at a time."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Request, Size
from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.family import FamilyEngine
from perfectplay.errors import ForeignGameError, PerfectPlayError
from perfectplay.model.climb import Climbing, places
from perfectplay.model.game import Game
from perfectplay.objectives import Win

if TYPE_CHECKING:
    from perfectplay.engines.climb.solution import ClimbSolution

BYTES_A_BOARD = 48
"""With what it takes to put boards in order."""
SECONDS_A_PLACE = 2.5e-6
"""On one core."""
START = 1.0
"""Seconds until machine code is loaded."""


class ClimbEngine(FamilyEngine):
    """Solves games of climbing columns, in floats, with bounds."""

    name: ClassVar[str] = "climb"
    solves: ClassVar[str] = "games in which columns are climbed"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, Climbing):
            return ForeignGameError(f"{game.name} is not about climbing columns")
        fits = request.objective == Win() if game.players == 2 else request.objective.linear
        if not fits or request.exact:
            how = "in fractions" if request.exact else f"for '{request.objective}'"
            return ForeignGameError(f"climbing columns is not solved {how}, but by position")
        return self.outgrows(
            game, request, "take dice with fewer sides or shorter columns, or raise it"
        )

    def result(self, game: Game[Any], request: Request) -> type[ClimbSolution]:  # noqa: ARG002  # others ask for it
        from perfectplay.engines.climb.solution import ClimbDuelSolution, ClimbSolution

        return ClimbDuelSolution if game.players == 2 else ClimbSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others ask for it
        assert isinstance(game, Climbing)
        boards = boards_of(game)
        seconds = SECONDS_A_PLACE * places(game.tops, game.players) / available_cores()
        return Size(boards, BYTES_A_BOARD * boards, START + seconds)


def boards_of(game: Climbing) -> int:
    """How many numbers boards have, those among them that cannot occur."""
    boards = prod(top + 1 for top in game.tops)
    return boards * boards if game.players == 2 else boards
