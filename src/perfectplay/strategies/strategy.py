"""A strategy: how someone plays, as a function of what there is to decide."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Real
from typing import Any, NamedTuple, TypeAlias

from perfectplay.errors import StrategyError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label, Number


class Decision(NamedTuple):
    """What a strategy is asked: a position, the score so far, who moves, and the options."""

    position: Any
    score: Number
    player: int
    options: tuple[Label, ...]


Strategy: TypeAlias = Callable[[Decision], Label | Mapping[Label, Number]]
"""Answers a decision with an option's label, or with weights for several."""


def at_random(decision: Decision) -> dict[Label, Number]:
    """The strategy of someone who does not think: every option is as likely.

    >>> at_random(Decision("start", 0, 0, ("stay", "go")))
    {'stay': 1, 'go': 1}
    """
    return dict.fromkeys(decision.options, 1)


def first_option(decision: Decision) -> Label:
    """The strategy of someone who always takes the first option.

    >>> first_option(Decision("start", 0, 0, ("stay", "go")))
    'stay'
    """
    return decision.options[0]


def answered(
    game: Game[Any], strategy: Strategy, decision: Decision
) -> tuple[tuple[Label, ...], tuple[Number, ...]]:
    """What a strategy answers, as options with weights; refused if it is not on offer."""
    answer = strategy(decision)
    pairs = list(answer.items()) if isinstance(answer, Mapping) else [(answer, 1)]
    weights: list[Any] = [weight for _, weight in pairs]
    numbers = [float(weight) for weight in weights if isinstance(weight, Real)]
    sound = len(numbers) == len(pairs) and all(0 <= number < math.inf for number in numbers)
    for label, _ in pairs:
        if label not in decision.options or not sound or not any(weights):
            raise StrategyError(
                f"the strategy of player {decision.player} answers {answer!r} at "
                f"{game.text(decision.position)}; the options are "
                f"{', '.join(map(str, decision.options))}"
            )
    return tuple(label for label, _ in pairs), tuple(weights)
