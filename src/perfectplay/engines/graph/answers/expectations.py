"""What is expected of the end of a game, by state: carried back through the solution's play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.graph.graph import CHANCE, FINAL

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution


def expected(solution: GraphSolution, of: Callable[[Hashable], Sequence[float]]) -> Any:
    """The mean of some numbers that a final position tells, as an array with a row for each state.

    States come after those that they lead to, so that play must not go round in cycles.
    """
    graph, lanes = solution.graph, solution.lanes
    ends = {
        node: of(solution.names.position(node))
        for node, kind in enumerate(graph.kind)
        if kind == FINAL
    }
    means = np.zeros((lanes.states, len(next(iter(ends.values())))))
    for node in graph.order:
        for state in lanes.lane(node):
            lane = state - lanes.offset[node]
            if node in ends:
                means[state] = ends[node]
            elif graph.kind[node] == CHANCE:
                for edge in graph.out(node):
                    likely = float(graph.probability[edge])
                    means[state] += likely * means[lanes.reach[edge] + lane]
            else:
                means[state] = means[lanes.reach[solution.chosen[state]] + lane]
    return means
