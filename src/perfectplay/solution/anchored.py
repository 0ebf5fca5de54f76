"""Solutions that store the values of turns at their start; the rest follows from the rules."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any

from perfectplay.errors import PositionError
from perfectplay.model.checked import Checked
from perfectplay.model.nodes import Choice, Final, Inline, Node, Number
from perfectplay.model.walk import Transition, edges, node_at
from perfectplay.solution.solution import Solution


class AnchoredSolution(Solution):
    """A solution with a number for each anchor, a position at which a turn begins."""

    game: Checked[Any]

    @property
    def value(self) -> Number:
        return self.value_at(self.game.start())

    @abstractmethod
    def anchored(self, position: Hashable) -> Number | None:
        """The value of an anchor; None inside a turn."""

    def require(self, position: Hashable) -> Hashable:
        place: Hashable = self.game.require(position)
        return place

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        require_no_score(score)
        return self.node_value(self.require(position), None)

    def value_of(self, edge: Transition, score: Number | None) -> Number:
        """The same without a check, since the rules lead there."""
        require_no_score(score)
        return edge.points + self.node_value(edge.place, edge.node)

    def node_value(self, place: Hashable, node: Node | None) -> Number:
        """The value of a node, from the anchors it leads to."""
        known = None if isinstance(place, Inline) else self.anchored(place)
        if known is not None:
            return known
        node = node or node_at(self.game, place)
        if isinstance(node, Final):
            payoff = self.objective.utility(node.payoff)
            return payoff if self.exact else float(payoff)
        values = [
            edge.points + self.node_value(edge.place, edge.node) for edge in edges(place, node)
        ]
        if isinstance(node, Choice):
            return max(values) if node.player == 0 else min(values)
        shares: Sequence[Number] = node.odds.fractions() if self.exact else node.odds.floats()
        mean: Number = sum(map(operator.mul, shares, values))
        return mean


def require_no_score(score: Number | None) -> None:
    """Refuse a running score if it is part of the position, or does not matter."""
    if score is not None:
        raise PositionError("a position is all there is to know; there is no score so far")
