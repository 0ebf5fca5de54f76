"""All decisions of a game with the cost of each option, for finding short lists of rules."""

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
    """The result of a card: its value, its loss, and how often it meets each decision."""

    value: Number
    loss: Number
    visits: Array


@dataclasses.dataclass(frozen=True)
class DecisionCosts:
    """The decisions of a game, and the cost of each option under best play from there on."""

    columns: DecisionColumns
    costs: Array
    """The cost of each option."""
    visits: Array
    """How often best play reaches each decision."""
    decision: Callable[[int], Decision]
    follow: Callable[[Rules], RulesOutcome]
    """Computes the exact result of a card.

    In a game for two, it plays against the best response to it, and the value is the mean over
    going first and second."""

    def at(self, rows: Array) -> DecisionCosts:
        """A selection of the decisions."""
        import numpy as np

        def follow(rules: Rules) -> RulesOutcome:
            """The result of a card."""
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
