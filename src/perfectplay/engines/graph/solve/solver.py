"""From the rules of any game to its solution: explore, track the score, solve backwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from perfectplay.engines.graph.cycles.refusals import (
    cycles_named,
    require_an_end,
    require_bounded_score,
    require_close,
)
from perfectplay.engines.graph.cycles.score_distribution import scores_on_cycles
from perfectplay.engines.graph.evaluate.fixed_strategies import AsksForScoreError, FixedStrategies
from perfectplay.engines.graph.graph import Graph, Names
from perfectplay.engines.graph.solution import GraphSolution, count_positions
from perfectplay.engines.graph.solve.explore import explore
from perfectplay.engines.graph.solve.terminal_values import terminal_values
from perfectplay.engines.graph.states import plain_lanes, score_lanes
from perfectplay.errors import ModelError, StrategyError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.strategies.strategy import Policy, as_strategy, is_table


def solve_graph(game: Game[Any], request: Request, most: int | None = None) -> GraphSolution:
    """Explore a game, track the score if necessary, and solve it backwards."""
    graph, names = explore(
        game,
        exact=request.exact,
        memory_limit=request.compute.memory_limit,
        progress=request.compute.progress,
        most=most,
    )
    return solve_explored(game, request, graph, names)


def solve_explored(game: Game[Any], request: Request, graph: Graph, names: Names) -> GraphSolution:
    """Track the score of an explored game if necessary, and solve it backwards."""
    if not request.objective.linear and graph.carries_points:
        require_bounded_score(game, graph, names)
        lanes = score_lanes(graph, request.compute.memory_limit)
    else:
        lanes = plain_lanes(graph)
    if request.compute.progress:
        request.report("solving", count_positions(lanes, names))
    with cycles_named(game, names):
        found = lanes.solve(terminal_values(lanes, request.objective, game.endless))
    value = found.value
    if not graph.exact and not (math.isfinite(sum(value)) or all(map(math.isfinite, value))):
        raise ModelError(
            f"{game.name}: values grow beyond what a float can hold; score in larger units or "
            "solve it exactly"
        )
    if found.bounds is not None:
        require_an_end(game, graph)
        if request.width is not None and not graph.exact:
            require_close(game, names, lanes, found, request.width)
    return GraphSolution(game, request, lanes, names, value, found.bounds)


def evaluate_graph(
    game: Game[Any], policies: Sequence[Policy | None], request: Request
) -> GraphSolution:
    """Follow given play; the running score is tracked only if a strategy asks for it.

    Functions are followed only where play leads; tables, cards applied to whole columns, and
    players without a policy need the whole graph.
    """
    from perfectplay.engines.graph.evaluate.policy_evaluation import goes_by_columns

    if any(policy is None or is_table(policy) or goes_by_columns(policy) for policy in policies):
        from perfectplay.engines.graph.evaluate.regret import evaluate_explored

        limit, progress = request.compute.memory_limit, request.compute.progress
        graph, names = explore(game, exact=request.exact, memory_limit=limit, progress=progress)
        return evaluate_explored(game, policies, request, graph, names)[0]
    strategies = [as_strategy(policy) for policy in policies if policy is not None]
    try:
        return solve_graph(FixedStrategies(game, strategies), request)
    except AsksForScoreError:
        require_scores(game, request)
        return solve_graph(FixedStrategies(game, strategies, scored=True), request)


def require_scores(game: Game[Any], request: Request) -> None:
    """Refuse to pass strategies an unbounded score, one that grows along a cycle."""
    graph, _ = explore(
        game, memory_limit=request.compute.memory_limit, progress=request.compute.progress
    )
    if scores_on_cycles(graph):
        raise StrategyError(
            f"a strategy needs the score in {game.name}; it has no bound there, as play can "
            "score again and again on a cycle"
        )
