"""A roll in a race: where it may land, and what that means."""

from __future__ import annotations

import dataclasses
from typing import Literal, TypeAlias

Meaning: TypeAlias = Literal["behind", "tie", "win", "bust"]


@dataclasses.dataclass(frozen=True)
class Roll:
    """Some number of dice in a turn, and the chance of each score; in the last turn it is final."""

    mine: int
    theirs: int
    limit: int
    dice: int
    sides: int

    @property
    def scores(self) -> dict[int, float]:
        """How likely each final score is, bust included."""
        import numpy as np

        likely = np.ones(1)
        for _ in range(self.dice):
            likely = np.convolve(likely, np.full(self.sides, 1 / self.sides))
        return dict(enumerate(likely.tolist(), start=self.mine + self.dice))

    def meaning(self, score: int) -> Meaning:
        """What a final score means: behind, tie, win or bust."""
        if score > self.limit:
            return "bust"
        return "behind" if score < self.theirs else "tie" if score == self.theirs else "win"

    @property
    def chances(self) -> dict[str, float]:
        """How likely each of the four is.

        >>> Roll(mine=8, theirs=9, limit=10, dice=1, sides=2).chances
        {'behind': 0.0, 'tie': 0.5, 'win': 0.5, 'bust': 0.0}
        """
        found: dict[str, float] = dict.fromkeys(("behind", "tie", "win", "bust"), 0.0)
        for score, likely in self.scores.items():
            found[self.meaning(score)] += likely
        return found
