"""A single turn of one anchor, computed on demand: the value of every roll, keep and box."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.model.nodes import Label
from perfectplay.model.scorecard import DiceAndBoxes, Turn
from perfectplay.model.scorecard.game import keeps
from perfectplay.model.scorecard.scoring import Roll


@dataclasses.dataclass(frozen=True)
class TurnValues:
    """The values within a turn, from those of the turns that can follow."""

    game: DiceAndBoxes
    lattice: Lattice
    turn: Turn
    value_after: Callable[[int, Turn], float]
    """The value of some points plus the turn that follows."""

    def boxes(self, roll: Roll) -> dict[Label, float]:
        """The value of each box a roll may go into: its points plus what follows."""
        return {
            name: self.value_after(placed.points + placed.extra, placed.turn)
            for name, placed in self.game.placements(self.turn, roll).items()
        }

    def keeps(self, roll: Roll, rerolls: int) -> dict[Roll, float]:
        """The value of each keep of a roll; keeping all dice ends the rolling."""
        number, value = self.lattice.number, self.kept[rerolls - 1]
        return {
            keep: float(self.rolled[0][number[keep]] if keep == roll else value[number[keep]])
            for keep in keeps(roll)
        }

    def roll(self, roll: Roll, rerolls: int) -> float:
        """The value of a roll."""
        return float(self.rolled[rerolls][self.lattice.number[roll]])

    @functools.cached_property
    def placed(self) -> Any:
        """The value of each roll once rolling is over.

        Boxes are handled one by one, for all rolls at once; only repeated rolls, which have rules
        of their own, are handled singly.
        """
        card = self.game.card
        best = np.full(self.lattice.rolls, -np.inf)
        for name in self.turn.open[:1] if card.in_order else self.turn.open:
            value = {
                points: self.value_after(points, self.game.fill(self.turn, name, points))
                for points in card.possible[name]
            }
            best = np.maximum(best, [value[points] for points in card.points[name].values()])
        if card.repeat is not None and card.repeat.box not in self.turn.open:
            for roll in card.repeats:
                best[self.lattice.number[roll]] = max(self.boxes(roll).values())
        return best

    @functools.cached_property
    def levels(self) -> list[tuple[Any, Any]]:
        """The values of rolls and keeps with one reroll left, with two, and so on."""
        levels = []
        rolled = self.placed
        for _ in range(self.game.card.rerolls):
            value = np.zeros(self.lattice.size)
            value[: self.lattice.rolls] = rolled
            for here, up in self.lattice.levels_up():
                value[here] = value[up].mean(axis=1)
            best = value.copy()
            for here, down in self.lattice.levels_down():
                best[here] = np.maximum(best[here], best[down].max(axis=1))
            rolled = best[: self.lattice.rolls]
            levels.append((rolled, value))
        return levels

    @functools.cached_property
    def rolled(self) -> list[Any]:
        """The values of the rolls, by number of rerolls left."""
        return [self.placed, *(rolled for rolled, _ in self.levels)]

    @functools.cached_property
    def kept(self) -> list[Any]:
        """The values of keeps that are rerolled with one reroll left, with two, and so on."""
        return [value for _, value in self.levels]
