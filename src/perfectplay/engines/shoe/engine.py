"""The engine for games against a dealer: every hand against every up card."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Request, Size
from perfectplay.engines.family import FamilyEngine
from perfectplay.errors import ForeignGameError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.shoe import ShoeGame

if TYPE_CHECKING:
    from perfectplay.engines.shoe.solution import ShoeSolution

MOST_HANDS = 3072
"""Hands that count up to 21 where no card runs out."""
BYTES_A_HAND = 400
SECONDS_A_HAND = 6e-5
EXACTLY = 30
"""How many times as long fractions take."""


class ShoeEngine(FamilyEngine):
    """Solves games against a dealer for what is won in the mean."""

    name: ClassVar[str] = "shoe"
    solves: ClassVar[str] = "card games against a dealer, for what is won in the mean"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, ShoeGame):
            return ForeignGameError(f"{game.name} is not played against a dealer")
        if not request.objective.linear:
            return ForeignGameError(
                f"games against a dealer are solved for the mean, not for '{request.objective}'"
            )
        return None

    def result(
        self,
        game: Game[Any],  # noqa: ARG002  # others ask for it
        request: Request,  # noqa: ARG002  # others ask for it
    ) -> type[ShoeSolution]:
        from perfectplay.engines.shoe.solution import ShoeSolution

        return ShoeSolution

    def size(self, game: Game[Any], request: Request) -> Size:
        assert isinstance(game, ShoeGame)
        fewest = prod(
            min(count, game.target // game.points[card]) + 1 for card, count in game.shoe.items()
        )
        hands = min(fewest, MOST_HANDS) * len(game.points)
        slower = EXACTLY if request.exact else 1
        return Size(hands, BYTES_A_HAND * hands, SECONDS_A_HAND * hands * slower)
