"""What came out of solving a scorecard for two: the chance to win, at any two cards and lead."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from perfectplay.engines.lead.leads import Leads
from perfectplay.engines.lead.play import simulate
from perfectplay.engines.scorecard.turn import TurnValues
from perfectplay.errors import PositionError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Duel, Turn
from perfectplay.solution.card_solution import TURNS_KEPT, CardSolution
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import Simulation, require_games
from perfectplay.solution.target_solution import as_good, too_many

if TYPE_CHECKING:
    import polars as pl


@dataclasses.dataclass(repr=False)
class DuelSolution(CardSolution):
    """A scorecard for two, solved for the chance to win, from a position on.

    The score is how far the first player leads; it counts, and must be told.

    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.solution.lead_solving import solve_end_game
    >>> yazy = Yazy(players=2)
    >>> end = solve_end_game(yazy, yazy.read("first=sixes second=sixes"), lead=-6)
    >>> round(end.value, 6)
    0.324655
    """

    leads: Leads
    start: Duel
    lead: int
    """How far the first player leads at the start."""

    @property
    def value(self) -> float:
        return self.value_at(self.start, self.lead)

    @property
    def tracked(self) -> bool:
        return True

    @property
    def positions(self) -> int:
        """How many positions between turns were solved; each lead counts."""
        return self.leads.count

    # What the base asks

    def value_between(self, before: Duel, score: Number | None) -> float:
        lead = self.lead_of(before, score)
        pair = self.anchor(before.turn), self.anchor(before.other)
        return self.leads.mover_chance(self.place(before), *pair, lead)

    def values_in(self, before: Duel, score: Number | None) -> TurnValues:
        return self.turn(before, self.lead_of(before, score))

    def ties(self, value: Number, best: Number) -> bool:
        return as_good(self.leads, float(value), float(best))

    @functools.cached_property
    def turn(self) -> Callable[[Duel, int], TurnValues]:
        """The values inside a turn with a lead; those asked for lately are remembered."""

        @functools.lru_cache(TURNS_KEPT)
        def values_of(duel: Duel, lead: int) -> TurnValues:
            place, other = self.place(duel), self.anchor(duel.other)

            def worth(points: int, then: Turn) -> float:
                return self.leads.after(place, self.anchor(then), other, lead + points)

            return TurnValues(self.game, self.lattice, duel.turn, worth)

        return values_of

    def place(self, duel: Duel) -> int:
        """The step of play that a position belongs to, if play from the start can come there."""
        filled = len(self.game.card.boxes) - len(duel.turn.open)
        place = self.leads.number.get((duel.mover, filled))
        if place is not None:
            played = self.leads.steps[place].played
            pair = (duel.turn, played.mover), (duel.other, played.other)
            if all(self.anchor(turn) in side.anchors for turn, side in pair):
                return place
        raise PositionError(
            f"{self.game.text(duel)} does not come after {self.game.text(self.start)}, from where "
            "on this was solved"
        )

    def lead_of(self, duel: Duel, score: Number | None) -> int:
        """How far the mover leads, from how far the first player does."""
        low, high = self.possible(duel)
        if score is None:
            if low < high:
                raise PositionError(
                    f"it matters who leads at {self.game.text(duel)}; the first player's lead can "
                    f"be from {low} to {high}"
                )
            score = low
        if not low <= score <= high or score != int(score):
            raise PositionError(
                f"the first player cannot lead by {score} at {self.game.text(duel)}; it is from "
                f"{low} to {high}"
            )
        return -int(score) if duel.mover else int(score)

    def possible(self, duel: Duel) -> tuple[int, int]:
        """The least and the greatest lead of the first player at a position."""
        played = self.leads.steps[self.place(duel)].played
        mover = played.mover.anchors.searchsorted(self.anchor(duel.turn))
        other = played.other.anchors.searchsorted(self.anchor(duel.other))
        low = int(played.mover.low[mover] - played.other.high[other])
        high = int(played.mover.high[mover] - played.other.low[other])
        return (-high, -low) if duel.mover else (low, high)

    # The whole of play

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        lead = -self.lead if self.start.mover else self.lead
        margins = simulate(self.leads, lead, games, seed)
        return Simulation.of(-margins if self.start.mover else margins, self.objective, seed)

    def visits(self) -> dict[Hashable, Number]:
        raise too_many(self, "how often each turn arises")

    def distribution(self) -> Distribution:
        raise too_many(self, "the distribution of leads")

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is none
        raise too_many(self, "a table of decisions")
