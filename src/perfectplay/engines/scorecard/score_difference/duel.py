"""A solved scorecard for two: the chance of winning, for any two cards and lead."""

from __future__ import annotations

import dataclasses

from perfectplay.engines.scorecard.score_difference.simulation import simulate
from perfectplay.engines.scorecard.score_difference.solution import LeadSolution
from perfectplay.errors import PositionError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Duel
from perfectplay.solution.simulation import Simulation, require_games


@dataclasses.dataclass(repr=False)
class DuelSolution(LeadSolution):
    """A scorecard for two, solved for the chance of winning from a given position.

    The score is how far the first player leads; it matters here, and has to be given.

    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.solve import solve_end_game
    >>> yazy = Yazy(players=2)
    >>> end = solve_end_game(yazy, yazy.read("first=sixes second=sixes"), lead=-6)
    >>> round(end.value, 6)
    0.271831
    """

    start: Duel
    lead: int
    """How far the first player leads at the start."""

    @property
    def value(self) -> float:
        return self.value_at(self.start, self.lead)

    def other(self, before: Duel) -> int:
        return self.anchor(before.other)

    def place(self, before: Duel) -> int:
        filled = len(self.game.card.boxes) - len(before.turn.open)
        place = self.leads.number.get((before.mover, filled))
        if place is not None:
            ply = self.leads.plies[place]
            pair = (before.turn, ply.mover), (before.other, ply.other)
            if all(self.anchor(turn) in side.anchors for turn, side in pair):
                return place
        raise PositionError(
            f"{self.game.text(before)} does not come after {self.game.text(self.start)}, from "
            "where on this was solved"
        )

    def lead_of(self, before: Duel, score: Number | None) -> int:
        lead = self.known(before, score, *self.possible(before), "the first player's lead")
        return -lead if before.mover else lead

    def possible(self, duel: Duel) -> tuple[int, int]:
        """The least and the greatest possible lead of the first player at a position."""
        ply = self.leads.plies[self.place(duel)]
        mover = ply.mover.anchors.searchsorted(self.anchor(duel.turn))
        other = ply.other.anchors.searchsorted(self.anchor(duel.other))
        low = int(ply.mover.low[mover] - ply.other.high[other])
        high = int(ply.mover.high[mover] - ply.other.low[other])
        return (-high, -low) if duel.mover else (low, high)

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        lead = -self.lead if self.start.mover else self.lead
        margins = simulate(self.leads, lead, games, seed)
        return Simulation.of(-margins if self.start.mover else margins, self.objective, seed)
