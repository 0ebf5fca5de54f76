"""A strategy: how someone plays, as a function of the decision to make."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeGuard

from perfectplay.errors import StrategyError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label, Number


class Decision(NamedTuple):
    """What a strategy has to decide: a position, the running score, who moves, and the options."""

    position: Any
    score: Number
    player: int
    options: tuple[Label, ...]


Strategy: TypeAlias = Callable[[Decision], Label | Mapping[Label, Number]]
"""Answers a decision with an option's label, or with weights for several: by label, or as a list
or an array of one weight for each option."""


class Weights(Protocol):
    """A table of numbers, such as a NumPy array or a PyTorch tensor."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The numbers of rows and columns."""


Policy: TypeAlias = Strategy | Mapping[Any, Any] | Weights
"""A strategy; its answers by position (or by position and score); or a table of weights, with a row
for each decision and a column for each action, or one action per row, in the order of a solution's
`Numbering`."""


def at_random(decision: Decision) -> dict[Label, Number]:
    """The strategy that ignores everything: every option is equally likely.

    >>> at_random(Decision("start", 0, 0, ("stay", "go")))
    {'stay': 1, 'go': 1}
    """
    return dict.fromkeys(decision.options, 1)


def first_option(decision: Decision) -> Label:
    """The strategy that always takes the first option.

    >>> first_option(Decision("start", 0, 0, ("stay", "go")))
    'stay'
    """
    return decision.options[0]


def for_each_player(game: Game[Any], policies: Sequence[Policy]) -> Sequence[Policy]:
    """A policy for each player, from as many, or from one that plays for all."""
    return [*policies] * game.players if len(policies) == 1 else policies


def require_one_for_each(game: Game[Any], policies: Sequence[Policy | None]) -> None:
    """Refuse more or fewer policies than there are players."""
    if len(policies) != game.players:
        raise StrategyError(
            f"{game.name} needs {game.players} strategies, one for each player, not {len(policies)}"
        )


def is_table(policy: Any) -> TypeGuard[Weights]:
    """Whether a policy is a table, such as a NumPy array or a PyTorch tensor.

    >>> is_table(at_random), is_table({"start": "go"})
    (False, False)
    """
    return hasattr(policy, "shape")


def as_strategy(policy: Policy) -> Strategy:
    """A policy other than a table, as a function.

    >>> as_strategy({"start": "go"})(Decision("start", 0, 0, ("stay", "go")))
    'go'
    """
    if callable(policy):
        return policy
    if not isinstance(policy, Mapping):
        raise StrategyError(
            f"a policy is a function of a decision, a mapping from positions, or a table with a "
            f"row for each decision, not {policy!r}"
        )

    def looked_up(decision: Decision) -> Any:
        """The mapping's entry for a position, or else for the position and score."""
        if decision.position in policy:
            return policy[decision.position]
        try:
            return policy[decision.position, decision.score]
        except KeyError:
            raise StrategyError(
                f"the policy has no answer at {decision.position!r} with a score of "
                f"{decision.score}; its {len(policy):,} keys are positions, or pairs of a position "
                "and a score"
            ) from None

    return looked_up


def answered(
    game: Game[Any], strategy: Strategy, decision: Decision
) -> tuple[tuple[Label, ...], tuple[Number, ...]]:
    """A strategy's answer as options with weights; refused if it is not available."""
    answer: Any = strategy(decision)
    pairs = list(answer.items()) if isinstance(answer, Mapping) else [(answer, 1)]
    listed = answer.tolist() if hasattr(answer, "tolist") else answer
    if isinstance(listed, list) and len(listed) == len(decision.options):
        pairs = list(zip(decision.options, listed, strict=True))
    weights: list[Any] = [weight for _, weight in pairs]
    numbers = [float(weight) for weight in weights if isinstance(weight, Real)]
    sound = len(numbers) == len(pairs) and all(0 <= number < math.inf for number in numbers)
    if not sound or not any(weights) or any(label not in decision.options for label, _ in pairs):
        raise StrategyError(
            f"the strategy of player {decision.player} answers {answer!r} at "
            f"{game.text(decision.position)}; the options are "
            f"{', '.join(map(str, decision.options))}"
        )
    return tuple(label for label, _ in pairs), tuple(weights)
