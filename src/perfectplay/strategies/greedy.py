"""The greedy player, who maximises the points of this turn and looks no further."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Final, Label, Node, Number
from perfectplay.model.turns import Turns
from perfectplay.model.walk import edges, node_at
from perfectplay.strategies.strategy import Decision

CLOSE = 1e-9
"""Options whose points differ by no more than this are equally good."""


class Greedy:
    """A strategy: the options with the most expected points before the next turn begins.

    The end of the game counts with its payoff. Ties are broken evenly at random.

    >>> from perfectplay import compare
    >>> from perfectplay.games.slots import Slots
    >>> slots = Slots()
    >>> turn = slots.read("open=x3,bin roll=5")
    >>> Greedy(slots)(Decision(turn, 0, 0, ("x3", "bin")))
    {'x3': 1}
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.turns = game, Turns(game)
        self.known: dict[Any, float] = {}

    def __call__(self, decision: Decision) -> dict[Label, Number]:
        place, player = decision.position, decision.player
        node = node_at(self.game, place)
        brings = self.options(place, node, player)
        sign = -1 if player else 1
        best = max(sign * points for points in brings.values())
        return {option: 1 for option, points in brings.items() if sign * points >= best - CLOSE}

    def options(self, place: Hashable, node: Node, whose: int | None) -> dict[Label, float]:
        """The expected points of each option or outcome in this turn."""
        found: dict[Label, float] = {}
        for edge in edges(place, node):
            after = node_at(self.game, edge.place) if edge.node is None else edge.node
            points = float(edge.points)
            if isinstance(after, Final):
                points += float(after.payoff)
            elif not self.turns.begins(edge.place, after, whose):
                points += self.turn_value(
                    edge.place, after, self.turns.whose(edge.place, after, whose)
                )
            found[edge.step] = points
        return found

    def turn_value(self, place: Hashable, node: Node, whose: int | None) -> float:
        """The expected points from here to the end of the turn."""
        key = place, whose
        if key not in self.known:
            self.known[key] = 0.0  # coming back to the same place gains nothing
            brings = self.options(place, node, whose)
            if isinstance(node, Choice):
                best = min if node.player else max
                self.known[key] = best(brings.values())
            elif not isinstance(node, Final):
                pairs = zip(brings.values(), node.odds.floats(), strict=True)
                self.known[key] = sum(points * share for points, share in pairs)
        return self.known[key]
