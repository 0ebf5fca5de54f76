"""The result of distilling: the best list found for each length, with its exact loss."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from perfectplay.model.nodes import Number
from perfectplay.solution.solution import Solution
from perfectplay.strategies.rules import Rules


def so_far(lines: int, value: float, doing: str) -> str:
    """The state of a search: its current list, the list's value, and what is being tried.

    >>> so_far(1, 121.5, "adding a line")
    '1 line so far, worth 121.5000; adding a line'
    """
    return f"{lines} line{'s' * (lines != 1)} so far, worth {value:.4f}; {doing}"


@dataclasses.dataclass(frozen=True)
class Point:
    """A list of lines, with its value, and its loss to best play."""

    rules: Rules
    value: Number
    loss: Number
    proved: bool = False
    """Whether it is proved that no list of this length in the language loses less."""

    @property
    def lines(self) -> int:
        """How many lines it has."""
        return len(self.rules.lines)


@dataclasses.dataclass(frozen=True)
class Distilled:
    """The curve of lines against loss, the shortest list first."""

    solution: Solution
    curve: list[Point]
    stopped: bool = False
    """Whether the search was interrupted."""

    @classmethod
    def of(
        cls, solution: Solution, found: Mapping[int, Point], lines: int, *, stopped: bool
    ) -> Distilled:
        """The curve of the lists found; longer lists that lose more are left out."""
        curve: list[Point] = []
        for count in sorted(found):
            if count <= lines and (not curve or found[count].loss <= curve[-1].loss):
                curve.append(found[count])
        return cls(solution, curve, stopped)

    @property
    def best(self) -> Point:
        """The list that loses least; of equally good ones, the shortest."""
        return min(self.curve, key=lambda point: (point.loss, point.lines))
