"""Two objectives: the second decides only where the first is indifferent."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from perfectplay.errors import ObjectiveError
from perfectplay.exact import exactly
from perfectplay.objectives import (
    EveryTarget,
    Exponential,
    Number,
    Objective,
    Score,
    Sought,
    Within,
    as_text,
    require_finite,
)

SCORE = Score()
THEN = ":then:"
UNFIT = (Sought, Within, EveryTarget, Exponential)
"""Objectives that cannot be combined: without a utility of their own, or not in fractions."""


@dataclasses.dataclass(frozen=True)
class Lexicographic(Sought):
    """The first objective, and among all play that is best for it, the second.

    Solving finds a weight for the second that is small enough never to outweigh the first. The
    value is then that of the first plus the weighted second; `stages` separates the two.

    >>> from perfectplay import AtLeast, solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), Lexicographic(AtLeast(45)))
    >>> [round(float(stage), 6) for stage in slots.objective.stages(slots.distribution())]
    [0.296146, 39.887346]
    >>> str(Lexicographic(AtLeast(45)))
    'at-least:45:then:score'
    """

    first: Objective
    second: Objective = SCORE
    at: Number | None = None
    """The weight of the second objective, once found."""

    def __post_init__(self) -> None:
        for stage in (self.first, self.second):
            if isinstance(stage, UNFIT):
                raise ObjectiveError(f"'{stage}' cannot be one of two objectives in order")
        if not self.players:
            raise ObjectiveError(f"no game has the number of players that fits '{self}'")
        if self.at is not None:
            require_finite(self.at, "the weight of the second objective is a finite number")
            object.__setattr__(self, "at", exactly(self.at))

    @property
    def players(self) -> tuple[int, ...]:  # type: ignore[override]  # it depends on the two
        return tuple(each for each in self.first.players if each in self.second.players)

    @property
    def found(self) -> bool:
        return self.at is not None

    def utility(self, score: Number) -> Number:
        weight: Number = self.found_at(self.at)
        return self.first.utility(score) + weight * self.second.utility(score)

    def stages(self, scores: Mapping[Number, Number]) -> tuple[Number, Number]:
        """The values of both objectives, given the distribution of final scores."""
        first, second = (
            sum(chance * stage.utility(score) for score, chance in scores.items())
            for stage in (self.first, self.second)
        )
        return first, second

    def for_player(self, player: int, value: Number) -> Number:
        return self.first.for_player(player, value)

    def __str__(self) -> str:
        at = "" if self.at is None else f":at={as_text(self.at)}"
        return f"{self.first}{THEN}{self.second}{at}"

    @property
    def meaning(self) -> str:
        return f"{self.first.meaning}, then {self.second.meaning}"
