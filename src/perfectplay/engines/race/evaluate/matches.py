"""Strategies against each other in a race: how often each wins, computed exactly."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

from perfectplay.engines.race.evaluate.policy_evaluation import DicePlan, follow
from perfectplay.model.race import Race
from perfectplay.request import Request
from perfectplay.solution.comparison import Result
from perfectplay.strategies.strategy import Strategy


def matches(
    game: Race,
    strategies: Mapping[str, Strategy],
    request: Request | None = None,
) -> list[Result]:
    """Strategies against each other, first against second: the chances of win, tie and loss.

    Each plays against each, and against itself.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.games.greed.strategies import until
    >>> results = matches(Greed(max=10, sides=3), {"until 8": until(8), "until 5": until(5)})
    >>> print(*(f"{result.value:.4f}" for result in results))
    0.5348 0.9198 0.1887 0.4476
    """
    request = request or Request(game.objective())
    plans = {
        (name, player): DicePlan(game, strategy, player, exact=request.exact)
        for name, strategy in strategies.items()
        for player in (0, 1)
    }
    results = []
    for first, second in itertools.product(strategies, repeat=2):
        played = follow(
            game, (plans[first, 0], plans[second, 1]), request.under(f"{first} against {second}")
        )
        results.append(Result((first, second), played.value, played.distribution()))
    return results
