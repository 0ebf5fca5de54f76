"""What came out of pressing one's luck: what scores are worth; turns are worked out anew."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.press.kernels import NEVER, Luck
from perfectplay.engines.press.luck import luck_of, proved, solve_alone, solve_pairs, turn_of
from perfectplay.engines.turns import TurnDuelSolution, TurnSolution
from perfectplay.model.jeopardy import Over
from perfectplay.model.nodes import Number
from perfectplay.model.press import Pair, PressYourLuck


@dataclasses.dataclass(repr=False)
class PressSolution(TurnSolution):
    """What turns are worth at their start, by score: alone, or one turn.

    >>> from perfectplay import solve
    >>> from perfectplay.games.farkle import Farkle
    >>> turn = solve(Farkle(rules="zilch"))
    >>> round(turn.value, 3)
    623.017
    >>> turn.best(turn.read("turn=200 roll=1,2,5,5"))
    '1 5 5'
    """

    engine: ClassVar[str] = "press"

    game: PressYourLuck
    values: Any
    """In units, by score."""

    @functools.cached_property
    def luck(self) -> Luck:
        """What throws offer."""
        return luck_of(self.game)

    @property
    def positions(self) -> int:
        return int(self.values.size)

    def anchored(self, position: Hashable) -> Number | None:
        place: Any = position
        if isinstance(place, Over) or place.roll:
            return None
        mine, theirs = place.mine // self.game.unit, getattr(place, "theirs", 0) // self.game.unit
        worth = self.turn((mine, theirs))[place.turn // self.game.unit, place.dice]
        return float(1 - worth if isinstance(place, Pair) and place.player else worth)

    def worked_out(self, start: tuple[int, int]) -> Any:
        """What a turn is worth, by its points so far and the dice in hand; scores are in units."""
        mine, theirs = start
        to_go = self.game.enough // self.game.unit - mine
        holding = np.empty(to_go + int(self.luck.gain.max()))
        holding[to_go:] = self.end
        holding[:to_go], lost = self.banked(mine, theirs)
        holding[: min(to_go, max(1, self.game.least // self.game.unit))] = NEVER
        return turn_of(self.luck, holding, to_go, lost)

    @property
    def end(self) -> float:
        """What a turn is worth that ends the game."""
        return -1.0 if self.game.goal else float(self.game.most)

    def banked(self, mine: int, theirs: int) -> tuple[Any, float]:  # noqa: ARG002  # alone
        """What it is worth to bank, by the points of the turn, and to have lost them."""
        if not self.game.goal:
            points = np.arange(self.game.most // self.game.unit) * float(self.game.unit)
            return points, float(self.game.lost)
        return self.values[mine:] - 1.0, float(self.values[mine]) - 1.0


@dataclasses.dataclass(repr=False)
class DuelSolution(TurnDuelSolution, PressSolution):
    """Two players: the chance of who moves, by both scores."""

    @property
    def end(self) -> float:
        return 1.0

    def worked_out(self, start: tuple[int, int]) -> Any:
        return super().worked_out(start).clip(0.0, 1.0)  # rounded, a chance may be beyond

    def banked(self, mine: int, theirs: int) -> tuple[Any, float]:
        return 1.0 - self.values[theirs, mine:], 1.0 - float(self.values[theirs, mine])


def solved(game: PressYourLuck, request: Any) -> PressSolution:
    """Solve a game of pressing one's luck."""
    luck, least = luck_of(game), game.least // game.unit
    request.tell("pressing one's luck", 0)
    if game.players == 2:
        target = game.goal // game.unit
        values = solve_pairs(
            luck, target, least, lambda pairs: request.tell("pressing one's luck", pairs)
        )
        request.tell("proving bounds", target * target)
        return DuelSolution(game, request, values, proved(luck, values, least))
    if game.goal:
        return PressSolution(game, request, solve_alone(luck, game.goal // game.unit, least))
    return PressSolution(game, request, np.zeros(1))
