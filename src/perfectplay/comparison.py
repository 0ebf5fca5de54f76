"""Strategies side by side, exactly: each alone in a game for one, all pairs in a game for two."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping
from typing import Any

from perfectplay.engines.graph.explore import MEMORY_LIMIT, Progress
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.objectives import Objective
from perfectplay.solution.distribution import Distribution
from perfectplay.solve import evaluate
from perfectplay.strategies.strategy import Strategy


@dataclasses.dataclass(frozen=True)
class Result:
    """What play by some strategies, one for each player, comes to."""

    strategies: tuple[str, ...]
    value: Number
    distribution: Distribution


def compare(
    game: Game[Any],
    strategies: Mapping[str, Strategy],
    objective: Objective | None = None,
    *,
    exact: bool = False,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
) -> list[Result]:
    """The results of strategies: each alone, or each against each, also against itself.

    >>> from perfectplay import compare, solve
    >>> from perfectplay.games.coins import Coins
    >>> coins = Coins(coins=3, target=5)
    >>> def all_in(decision):
    ...     return decision.options[-1]
    >>> for result in compare(coins, {"best": solve(coins).play, "all in": all_in}, exact=True):
    ...     print(*result.strategies, result.value)
    best 73/256
    all in 253/1024
    """
    return [
        Result(names, solution.value, solution.distribution())
        for names in itertools.product(strategies, repeat=game.players)
        for solution in [
            evaluate(
                game,
                *(strategies[name] for name in names),
                objective=objective,
                exact=exact,
                memory_limit=memory_limit,
                progress=progress,
            )
        ]
    ]
