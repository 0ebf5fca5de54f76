"""Lines that score where points exceed a price by most, and the best prices for each box.

A price is the value of a box while it is open. Prices are tuned step by step on sampled turns: one
box's price goes up or down, whichever gains most.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from perfectplay.model.scorecard import Bonus, Scorecard
from perfectplay.solution.answers import BoxValues, RuleTrials
from perfectplay.solution.solution import Solution
from perfectplay.strategies.distil.phrases import RulePhrase
from perfectplay.strategies.rules.scoring import OVER, points_in, prices

Array = Any
STEPS = (8, 4, 2, 1)
"""The steps by which prices are changed."""
WORTH_A_CHANGE = 1e-4
DOWN = "no rerolls left"


class DecidedRolls(NamedTuple):
    """Final rolls, and the indices of their turns among the sampled ones."""

    turn: Array
    roll: Array

    def at(self, which: Array) -> DecidedRolls:
        """A selection of them."""
        return DecidedRolls(self.turn[which], self.roll[which])


@dataclasses.dataclass(frozen=True)
class Pricing:
    """The prices of a card."""

    solution: Solution

    @property
    def card(self) -> Scorecard:
        """The card."""
        card = self.solution.game.card
        assert card is not None
        return card

    @functools.cached_property
    def trials(self) -> Any:
        """What rates lines on sampled turns."""
        return self.solution.answer(RuleTrials)

    @property
    def double(self) -> Bonus | None:
        """The bonus whose points count double, to reflect what they contribute to it."""
        return next((each for each in self.card.bonuses if each.points), None)

    def ending(self) -> RulePhrase:
        """The line for all other cases: each box has its price, its value while open.

        Points for a bonus count double, so half of the box's maximum is added to its price.
        """
        value = self.solution.answer(BoxValues)
        twice = self.double.boxes if self.double else ()
        return self.line(
            {
                name: round(midway(points) + (self.card.most(name) / 2 if name in twice else 0))
                for name, points in value.items()
            }
        )

    def line(self, over: Mapping[str, int], where: tuple[str, ...] = ()) -> RulePhrase:
        """The line that scores where points exceed prices by most, everywhere or at some place."""
        double = f" with {self.double.name} double" if self.double else ""
        listed = ", ".join(f"{name} {price}" for name, price in over.items())
        when = (DOWN,) if where and self.card.rerolls else ()
        return RulePhrase((), when, f"score the most{double} over {listed}", where)

    def over(self, line: RulePhrase) -> Array:
        """The prices of a line by box; None if it has none, or contains more than prices."""
        import numpy as np

        words = OVER.fullmatch(line.action)
        given = prices(self.card, words["prices"]) if words else {}
        if given.keys() != set(self.card.names):
            return None
        over = np.array([given[name] for name in self.card.names])
        return over if self.line_with(over, line.where) == line else None

    def line_with(self, over: Array, where: tuple[str, ...]) -> RulePhrase:
        """The line for some prices by box."""
        return self.line(dict(zip(self.card.names, over.tolist(), strict=True)), where)

    def decided(self, rated: Any, lines: list[int]) -> DecidedRolls:
        """The rolls for which some lines decide where to score."""
        import numpy as np

        rolls = len(self.card.rolls)
        return DecidedRolls(*np.nonzero(np.isin(rated.line[:, :rolls], lines)))

    def tuned(
        self,
        turns: Any,
        rated: Any,
        rows: DecidedRolls,
        over: Array,
        steps: tuple[int, ...] = STEPS,
    ) -> tuple[float, Array]:
        """Better prices for some rolls, and what they gain over the current decisions."""
        gain, over = self.trials.gain_by_prices(turns, rated, rows, self.points, over), over.copy()
        for step in steps:
            while True:
                changes = self.trials.price_changes(turns, rated, rows, self.points, over, step)
                most = float(changes.max())
                if most <= WORTH_A_CHANGE:
                    break
                box, lower = divmod(int(changes.argmax()), 2)
                over[box] += -step if lower else step
                gain += most
        return gain, over

    @functools.cached_property
    def points(self) -> Array:
        """By roll and box, plain and as a joker: the points, counting those for the bonus twice."""
        import numpy as np

        twice = self.double.boxes if self.double else ()
        rolls = [self.trials.solution.lattice.keeps[each] for each in range(len(self.card.rolls))]
        return np.array(
            [
                [[points_in(self.card, name, roll, joker) * (1 + (name in twice))
                  for name in self.card.names] for roll in rolls]
                for joker in (False, True)
            ]
        )  # fmt: skip


def midway(points: Sequence[float]) -> float:
    """The value of a box in mid-game, or in the nearest turn where it is a number.

    >>> midway([9.0, 8.0, math.nan, math.nan])
    8.0
    """
    turns = [turn for turn, value in enumerate(points) if not math.isnan(value)]
    return points[min(turns, key=lambda turn: abs(turn - len(points) // 2))]
