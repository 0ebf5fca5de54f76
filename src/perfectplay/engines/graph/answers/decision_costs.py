"""The decisions of a graph, with what each option costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.graph.evaluate.policy_evaluation import LaneArrays, numbers
from perfectplay.engines.graph.evaluate.regret import edge_costs, evaluate_explored
from perfectplay.engines.graph.evaluate.rules_by_columns import Array, PositionFields, columns_of
from perfectplay.objectives import Win
from perfectplay.solution.decision_costs import DecisionCosts, RulesOutcome
from perfectplay.strategies.strategy import Decision

if TYPE_CHECKING:
    from perfectplay.engines.graph.solution import GraphSolution
    from perfectplay.strategies.rules import Rules


def decision_costs(solution: GraphSolution) -> DecisionCosts:
    """All decisions of a game solved position by position."""
    board = LaneArrays(solution.lanes, solution.names, solution.game)
    states = board.decided
    fields = PositionFields(board, states)
    known: dict[str, Any] = dict(fields.kinds[0][1]) if len(fields.kinds) == 1 else {}
    columns = columns_of(board, fields, known, states)
    owner, edge, then = board.edges(states, board.nodes(states))
    costs = edge_costs(solution, board, states[owner], then, board.points[edge])

    def decision(row: int) -> Decision:
        """One of the decisions."""
        position, score = board.name(int(states[row]))
        here = slice(*np.searchsorted(owner, [row, row + 1]))
        options = tuple(board.names.labels[label] for label in columns.label[here])
        player = int(board.player[board.lanes.node(int(states[row]))])
        return Decision(position, score or 0, player, options)

    def follow(rules: Rules) -> RulesOutcome:
        """The result of following a card of rules."""
        if solution.game.players == 1:
            value, visits = follow_one(solution, board, [rules])
            return RulesOutcome(value, solution.value - value, visits)
        (first, often), (second, as_often) = (
            follow_one(solution, board, given) for given in ([rules, None], [None, rules])
        )
        loss = (second - first) / 2
        even = solution.number(1) / 2 if isinstance(solution.objective, Win) else 0
        return RulesOutcome(even - loss, loss, (often + as_often) / 2)

    visits = numbers(solution.state_visits)[states].astype(float)
    return DecisionCosts(columns, costs.astype(float), finite(visits), decision, follow)


def follow_one(
    solution: GraphSolution, board: LaneArrays, given: list[Rules | None]
) -> tuple[Any, Array]:
    """The value of a card in one seat, and how often it decides at each decision."""
    places = solution.game, given, solution.request, solution.graph, solution.names
    played, itself, followed = evaluate_explored(*places, lanes=solution.lanes)
    visits = np.zeros(solution.lanes.states)
    mover = itself.player[followed.node]
    decides = np.array([policy is not None for policy in given])[mover]
    often = finite(numbers(played.state_visits).astype(float))
    np.add.at(visits, solution_states(solution, itself, followed.states), often * decides)
    return played.value, visits[board.decided]


def solution_states(solution: GraphSolution, itself: LaneArrays, states: Array) -> Array:
    """States of play that tracks the score, as states of the solution, which may not."""
    alike = itself.lanes.tracked == solution.tracked
    return states if alike else itself.nodes(states)


def finite(visits: Array) -> Array:
    """Visits, with those that never end counted once."""
    return np.where(np.isfinite(visits), visits, 1.0)
