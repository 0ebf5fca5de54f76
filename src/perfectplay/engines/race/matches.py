"""Strategies against each other in a race: how often each wins, without simulation."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.race.kernels import chances
from perfectplay.model.race import Race, Turn
from perfectplay.objectives import Objective
from perfectplay.solution.comparison import Result
from perfectplay.solution.distribution import Distribution
from perfectplay.strategies.strategy import Decision, Strategy, answered


def matches(
    game: Race,
    strategies: Mapping[str, Strategy],
    objective: Objective | None = None,
    pairs: Iterable[tuple[str, str]] | None = None,
) -> list[Result]:
    """Strategies against each other, first against second: the chances to win, tie and lose.

    Unless pairs are given, each plays against each, also against itself.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.strategies.race import until
    >>> results = matches(Greed(max=10, sides=3), {"until 8": until(8), "until 5": until(5)})
    >>> print(*(f"{result.value:.4f}" for result in results))
    0.5348 0.9198 0.1887 0.4476
    """
    objective = objective or game.objective()
    likely = THREADS.compile(chances)(game.limit, game.faces, max(game.most, 1))[0].T
    plans = {
        (name, player): Plan(game, strategy, player, likely)
        for name, strategy in strategies.items()
        for player in (0, 1)
    }
    results = []
    for first, second in pairs or itertools.product(strategies, repeat=2):
        ends = how_it_ends(game, plans[first, 0], plans[second, 1])
        worth = [float(objective.utility(margin)) * chance for margin, chance in ends.items()]
        results.append(Result((first, second), sum(worth), Distribution(ends)))
    return results


class Plan:
    """Where a strategy's rolls may lead: for every turn, how likely each total of the dice is."""

    def __init__(self, game: Race, strategy: Strategy, player: int, likely: Any) -> None:
        self.game = game
        self.strategy = strategy
        self.player = player
        self.likely = likely
        self.totals = functools.cache(self.work_out)

    def work_out(self, mine: int, theirs: int, last: bool) -> tuple[float, Any]:
        """How likely no dice are rolled; and how likely each total is of those that are."""
        position = Turn(mine, theirs, last, self.player)
        options = tuple(range(min(self.game.limit - mine, self.game.most) + 1))
        decision = Decision(position, 0, self.player, options)
        labels, weights = answered(self.game, self.strategy, decision)
        shares = np.zeros(len(self.likely))
        for label, weight in zip(labels, weights, strict=True):
            shares[decision.options.index(label)] += float(weight)
        shares /= shares.sum()
        stop, shares[0] = shares[0], 0.0
        return float(stop), shares @ self.likely


def how_it_ends(game: Race, first: Plan, second: Plan) -> dict[Any, Any]:
    """The chances of each margin, from the first player's side."""
    size = game.limit + 1
    plans = (first, second)
    won, level = np.zeros((2, 2, size, size)), np.zeros((2, 2, size, size))
    scores = np.arange(size)
    for player, mine in itertools.product((0, 1), range(size)):
        for theirs in range(size):
            stop, totals = plans[player].totals(mine, theirs, True)
            landing = totals[: size - mine]
            won[0, player, mine, theirs] = landing[scores[mine:] > theirs].sum()
            won[0, player, mine, theirs] += stop * (mine > theirs)
            level[0, player, mine, theirs] = landing[scores[mine:] == theirs].sum()
            level[0, player, mine, theirs] += stop * (mine == theirs)
    for both in range(2 * game.limit, -1, -1):
        for theirs in range(max(0, both - game.limit), min(game.limit, both) + 1):
            mine = both - theirs
            for player in (0, 1):
                stop, totals = plans[player].totals(mine, theirs, False)
                landing, other = totals[: size - mine], 1 - player
                even = landing @ level[1, other, theirs, mine:]
                even += stop * level[0, other, theirs, mine]
                lost = landing @ won[1, other, theirs, mine:]
                lost += stop * won[0, other, theirs, mine]
                stay = landing.sum() + stop
                won[1, player, mine, theirs] = stay - lost - even
                level[1, player, mine, theirs] = even
    start = game.start()
    place = 0 if start.last else 1, start.player, start.mine, start.theirs
    win, even = float(won[place]), float(level[place])
    margin = 1 if start.player == 0 else -1
    return {margin: win, 0: even, -margin: 1 - win - even}
