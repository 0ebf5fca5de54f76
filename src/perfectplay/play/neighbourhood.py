"""What is around a position: where each option or outcome leads, and what that is worth."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable

from perfectplay.model.nodes import Choice, Final, Label, Number
from perfectplay.play.line import Line, Standing
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(frozen=True)
class Edge:
    """An option or an outcome, with what is there behind it."""

    label: Label
    points: Number
    then: Standing
    cost: Number | None = None
    best: bool = False
    probability: float | None = None


@dataclasses.dataclass(frozen=True)
class Around:
    """A position and its edges; options best first, outcomes in the game's order."""

    here: Standing
    player: int | None
    edges: tuple[Edge, ...]

    @classmethod
    def of(cls, solution: Solution, name: Hashable, score: Number = 0) -> Around:
        """Look around a position of a solved game.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> around = Around.of(solve(Coins(coins=2, target=2)), Purse(2, 0))
        >>> [(edge.label, edge.then.value, edge.best) for edge in around.edges]
        [(1, 0.5, True), (2, 0.375, False)]
        """
        line = Line.at(solution, name, score)
        node = line.here.node
        if isinstance(node, Final):
            return cls(line.here, None, ())
        if isinstance(node, Choice):
            edges = tuple(
                Edge(
                    option.label,
                    after.here.score - score,
                    after.here,
                    option.cost,
                    option.best,
                )
                for option in line.options()
                for after in [line.choose(option.label)]
            )
            return cls(line.here, node.player, edges)
        likely = node.odds.floats()
        places = range(len(node.thens))
        thens = [line.led_to(node.thens[place], place, None) for place in places]
        return cls(
            line.here,
            None,
            tuple(
                Edge(place, then.score - score, then, probability=chance)
                for place, then, chance in zip(places, thens, likely, strict=True)
            ),
        )
