"""The engine for draw poker: every deal and every hold, counted in whole numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.model.game import Game
from perfectplay.model.video_poker import HAND, DrawPoker
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from perfectplay.solution.verification import Verification

BYTES_A_DEAL = 40
SECONDS_A_DEAL = 3e-7
START = 1.0
"""Seconds until machine code is loaded."""
BY_PYTHON = 1000
"""How many times slower than machine code plain Python is."""


class VideoPokerEngine(FamilyEngine):
    """Solves draw poker for the expected payout."""

    name: ClassVar[str] = "video-poker"
    solves: ClassVar[str] = "draw poker, for the expected payout"
    family: ClassVar[type[Game[Any]]] = DrawPoker
    foreign: ClassVar[str] = "is not draw poker"
    remedy: ClassVar[str] = "raise it"

    def declines(self, game: DrawPoker, request: Request) -> str:
        if not request.objective.linear:
            return f"draw poker is solved for the expected payout, not '{request.objective}'"
        few = len(game.deck) < 2 * HAND
        return f"{2 * HAND} cards are needed to redraw a whole hand" if few else ""

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others ask for it
        assert isinstance(game, DrawPoker)
        deals = deals_of(game)
        work = SECONDS_A_DEAL * deals
        return Size(deals, BYTES_A_DEAL * deals, START + work, BY_PYTHON * work)

    def verify(self, solution: Any, progress: Progress | None = None) -> Verification:
        found: Verification = self.beside("verify").verified(solution, progress)
        return found


def deals_of(game: DrawPoker) -> int:
    """The number of hands that can be dealt."""
    return math.comb(len(game.deck), HAND)
