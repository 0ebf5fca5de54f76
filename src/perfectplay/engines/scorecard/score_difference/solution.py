"""Scorecards played to win: what solutions for a target and for two players have in common."""

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
    """A scorecard solved for the chance of winning, by how many points the mover leads.

    Values depend on the score so far, which has to be given.
    """

    engine: ClassVar[str] = "score-difference"

    leads: Leads

    # Implemented by subclasses

    def lead_of(self, before: Any, score: Number | None) -> int:
        """How far the mover leads at a position between turns."""
        raise NotImplementedError

    def other(self, before: Any) -> int:
        """The anchor of the mover's opponent."""
        raise NotImplementedError

    def place(self, before: Any) -> int:
        """The ply of a position between turns."""
        raise NotImplementedError

    # Answers to the base class

    @property
    def tracked(self) -> bool:
        return True

    @property
    def positions(self) -> int:
        """The number of positions solved between turns, counting each lead."""
        return self.leads.count

    def value_between(self, before: Any, score: Number | None) -> float:
        lead = self.lead_of(before, score)
        pair = self.anchor(before.turn), self.other(before)
        return self.leads.mover_chance(self.place(before), *pair, lead)

    def values_in(self, before: Any, score: Number | None) -> TurnValues:
        return self.turn(before, self.lead_of(before, score))

    def known(self, before: Any, score: Number | None, low: int, high: int, what: str) -> int:
        """The score given, or the only possible one; refused if it is impossible."""
        if score is None and low == high:
            return low
        if score is None or not low <= score <= high or score != int(score):
            reason = f"{what} matters" if score is None else f"{what} cannot be {score}"
            raise PositionError(f"{reason} at {self.game.text(before)}; it is from {low} to {high}")
        return int(score)

    @functools.cached_property
    def turn(self) -> Callable[[Any, int], TurnValues]:
        """The values inside a turn with a lead; recently used ones are cached."""

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
