"""Scorecards played to win: what the solutions for a target and for two players share."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, ClassVar

from perfectplay.engines.scorecard.answers.turn_values import TurnValues
from perfectplay.engines.scorecard.card_solution import CardSolution
from perfectplay.engines.scorecard.score_difference.leads import Leads
from perfectplay.engines.scorecard.score_difference.simulation import ties_of
from perfectplay.errors import PositionError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Turn


@dataclasses.dataclass(repr=False)
class LeadSolution(CardSolution):
    """A scorecard solved for the chance to win, by how many points the mover leads.

    A value counts the score so far, which must be told.
    """

    engine: ClassVar[str] = "score-difference"

    leads: Leads

    # For a subclass to answer

    def lead_of(self, before: Any, score: Number | None) -> int:
        """How far the mover leads at a position between turns."""
        raise NotImplementedError

    def other(self, before: Any) -> int:
        """The anchor of whom the mover plays against."""
        raise NotImplementedError

    def place(self, before: Any) -> int:
        """The ply that a position between turns belongs to."""
        raise NotImplementedError

    # What the base asks

    @property
    def tracked(self) -> bool:
        return True

    @property
    def positions(self) -> int:
        """How many positions between turns were solved; each lead counts."""
        return self.leads.count

    def value_between(self, before: Any, score: Number | None) -> float:
        lead = self.lead_of(before, score)
        pair = self.anchor(before.turn), self.other(before)
        return self.leads.mover_chance(self.place(before), *pair, lead)

    def values_in(self, before: Any, score: Number | None) -> TurnValues:
        return self.turn(before, self.lead_of(before, score))

    def known(self, before: Any, score: Number | None, low: int, high: int, what: str) -> int:
        """A score that was told, or the only one there can be; refused if it cannot be."""
        if score is None and low == high:
            return low
        if score is None or not low <= score <= high or score != int(score):
            reason = f"{what} matters" if score is None else f"{what} cannot be {score}"
            raise PositionError(f"{reason} at {self.game.text(before)}; it is from {low} to {high}")
        return int(score)

    @functools.cached_property
    def turn(self) -> Callable[[Any, int], TurnValues]:
        """The values inside a turn with a lead; those asked for lately are remembered."""

        @functools.lru_cache(self.turns_kept)
        def values_of(before: Any, lead: int) -> TurnValues:
            place, other = self.place(before), self.other(before)

            def value_after(points: int, then: Turn) -> float:
                return self.leads.after(place, self.anchor(then), other, lead + points)

            return TurnValues(self.game, self.lattice, before.turn, value_after)

        return values_of

    def ties(self, value: Number, best: Number) -> bool:
        relative, absolute, _ = ties_of(self.leads)
        top = float(best)
        return abs(top - float(value)) <= relative * abs(top) + absolute

    @property
    def digits(self) -> int:
        return 7 if self.leads.large else super().digits
