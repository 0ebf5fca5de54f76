"""How likely best play is to earn each section bonus, from every turn on."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

import numpy as np

from perfectplay.engines.graph.graph import CHANCE, FINAL
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import DiceAndBoxes, Turn
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(frozen=True)
class BonusChances:
    """The chances of all bonuses of a card, as an array: by anchor or state, and by bonus."""

    solution: Solution
    chances: Any

    @classmethod
    def of(cls, solution: Solution) -> BonusChances:
        """Work them out, backwards from the end of the game.

        >>> from perfectplay import Bonus, Box, Scorecard, solve
        >>> from perfectplay.model.scorecard import Face
        >>> bonus = Bonus("upper", ["ones"], at=2, points=9)
        >>> card = Scorecard("small", dice=2, sides=2, rerolls=0, boxes=[Box("ones", Face(1))],
        ...                  bonuses=[bonus])
        >>> BonusChances.of(solve(card)).at(card.start())
        (0.25,)
        """
        assert isinstance(solution.game, DiceAndBoxes)
        if isinstance(solution, ScorecardSolution):
            return cls(solution, by_anchor(solution))
        assert isinstance(solution, GraphSolution)
        return cls(solution, by_state(solution))

    def at(self, place: Hashable, score: Number | None = None) -> tuple[float, ...]:
        """The chance of each bonus of the card, before the roll.

        In a game that was solved position by position, also after it.
        """
        if isinstance(self.solution, ScorecardSolution):
            assert isinstance(place, Turn)
            row = self.solution.anchors.anchor(place)
        else:
            assert isinstance(self.solution, GraphSolution)
            row = self.solution.state(place, score)
        return tuple(self.chances[row].tolist())


def earned(game: DiceAndBoxes, turn: Turn) -> list[float]:
    """Which bonuses are earned when all boxes are filled."""
    pairs = zip(turn.totals, game.card.bonuses, strict=True)
    return [float(total >= bonus.at) for total, bonus in pairs]


def by_anchor(solution: ScorecardSolution) -> Any:
    """The chances by the number of the anchor."""
    from perfectplay.engines.scorecard.policy import carry_back

    anchors, game = solution.anchors, solution.game
    boxes = len(game.card.boxes)
    chances = np.zeros((anchors.count, len(game.card.bonuses)))
    if not game.card.bonuses:
        return chances
    runs = anchors.runs(boxes)
    for begin, mask in zip(runs.begin, runs.mask, strict=False):
        for lane, totals in enumerate(anchors.lane_totals(int(mask))):
            chances[int(begin) + lane] = earned(game, Turn((), totals))
    for filled in range(boxes - 1, -1, -1):
        solution.played.for_each(carry_back, anchors.runs(filled), chances)
    return chances


def by_state(solution: GraphSolution) -> Any:
    """The chances by the number of the state."""
    graph, lanes, game = solution.graph, solution.lanes, solution.game
    assert isinstance(game, DiceAndBoxes)
    chances = np.zeros((lanes.states, len(game.card.bonuses)))
    for node in graph.order:
        for state in lanes.lane(node):
            lane = state - lanes.offset[node]
            if graph.kind[node] == FINAL:
                turn = solution.names.position(node)
                assert isinstance(turn, Turn)
                chances[state] = earned(game, turn)
            elif graph.kind[node] == CHANCE:
                for edge in graph.out(node):
                    likely = float(graph.probability[edge])
                    chances[state] += likely * chances[lanes.reach[edge] + lane]
            else:
                chances[state] = chances[lanes.reach[solution.chosen[state]] + lane]
    return chances
