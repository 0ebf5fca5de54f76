"""What a policy loses: decision by decision, weighted by how often it reaches each itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Self, overload

from perfectplay.errors import ObjectiveError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.strategies.strategy import Decision, Policy, for_each_player


@dataclasses.dataclass(frozen=True)
class Loss:
    """What a policy loses each time at a decision, and how often it meets it in a game."""

    position: Hashable
    score: Number | None
    player: int
    cost: Number
    visits: Number
    line: int | None = None
    """The line of a card that decides, counted from one."""

    @property
    def total(self) -> Number:
        """The average loss there over all games."""
        return self.cost * self.visits


@dataclasses.dataclass(frozen=True)
class Regret(Sequence[Loss]):
    """What a policy loses against best play at the decisions it reaches, the worst first.

    Added up, that is the difference between the values of best play and of the policy (in the
    literature: the performance difference lemma); in a game for two, what one player loses the
    other gains.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> from perfectplay.strategies.strategy import at_random
    >>> coins = solve(Coins(coins=2, target=2), exact=True)
    >>> from perfectplay.solution.answers import PolicyRegret
    >>> regret = coins.answer(PolicyRegret).of(at_random)
    >>> regret.total == coins.value - regret.value
    True
    >>> regret[0]
    Loss(position=Purse(coins=2, points=0), score=None, player=0, cost=Fraction(1, 16),
         visits=Fraction(1, 1), line=None)
    """

    value: Number
    """The value of the policy."""
    totals: tuple[Number, ...]
    """The average loss of each player over all games."""
    length: int
    loss: Callable[[int], Loss]

    @classmethod
    def of(
        cls,
        value: Number,
        lost: Any,
        movers: Any,
        players: int,
        loss: Callable[[int], Loss],
        number: Callable[[Any], Number],
    ) -> Self:
        """From an array of losses at each decision, and their players; `loss` makes one of them."""
        import numpy as np

        worst = np.argsort(-lost, kind="stable")
        totals = tuple(number(lost[movers == player].sum()) for player in range(players))
        return cls(value, totals, len(worst), lambda place: loss(int(worst[place])))

    @property
    def total(self) -> Number:
        """The average loss over all games, for all players together."""
        return sum(self.totals)

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, place: int) -> Loss: ...
    @overload
    def __getitem__(self, place: slice) -> list[Loss]: ...
    def __getitem__(self, place: int | slice) -> Loss | list[Loss]:
        places = range(self.length)[place]
        return self.loss(places) if isinstance(places, int) else list(map(self.loss, places))

    def __repr__(self) -> str:
        return f"<Regret of {self.total} in {self.length:,} decisions>"


def gain_by_best_answers(
    game: Game[Any],
    policies: Sequence[Policy],
    value: Callable[[Sequence[Policy | None]], Number],
) -> Number:
    """What a player gains on average by switching from the policies to the best response.

    `value` computes the value of policies; a missing one is replaced by the best response.
    """
    if game.players != 2:
        raise ObjectiveError(
            f"exploitability is for games for two, and {game.name} is for one; ask for the regret"
        )
    first, second = for_each_player(game, policies)
    gain = value((None, second)) - value((first, None))
    return max(0.0, gain / 2) if isinstance(gain, float) else Fraction(gain) / 2


def line_of(policy: Policy, decision: Decision) -> int | None:
    """The line of a card that decides, counted from one; None if the policy is not a card."""
    applied: Callable[[Decision], Any] | None = getattr(policy, "applied", None)
    return None if applied is None else int(applied(decision).line)
