"""Games played alone, where every turn costs a point, or by two players, one of whom wins."""

from __future__ import annotations

from perfectplay.model.game import Game, Position
from perfectplay.objectives import Objective, Score, Win


class AloneOrTwo(Game[Position]):
    """The goals that make sense for one player or two, and how to say them."""

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
        """What the average score means for one player, in words."""
        return "minus the expected turns"
