"""Two players on scorecards who ignore each other, each maximising their own score.

The value of such a game is the first player's expected score minus the second's, and neither can
affect the other's, so the solution for one player describes both.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any, ClassVar

from perfectplay.engines.scorecard.positions import require_position
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.model.nodes import Inline, Number
from perfectplay.model.scorecard import DiceAndBoxes, Duel, DuelRolled
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(repr=False)
class IndependentSolution(Solution):
    """A scorecard for two, where both play for the expected score.

    >>> from perfectplay import Score, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(players=2), Score())
    >>> roll = yazy.read("first=sixes,straight second=sixes,straight roll=2,3,4,6,6 rerolls=1")
    >>> yazy.value, yazy.best(roll)
    (0.0, 'keep 6 6')
    """

    engine: ClassVar[str] = "scorecard"
    where_counted: ClassVar[str] = "between turns"

    game: DiceAndBoxes
    alone: ScorecardSolution
    """The solution for one player."""

    @property
    def value(self) -> float:
        return float(self.value_at(self.game.start()))

    @property
    def positions(self) -> int:
        """The number of positions between turns that were solved, for either player."""
        return self.alone.positions

    def require(self, position: Hashable) -> Hashable:
        if isinstance(position, Inline):
            return Inline(self.require(position.position), position.path)
        return require_position(self.game, self.alone.anchors, position)

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        place: Any = self.require(position.position if isinstance(position, Inline) else position)
        before = place if isinstance(place, Duel) else place.before
        own: Hashable = before.turn
        if isinstance(place, DuelRolled):
            own = before.turn.rolled(place.roll, place.rerolls)
        if isinstance(position, Inline):
            own = Inline(own, position.path)
        lead = self.alone.value_at(own, score) - self.alone.value_at(before.other)
        return -lead if before.mover else lead
