"""What policies lose in a race, turn by turn, and what the best response to them gains."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.engines.race.evaluate.policy_evaluation import (
    RacePolicySolution,
    columns,
    follow,
    place_of,
    plans_of,
)
from perfectplay.engines.race.solve.throws import Throws
from perfectplay.engines.ties import ABSOLUTE_TIE
from perfectplay.model.nodes import Number
from perfectplay.model.race import RaceTurn
from perfectplay.solution.regret import Loss, Regret, gain_by_best_answers, line_of
from perfectplay.strategies.strategy import Decision, Policy, for_each_player

if TYPE_CHECKING:
    from perfectplay.engines.race.solution import RaceSolution


def regret(solution: RaceSolution, policies: Sequence[Policy]) -> Regret:
    """What policies lose at each turn, weighted by their own visits."""
    game, request = solution.game, solution.request
    policies = for_each_player(game, policies)
    played = follow(game, plans_of(game, policies, exact=solution.exact), request)
    visits, costs = played.visits(), costs_of(solution, played)
    turns = [*costs]
    lost = np.array([cost * visits.get(turn, 0) for turn, cost in costs.items()])

    def loss(place: int) -> Loss:
        """The loss at one of the turns."""
        turn = turns[place]
        options = tuple(played.plans[turn.player].options(turn))
        line = line_of(policies[turn.player], Decision(turn, 0, turn.player, options))
        return Loss(turn, None, turn.player, costs[turn], visits.get(turn, 0), line)

    movers = np.array([turn.player for turn in turns])
    number = Fraction if solution.exact else float
    return Regret.of(played.value, lost, movers, game.players, loss, number)


def costs_of(solution: RaceSolution, played: RacePolicySolution) -> dict[RaceTurn, Number]:
    """What the policies lose at each turn they reach; nothing where their dice tie."""
    ratings, exact = solution.ratings, solution.exact
    throws = Throws(solution.game, exact=exact)
    kind, one = throws.likely.dtype, ratings.one
    level = int(ratings.ties[0] * one) if exact else float(ratings.ties[0])
    finals = np.array([one, level, 0], kind)
    own = np.array([
        [rated[ratings.mover(player)] for rated in (ratings.normal, ratings.last)]
        for player in (0, 1)
    ], kind)  # fmt: skip
    value = np.stack([own[0], one - own[1]])
    costs: dict[RaceTurn, Number] = {}
    for turn, shares in played.turns.items():
        dice, parts = columns(shares)
        lost = abs(value[place_of(turn)] - parts @ throws.mean(turn, dice, value, finals))
        if exact:
            costs[turn] = Fraction(lost) / one
        else:
            costs[turn] = float(lost) if lost > ABSOLUTE_TIE else 0.0
    return costs


def exploitability(solution: RaceSolution, policies: Sequence[Policy]) -> Number:
    """What a player gains on average by switching from the policies to the best response."""
    game, exact = solution.game, solution.exact

    def value(policies: Sequence[Policy | None]) -> Number:
        """The value of policies; a missing one is replaced by the best response."""
        return follow(game, plans_of(game, policies, exact=exact), solution.request).value

    return gain_by_best_answers(game, policies, value)
