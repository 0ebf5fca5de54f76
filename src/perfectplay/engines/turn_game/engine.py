"""The engine for games of turns that may be lost: the values of turns at their start."""

from __future__ import annotations

from typing import Any, ClassVar

from perfectplay.engines import Size
from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.family import FamilyEngine
from perfectplay.model.game import Game
from perfectplay.model.turn_game import TurnGame, family_of
from perfectplay.objectives import Win
from perfectplay.request import Request

BYTES_A_START = 64
"""Including what it takes to sort them."""
SECONDS_A_PLACE = 2.5e-6
"""On one core."""
START = 1.0
"""Seconds until machine code is loaded."""
BY_PYTHON = 15
"""How many times slower than machine code plain Python is."""


class TurnGameEngine(FamilyEngine):
    """Solves games of turns, in floats with bounds."""

    name: ClassVar[str] = "turn-game"
    solves: ClassVar[str] = "games of turns that may be lost"
    family: ClassVar[type[Game[Any]]] = TurnGame
    foreign: ClassVar[str] = "is not played in turns that may be lost"
    remedy: ClassVar[str] = "take a smaller game, or raise it"

    def declines(self, game: TurnGame[Any], request: Request) -> str:
        fits = request.objective == Win() if game.players == 2 else request.objective.linear
        if not fits or request.exact:
            how = "in fractions" if request.exact else f"for '{request.objective}'"
            return f"turns that may be lost are not solved {how}, but by position"
        if request.width is not None:
            return (
                "turns that may be lost are proved as closely as floats allow, not to a given width"
            )
        if family_of(game) is None:
            return f"{game.name} changes the rules of its turns"
        if not game.by_turns:
            return f"turns of {game.name} may cost points already banked, or are best lost"
        return ""

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others ask for it
        assert isinstance(game, TurnGame)
        starts, places = game.turn_extent()
        work = SECONDS_A_PLACE * places
        seconds = START + work / available_cores()
        return Size(starts, BYTES_A_START * starts, seconds, BY_PYTHON * work)
