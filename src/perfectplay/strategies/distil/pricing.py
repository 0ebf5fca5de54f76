"""Lines that score the most over a price for each box, and the prices that serve best.

A price stands for what a box is worth while it is open. On turns that were seen, prices are tuned
step by step: that of one box goes up or down, whichever gains most.
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
"""By how much prices are changed."""
WORTH_A_CHANGE = 1e-4
DOWN = "no rerolls left"


class DecidedRolls(NamedTuple):
    """Rolls that are down and the turns they were rolled in, numbered as on the turns seen."""

    turn: Array
    roll: Array

    def at(self, which: Array) -> DecidedRolls:
        """Some of them."""
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
        """What rates lines on turns that were seen."""
        return self.solution.answer(RuleTrials)

    @property
    def double(self) -> Bonus | None:
        """The bonus whose points count twice, which stands for what they help towards it."""
        return next((each for each in self.card.bonuses if each.points), None)

    def ending(self) -> RulePhrase:
        """The line for all other cases: each box has its price, what it is worth while open.

        Points for a bonus count double, and so half of the most of them are added to the price.
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
        """The line that scores the most over prices, everywhere or at some place."""
        double = f" with {self.double.name} double" if self.double else ""
        listed = ", ".join(f"{name} {price}" for name, price in over.items())
        when = (DOWN,) if where and self.card.rerolls else ()
        return RulePhrase((), when, f"score the most{double} over {listed}", where)

    def over(self, line: RulePhrase) -> Array:
        """The prices of a line by box; None if it has none, or says more than prices."""
        import numpy as np

        words = OVER.fullmatch(line.action)
        given = prices(self.card, words["prices"]) if words else {}
        if given.keys() != set(self.card.names):
            return None
        over = np.array([given[name] for name in self.card.names])
        return over if self.line_with(over, line.where) == line else None

    def line_with(self, over: Array, where: tuple[str, ...]) -> RulePhrase:
        """The line of some prices by box."""
        return self.line(dict(zip(self.card.names, over.tolist(), strict=True)), where)

    def decided(self, rated: Any, lines: list[int]) -> DecidedRolls:
        """The rolls that some lines decide where to score."""
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
        """Better prices for some rolls, and what they gain over what is decided there now."""
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
        """Plainly and as a joker, by roll and box: the points, those for the bonus twice."""
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
    """What a box is worth in the middle of a game, or in the turn next to it that is a number.

    >>> midway([9.0, 8.0, math.nan, math.nan])
    8.0
    """
    turns = [turn for turn, value in enumerate(points) if not math.isnan(value)]
    return points[min(turns, key=lambda turn: abs(turn - len(points) // 2))]
