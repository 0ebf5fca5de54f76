"""How people write the values of an objective: as points, as percentages, or as they are."""

from __future__ import annotations

import dataclasses

from perfectplay.model.nodes import Number
from perfectplay.objectives import AtLeast, Objective
from perfectplay.objectives.shares import CVaR, Quantile
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(frozen=True)
class Measure:
    """How people write the values of an objective: as points, as percentages, or as they are."""

    scale: int = 1
    digits: int = 4
    sign: str = ""
    unit: str = ""

    @classmethod
    def for_objective(cls, objective: Objective) -> Measure:
        """The measure for an objective."""
        if objective.linear:
            return cls(digits=2, unit=" points")
        if isinstance(objective, CVaR):
            return cls(digits=2, unit=" points")
        if isinstance(objective, Quantile) or (
            isinstance(objective, AtLeast) and not objective.otherwise
        ):
            return cls(100, 2, " %", " percentage points of winning")
        return cls()

    @classmethod
    def of(cls, solution: Solution) -> Measure:
        """The measure for the values of a solution: a game may pay 1 for a win, and call it P(win).

        If it names neither a chance nor points, it has no unit here, such as the win per bet.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> Measure.of(solve(Coins(coins=2, target=2))).value(0.5)
        '50.00 %'
        """
        objective, meaning = solution.objective, solution.meaning
        if objective.linear and meaning.startswith("P("):
            return cls(100, 2, " %", " percentage points of winning")
        if objective.linear and meaning != objective.meaning and "points" not in meaning:
            return cls()
        return cls.for_objective(objective)

    def value(self, value: Number) -> str:
        """A value.

        >>> Measure(digits=2).value(254.5877), Measure(100, 2, " %").value(0.296146)
        ('254.59', '29.61 %')
        """
        return f"{self.scale * float(value):z.{self.digits}f}{self.sign}"

    def change(self, change: Number) -> str:
        """A gain or loss, with its sign.

        >>> Measure(digits=2).change(-3.2149), Measure(100, 2, " %").change(0.125)
        ('-3.21', '+12.50')
        """
        return f"{self.scale * float(change):+z.{self.digits}f}"

    def loss(self, lost: Number) -> str:
        """A loss; however small, it is shown as something.

        >>> Measure(digits=2).loss(3.2149), Measure(digits=2).loss(0.0001)
        ('3.21', '<0.01')
        """
        least = 10**-self.digits
        shown = self.scale * float(lost)
        return f"<{least}" if 0 < shown < least / 2 else f"{shown:.{self.digits}f}"
