"""The value of policies on an explored graph, what they lose, and what a best response gains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.graph.cycles.refusals import require_bounded_score
from perfectplay.engines.graph.cycles.score_distribution import scores_on_cycles
from perfectplay.engines.graph.evaluate.fixed_strategies import AsksForScoreError, FixedStrategies
from perfectplay.engines.graph.evaluate.policy_evaluation import (
    Array,
    LaneArrays,
    PolicySubgraph,
    added_up,
    follow,
    graph_of,
    names_of,
    numbers,
)
from perfectplay.engines.graph.graph import CHOICE, Graph, Names
from perfectplay.engines.graph.states import Lanes, plain_lanes, score_lanes
from perfectplay.errors import StrategyError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Number
from perfectplay.model.walk import node_at
from perfectplay.request import Request
from perfectplay.solution.regret import Loss, Regret, gain_by_best_answers, line_of
from perfectplay.strategies.strategy import Decision, Policy, for_each_player

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution


def evaluate_explored(
    game: Game[Any],
    policies: Sequence[Policy | None],
    request: Request,
    graph: Graph,
    names: Names,
    lanes: Lanes | None = None,
) -> tuple[GraphSolution, LaneArrays, PolicySubgraph]:
    """The value of policies in an explored game, and where they lead; tracks the score if asked."""
    from perfectplay.engines.graph.solve.solver import solve_explored

    if lanes is None:
        tracked = not request.objective.linear and graph.carries_points
        if tracked:
            require_bounded_score(game, graph, names)
        lanes = score_lanes(graph, request.compute.memory_limit) if tracked else plain_lanes(graph)
    strategies: Sequence[Any] = policies
    played = FixedStrategies(game, strategies, scored=lanes.tracked)
    board = LaneArrays(lanes, names, game)
    try:
        followed = follow(board, policies)
    except AsksForScoreError:
        if scores_on_cycles(graph):
            raise StrategyError(
                f"a strategy needs the score in {game.name}; it has no bound there, as play can "
                "score again and again on a cycle"
            ) from None
        lanes = score_lanes(graph, request.compute.memory_limit)
        return evaluate_explored(game, policies, request, graph, names, lanes)
    left = graph_of(board, followed, policies)
    return solve_explored(played, request, left, names_of(board, followed)), board, followed


def regret(solution: GraphSolution, policies: Sequence[Policy]) -> Regret:
    """What policies lose at each decision, weighted by their own visits."""
    policies = for_each_player(solution.game, policies)
    places = solution.game, policies, solution.request, solution.graph, solution.names
    played, board, followed = evaluate_explored(*places, lanes=solution.lanes)
    costs = costs_of(solution, board, followed)
    decided = np.flatnonzero(board.kind[followed.node] == CHOICE)
    visits = numbers(played.state_visits)[decided]
    player = board.player[followed.node[decided]]
    lost = np.where(costs == 0, 0 * costs, visits * costs)

    def loss(chosen: int) -> Loss:
        """The loss at one of the decisions."""
        position, score = board.name(int(followed.states[decided[chosen]]))
        cost, often = played.number(costs[chosen]), played.number(visits[chosen])
        mover = int(player[chosen])
        node = node_at(solution.game, position)
        assert isinstance(node, Choice)
        decision = Decision(position, score or 0, mover, (*node.options,))
        line = line_of(policies[mover], decision)
        return Loss(position, score, mover, cost, often, line)

    players = solution.game.players
    return Regret.of(played.value, lost, player, players, loss, played.number)


def costs_of(solution: GraphSolution, board: LaneArrays, followed: PolicySubgraph) -> Array:
    """What the policies lose at each decision: the expected cost of the options they take."""
    states, first = followed.states, followed.first
    decided = np.flatnonzero(board.kind[followed.node] == CHOICE)
    owner = np.repeat(np.arange(len(states)), np.diff(first))
    taken = np.flatnonzero(board.kind[followed.node][owner] == CHOICE)
    points = board.points[followed.edge[taken]]
    cost = edge_costs(solution, board, states[owner[taken]], followed.then[taken], points)
    renumbered = np.searchsorted(decided, owner[taken])
    if not len(taken):
        return cost
    return added_up(followed.share[taken] * cost, renumbered)


def edge_costs(
    solution: GraphSolution, board: LaneArrays, here: Array, then: Array, points: Array
) -> Array:
    """The cost of options that lead from some states to others and bring points; 0 if they tie."""
    if solution.tracked:
        points = 0 * points
    elif board.lanes.tracked:
        here, then = board.nodes(here), board.nodes(then)
    value = numbers(solution.values)
    lower, upper = map(numbers, solution.bounds)
    slack = np.where(
        points == 0,
        0 * points,
        2 * solution.graph.grain
        * (abs(points) + np.maximum(abs(lower[here]), abs(upper[here]))),
    )  # fmt: skip
    ties = (points + lower[then] <= upper[here] + slack) & (
        points + upper[then] >= lower[here] - slack
    )
    return np.where(ties, 0 * points, abs(value[here] - points - value[then]))


def exploitability(solution: GraphSolution, policies: Sequence[Policy]) -> Number:
    """What a player gains on average by switching from the policies to the best response."""

    def value(policies: Sequence[Policy | None]) -> Number:
        """The value of policies; a missing one is replaced by the best response."""
        places = solution.game, policies, solution.request, solution.graph, solution.names
        return evaluate_explored(*places, lanes=solution.lanes)[0].value

    return gain_by_best_answers(solution.game, policies, value)
