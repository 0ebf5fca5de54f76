"""Expectations about the end of a game for each state, carried back under best play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.graph.graph import CHANCE, FINAL

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution


def expected(solution: GraphSolution, of: Callable[[Hashable], Sequence[float]]) -> Any:
    """The expected value of some numbers of the final position; one row per state.

    States come after those they lead to, so play must not have cycles.
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
