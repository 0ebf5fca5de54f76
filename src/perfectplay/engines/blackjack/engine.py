"""The engine for games against a dealer: every hand against every up card."""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar

from perfectplay.engines import Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.model.blackjack import DealerGame
from perfectplay.model.game import Game
from perfectplay.request import Request

MOST_HANDS = 3072
"""The number of hands of up to 21 if no card runs out."""
BYTES_A_HAND = 400
SECONDS_A_HAND = 6e-5
EXACTLY = 30
"""How many times slower fractions are."""


class BlackjackEngine(FamilyEngine):
    """Solves games against a dealer for the expected win."""

    name: ClassVar[str] = "blackjack"
    solves: ClassVar[str] = "card games against a dealer, for the expected win"
    family: ClassVar[type[Game[Any]]] = DealerGame
    foreign: ClassVar[str] = "is not played against a dealer"
    remedy: ClassVar[str] = "raise it"

    def declines(self, game: DealerGame, request: Request) -> str:  # noqa: ARG002  # all are alike
        if request.objective.linear:
            return ""
        return (
            f"games against a dealer are solved for the expected win, not for '{request.objective}'"
        )

    def size(self, game: Game[Any], request: Request) -> Size:
        assert isinstance(game, DealerGame)
        fewest = prod(
            min(count, game.target // game.points[card]) + 1 for card, count in game.shoe.items()
        )
        hands = min(fewest, MOST_HANDS) * len(game.points)
        slower = EXACTLY if request.exact else 1
        return Size(hands, BYTES_A_HAND * hands, SECONDS_A_HAND * hands * slower)
