"""Games that are played alone, where every turn costs a point, or by two, of whom one wins."""

from __future__ import annotations

from perfectplay.model.game import Game, Position
from perfectplay.objectives import Objective, Score, Win


class AloneOrTwo(Game[Position]):
    """What both have to be played for, and how that is said."""

    def objective(self) -> Objective:
        return Win() if self.players == 2 else Score()

    def meaning(self, objective: Objective) -> str:
        if self.players == 1 and objective == Score():
            return self.score_alone
        if self.players == 2 and isinstance(objective, Win):
            return "P(first player wins)"
        return super().meaning(objective)

    @property
    def score_alone(self) -> str:
        """What the score is on average where one plays, in words."""
        return "minus the expected turns"
