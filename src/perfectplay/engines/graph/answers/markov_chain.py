"""The Markov chain of best play, extracted from the graph of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.graph.evaluate.policy_evaluation import LaneArrays, follow, numbers
from perfectplay.engines.graph.graph import CHOICE, FINAL
from perfectplay.solution.markov_chain import MarkovChain

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution


def markov_chain(solution: GraphSolution) -> MarkovChain:
    """The states best play reaches, with the steps it takes."""
    lanes, names, game = solution.lanes, solution.names, solution.game
    board = LaneArrays(lanes, names, game)
    followed = follow(board, [solution.play] * game.players)
    states, node = followed.states, followed.node
    number = np.full(lanes.states, -1, dtype=np.int64)
    number[states] = np.arange(len(states))
    source = np.repeat(np.arange(len(states)), np.diff(followed.first))
    chooses = board.kind[node] == CHOICE
    taken = np.full(len(states), -1)
    chosen = np.flatnonzero(chooses)
    taken[chosen] = board.label[as_array(solution.chosen)[states[chosen]]]
    points = board.points[followed.edge].astype(float)
    return MarkovChain(
        source=source,
        target=number[followed.then],
        probability=followed.share.astype(float),
        points=0 * points if lanes.tracked else points,
        player=np.where(chooses, board.player[node], -1),
        taken=taken,
        final=board.kind[node] == FINAL,
        value=numbers(solution.values)[states].astype(float),
        visits=numbers(solution.state_visits)[states].astype(float),
        position=lambda state: names.position(int(node[state])),
        score=lambda state: lanes.score(int(node[state]), int(states[state])),
        labels=list(names.labels),
    )
