"""The engine for games in which one presses one's luck: a turn at a time, pairs of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Engine, Progress, Request, Size
from perfectplay.errors import ForeignGameError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.press import PressYourLuck
from perfectplay.objectives import Win

if TYPE_CHECKING:
    from perfectplay.engines.press.solution import PressSolution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification

BYTES_A_SCORE = 8
SECONDS_A_TURN = 2e-6
"""For each unit of points that a turn may have."""
START = 1.0
"""Seconds until machine code is loaded."""


class PressEngine(Engine):
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

    def solve(self, game: Game[Any], request: Request) -> PressSolution:
        from perfectplay.engines.press.solution import solved

        assert isinstance(game, PressYourLuck)
        return solved(game, request)

    def write(self, solution: PressSolution) -> tuple[dict[str, str], dict[str, Any]]:
        from perfectplay.engines.press.file import tensors_of

        return {}, tensors_of(solution)

    def read(self, stored: Stored, game: Game[Any], request: Request) -> PressSolution:
        from perfectplay.engines.press.file import restored

        return restored(stored, game, request)

    def verify(self, solution: PressSolution, progress: Progress | None = None) -> Verification:
        from perfectplay.engines.press.verify import verify_turns

        return verify_turns(solution, progress)


def scores_of(game: PressYourLuck) -> int:
    """How many scores a turn may begin with."""
    return game.goal // game.unit if game.goal else 1
