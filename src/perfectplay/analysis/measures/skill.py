"""What skill is worth: best play against players who do not plan, or not far."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from perfectplay.errors import NotOfferedError, PerfectPlayError
from perfectplay.objectives import Objective
from perfectplay.solution.answers import Baselines
from perfectplay.solution.solution import Solution
from perfectplay.solve import evaluate
from perfectplay.strategies.greedy import Greedy
from perfectplay.strategies.strategy import Policy, at_random

LINES = 3
"""The length of the rule card that is searched for."""
MOST_POSITIONS = 1_000_000
MOST_FOR_CARDS = 8_000
"""Larger games are compared with nobody, or without a search for a card."""


@dataclasses.dataclass(frozen=True)
class PlayerComparison:
    """Best play compared with another way of playing, or against it."""

    name: str
    value: float
    """Alone: the value of the other play. For two: what best play scores against it, averaged over
    going first and second."""
    ahead: float
    """How far best play is ahead: of the other's value, or of what it would get against itself."""
    card: Any = None
    """The card of rules that is followed, if any."""


def skill(solution: Solution, cards: Mapping[str, Policy] | None = None) -> list[PlayerComparison]:
    """Best play compared with random play, greedy play, and play by a card of rules.

    Unless `cards` are given, the card is the best one of three lines that a search finds.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> for each in skill(solve(Coins())):
    ...     print(each.name, round(each.value, 4), round(each.ahead, 4))
    random 0.0889 0.1108
    greedy 0.0967 0.103
    a card of 3 lines 0.1997 0.0
    """
    game = solution.game
    if game.card is not None and game.players == 1 and Baselines in solution.answers:
        means = solution.answer(Baselines)
        simple = [
            PlayerComparison(name, float(mean), float(solution.value - mean))
            for name, mean in means.items()
        ]
        return [*simple, *compare_players(solution, cards or {})]
    if solution.positions > MOST_POSITIONS:
        raise NotOfferedError(
            f"{game.name} has {solution.positions:,} positions, too many to be played by others "
            f"here; at most {MOST_POSITIONS:,}"
        )
    others: dict[str, Policy] = {"random": at_random, "greedy": Greedy(game)}
    others |= distilled(solution) if cards is None else cards
    return [*compare_players(solution, others)]


def compare_players(solution: Solution, others: Mapping[str, Policy]) -> Iterator[PlayerComparison]:
    """Best play compared with others, or against each of them."""
    game, objective = solution.game, solution.objective
    for name, policy in others.items():
        card = policy if hasattr(policy, "lines") else None
        if game.players == 1:
            value = float(evaluate(game, policy, objective=objective).value)
            yield PlayerComparison(name, value, float(solution.value) - value, card)
            continue
        first = float(evaluate(game, solution.play, policy, objective=objective).value)
        second = float(evaluate(game, policy, solution.play, objective=objective).value)
        yield PlayerComparison(name, seats(objective, first, second), (first - second) / 2, card)


def seats(objective: Objective, first: float, second: float) -> float:
    """What a player gets who goes first and second equally often, given both values."""
    return (first + float(objective.for_player(1, second))) / 2


def distilled(solution: Solution) -> dict[str, Policy]:
    """The best short card of rules that a search finds, if rules can distinguish positions."""
    from perfectplay.strategies.distil.search import distil

    if solution.positions > MOST_FOR_CARDS:
        return {}
    try:
        best = distil(solution, LINES).best
    except PerfectPlayError:
        return {}
    return {f"a card of {best.lines} line{'s' * (best.lines > 1)}": best.rules}
