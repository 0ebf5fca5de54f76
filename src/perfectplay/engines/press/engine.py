"""The engine for games in which one presses one's luck: a turn at a time, pairs of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Request, Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.errors import ForeignGameError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.press import PressYourLuck
from perfectplay.objectives import Win

if TYPE_CHECKING:
    from perfectplay.engines.press.solution import PressSolution

BYTES_A_SCORE = 8
SECONDS_A_TURN = 2e-6
"""For each unit of points that a turn may have."""
START = 1.0
"""Seconds until machine code is loaded."""


class PressEngine(FamilyEngine):
    """Solves games of pressing one's luck, in floats, with bounds where two play."""

    name: ClassVar[str] = "press"
    solves: ClassVar[str] = "games in which one presses one's luck"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, PressYourLuck):
            return ForeignGameError(f"{game.name} is not about pressing one's luck")
        fits = request.objective == Win() if game.players == 2 else request.objective.linear
        if not fits or request.exact:
            how = "in fractions" if request.exact else f"for '{request.objective}'"
            return ForeignGameError(f"pressing one's luck is not solved {how}, but by position")
        if not game.goal and game.lost > game.most:
            return ForeignGameError("points are not worth having where a lost turn scores more")
        return self.outgrows(game, request, "take a lower target, or raise it")

    def result(self, game: Game[Any], request: Request) -> type[PressSolution]:  # noqa: ARG002  # others ask for it
        from perfectplay.engines.press.solution import DuelSolution, PressSolution

        return DuelSolution if game.players == 2 else PressSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others ask for it
        assert isinstance(game, PressYourLuck)
        scores = scores_of(game) ** game.players
        units = game.enough // game.unit
        return Size(scores, BYTES_A_SCORE * scores, START + SECONDS_A_TURN * scores * units)


def scores_of(game: PressYourLuck) -> int:
    """How many scores a turn may begin with."""
    return game.goal // game.unit if game.goal else 1
