"""The distribution of the final score where points are scored on a circle, cut where it is thin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph import CHOICE, FINAL, Graph
from perfectplay.engines.lanes import START
from perfectplay.exact import exactly
from perfectplay.model.nodes import Number
from perfectplay.solution.distribution import Distribution

if TYPE_CHECKING:
    from perfectplay.solution.graph_solution import GraphSolution

CUT = 1e-12
"""Play that is this unlikely to be still under way is not followed any further."""
STEPS = 100_000


def scores_in_circles(graph: Graph) -> bool:
    """Whether points are scored on a circle, so that there are infinitely many final scores."""
    if not graph.circles or not graph.carries_points:
        return False
    circle = graph.circle
    return any(
        graph.points[edge] and circle[graph.target[edge]] == circle[node]
        for node in range(graph.nodes)
        if circle[node] >= 0
        for edge in graph.out(node)
    )


def cut_distribution(solution: GraphSolution) -> Distribution:
    """Follow play step by step, with the score, until hardly any is under way."""
    graph, chosen = solution.graph, solution.chosen
    points = {value: exactly(value) for value in set(graph.points)}
    masses: dict[Number, Any] = {}
    under_way: dict[tuple[int, Number], Any] = {(START, 0): 1 if graph.exact else 1.0}
    endless = exactly(solution.game.endless)
    for _ in range(STEPS):
        further: dict[tuple[int, Number], Any] = {}
        for (node, score), mass in under_way.items():
            kind = graph.kind[node]
            if kind == FINAL or solution.state_visits[node] == float("inf"):
                end = score + (exactly(graph.payoff[node]) if kind == FINAL else endless)
                masses[end] = masses.get(end, 0) + mass
                continue
            edges = [chosen[node]] if kind == CHOICE else graph.out(node)
            for edge in edges:
                key = graph.target[edge], score + points[graph.points[edge]]
                further[key] = further.get(key, 0) + mass * graph.probability[edge]
        under_way = further
        if sum(under_way.values()) <= CUT:
            break
    return Distribution(masses, cut=sum(under_way.values()))
