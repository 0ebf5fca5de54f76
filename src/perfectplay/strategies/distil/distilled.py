"""What came of distilling: the best list of each length that was found, with its exact loss."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from perfectplay.model.nodes import Number
from perfectplay.solution.solution import Solution
from perfectplay.strategies.rules import Rules


def so_far(lines: int, value: float, doing: str) -> str:
    """How far a search is: the list that it has, what that is worth, and what is tried.

    >>> so_far(1, 121.5, "adding a line")
    '1 line so far, worth 121.5000; adding a line'
    """
    return f"{lines} line{'s' * (lines != 1)} so far, worth {value:.4f}; {doing}"


@dataclasses.dataclass(frozen=True)
class Point:
    """A list of lines: what it is worth, and what it loses to best play."""

    rules: Rules
    value: Number
    loss: Number
    proved: bool = False
    """Whether no list of as many lines, of those that can be said, loses less."""

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.rules.lines)


@dataclasses.dataclass(frozen=True)
class Distilled:
    """The curve of lines against loss; the shortest list comes first."""

    solution: Solution
    curve: list[Point]
    stopped: bool = False
    """Whether the search was stopped before it was done."""

    @classmethod
    def of(
        cls, solution: Solution, found: Mapping[int, Point], lines: int, *, stopped: bool
    ) -> Distilled:
        """The curve of what was found, by lines; more lines that lose more are left out."""
        curve: list[Point] = []
        for count in sorted(found):
            if count <= lines and (not curve or found[count].loss <= curve[-1].loss):
                curve.append(found[count])
        return cls(solution, curve, stopped)

    @property
    def best(self) -> Point:
        """The list that loses least; of equally good ones, the shortest."""
        return min(self.curve, key=lambda point: (point.loss, point.lines))
