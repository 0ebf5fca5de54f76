"""Turns that start with scores: one's own and, for two, the opponent's."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.engines.turn_game.numbering import TurnNumbering
from perfectplay.model.turn_game import Over, TurnGame


class Scores(TurnNumbering):
    """Scores below a target, in units; for two, both form one number."""

    def __init__(
        self,
        game: TurnGame[Any],
        kernel: Callable[..., None],
        rules: Any,
        target: int,
        *,
        unit: int = 1,
    ) -> None:
        super().__init__(game, kernel, rules)
        self.target, self.unit = target, unit

    @functools.cached_property
    def to_go(self) -> Any:
        if self.lost is not None:
            return np.zeros(1, np.int64)
        mine = self.target - np.arange(self.target)
        return (mine[:, None] + mine).ravel() if self.two else mine

    def swapped(self, numbers: Any) -> Any:
        return numbers % self.target * self.target + numbers // self.target

    def guessed(self, values: Any, starts: Any) -> Any:
        """As with one more point: if losing the turn seemed better than that, nobody would bank."""
        known = np.append(values, np.full(self.target, 1.0 if self.two else 0.0))
        return known[starts + self.target] if self.two else known[starts + 1] - self.cost

    def number(self, place: Any) -> int | None:
        if isinstance(place, Over) or place.mine >= self.target * self.unit:
            return None
        mine: int = place.mine // self.unit
        return mine * self.target + place.theirs // self.unit if self.two else mine

    def start(self, number: int, player: int) -> Any:
        if not self.two:
            return self.game.start()._replace(mine=number * self.unit)
        mine, theirs = divmod(number, self.target)
        scores = {"mine": mine * self.unit, "theirs": theirs * self.unit}
        return self.game.start()._replace(player=player, **scores)
