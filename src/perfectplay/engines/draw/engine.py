"""The engine for draw poker: every deal and every hold, counted in whole numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Request, Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.errors import ForeignGameError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.poker import HAND, DrawPoker

if TYPE_CHECKING:
    from perfectplay.engines.draw.solution import DrawSolution

BYTES_A_DEAL = 40
SECONDS_A_DEAL = 3e-7
START = 1.0
"""Seconds until machine code is loaded."""


class DrawEngine(FamilyEngine):
    """Solves draw poker for what is paid in the mean."""

    name: ClassVar[str] = "draw"
    solves: ClassVar[str] = "draw poker, for what is paid in the mean"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, DrawPoker):
            return ForeignGameError(f"{game.name} is not draw poker")
        if not request.objective.linear:
            return ForeignGameError(
                f"draw poker is solved for what is paid in the mean, not for '{request.objective}'"
            )
        if len(game.deck) < 2 * HAND:
            return ForeignGameError(f"{2 * HAND} cards are needed to draw a whole hand anew")
        return self.outgrows(game, request, "raise it")

    def result(
        self,
        game: Game[Any],  # noqa: ARG002  # others ask for it
        request: Request,  # noqa: ARG002  # others ask for it
    ) -> type[DrawSolution]:
        from perfectplay.engines.draw.solution import DrawSolution

        return DrawSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others ask for it
        assert isinstance(game, DrawPoker)
        deals = deals_of(game)
        return Size(deals, BYTES_A_DEAL * deals, START + SECONDS_A_DEAL * deals)


def deals_of(game: DrawPoker) -> int:
    """How many hands can be dealt."""
    return math.comb(len(game.deck), HAND)
