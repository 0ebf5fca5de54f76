"""All decisions of a game with what each option costs, to look for short lists of rules in."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from perfectplay.model.nodes import Number

if TYPE_CHECKING:
    from perfectplay.solution.decision_columns import DecisionColumns
    from perfectplay.strategies.rules import Rules
    from perfectplay.strategies.strategy import Decision

Array = Any


@dataclasses.dataclass(frozen=True)
class RulesOutcome:
    """What came of a card: its value, what it loses, and how often it comes to each decision."""

    value: Number
    loss: Number
    visits: Array


@dataclasses.dataclass(frozen=True)
class DecisionCosts:
    """The decisions of a game, and what each option costs if play is best from then on."""

    columns: DecisionColumns
    costs: Array
    """By option."""
    visits: Array
    """By decision, how often best play comes to it."""
    decision: Callable[[int], Decision]
    follow: Callable[[Rules], RulesOutcome]
    """What comes of a card, exactly.

    In a game for two, it plays against the best answer to it, and the value is the mean of going
    first and second."""

    def at(self, rows: Array) -> DecisionCosts:
        """Some of the decisions alone."""
        import numpy as np

        def follow(rules: Rules) -> RulesOutcome:
            """What comes of a card."""
            tried = self.follow(rules)
            return dataclasses.replace(tried, visits=tried.visits[rows])

        columns = self.columns.at(rows)
        renumbered = dataclasses.replace(columns, number=np.arange(len(columns.number)))
        return DecisionCosts(
            renumbered,
            self.costs[columns.number],
            self.visits[rows],
            lambda row: self.decision(int(rows[row])),
            follow,
        )
