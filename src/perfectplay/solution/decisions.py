"""Decisions with their weights: how often each occurs, and what the runner-up would cost."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence

from perfectplay.model.nodes import Label, Number
from perfectplay.solution.options import Option


@dataclasses.dataclass(frozen=True)
class WeightedDecision:
    """A decision: all its best options, the runner-up with its cost, and how often it occurs."""

    position: Hashable
    score: Number | None
    best: tuple[Label, ...]
    second: Label | None
    cost: float
    visits: float

    @classmethod
    def of(
        cls, position: Hashable, score: Number | None, options: Sequence[Option], visits: float
    ) -> WeightedDecision:
        """A decision between ranked options.

        >>> options = [Option("stay", 2, 0, True), Option("go", 1.5, 0.5, False)]
        >>> WeightedDecision.of("start", None, options, 0.25).matters
        0.125
        """
        best = tuple(option.label for option in options if option.best)
        wrong = next((option for option in options if not option.best), None)
        second, cost = (wrong.label, float(wrong.cost)) if wrong else (None, 0.0)
        return cls(position, score, best, second, cost, visits)

    @property
    def matters(self) -> float:
        """What a player who gets only this decision wrong loses on average over all games."""
        return self.cost * self.visits


class Decisions(list[WeightedDecision]):
    """The decisions that occur in play, with their frequencies.

    If these are not all of them, `part` says which they are.
    """

    def __init__(self, decisions: Sequence[WeightedDecision], part: str = "") -> None:
        super().__init__(decisions)
        self.part = part
