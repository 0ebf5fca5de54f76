"""The distribution of the final score if points are scored on a cycle, cut off where it is thin."""

from __future__ import annotations

import heapq
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph.graph import CHOICE, FINAL, Graph
from perfectplay.engines.graph.states import START
from perfectplay.errors import MemoryLimitError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Number
from perfectplay.solution.distribution import Distribution

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution

CUT = 1e-12
"""Play with less than this probability of still going on is not followed further."""
STEPS = 100_000
MOST_WORK = 3_000_000
"""The most times nodes are followed, which takes a few seconds."""
MOST_BITS = 1 << 21
"""The total size of all fractions of a distribution: about 630,000 digits in the denominators."""


def scores_on_cycles(graph: Graph) -> bool:
    """Whether points are scored on a cycle, so that there are infinitely many final scores."""
    if not graph.cyclic or not graph.carries_points:
        return False
    component = graph.component
    return any(
        graph.points[edge] and component[graph.target[edge]] == component[node]
        for node in range(graph.nodes)
        if component[node] >= 0
        for edge in graph.out(node)
    )


def truncated_distribution(solution: GraphSolution, most_work: int = MOST_WORK) -> Distribution:
    """Follow play with its score, most likely first, until hardly any is still going on."""
    graph = solution.graph
    masses: dict[Number, Any] = {}
    endless = exactly(solution.game.endless)
    place = {node: at for at, node in enumerate(graph.order)}
    under_way: dict[Number, dict[int, Any]] = {0: {START: Fraction(1) if graph.exact else 1.0}}
    bits = work = 0
    for _ in range(STEPS):
        score = max(under_way, key=lambda score: sum(under_way[score].values()))
        arrived = under_way.pop(score)
        queue = [(-place[node], node) for node in arrived]
        heapq.heapify(queue)
        while queue:
            _, node = heapq.heappop(queue)
            work += 1
            mass = arrived.pop(node)
            kind = graph.kind[node]
            if kind == FINAL or solution.state_visits[node] == math.inf:
                end = score + (graph.payoff_of(node) if kind == FINAL else endless)
                masses[end] = masses.get(end, 0) + mass
                bits += mass.denominator.bit_length() if graph.exact else 0
                continue
            for edge in [solution.chosen[node]] if kind == CHOICE else graph.out(node):
                then, points = graph.target[edge], graph.points_of(edge)
                share = mass * graph.probability[edge]
                if points == 0 and place[then] < place[node]:
                    if then not in arrived:
                        heapq.heappush(queue, (-place[then], then))
                    arrived[then] = arrived.get(then, 0) + share
                else:
                    later = under_way.setdefault(score + points, {})
                    later[then] = later.get(then, 0) + share
        if bits > MOST_BITS:
            raise MemoryLimitError(
                f"{solution.game.name}: there are infinitely many scores, and in fractions their "
                f"chances outgrow {MOST_BITS * 3 // 10:,} digits before the rest is below {CUT}; "
                "ask for them in floats"
            )
        left = sum(sum(level.values()) for level in under_way.values())
        if left <= CUT:
            break
        if work > most_work:
            raise MemoryLimitError(
                f"{solution.game.name}: there are infinitely many scores, and play goes round too "
                f"long to list them (a chance of {float(left):.2g} is still under way); simulate it"
            )
    return Distribution(masses, truncated_mass=left)
