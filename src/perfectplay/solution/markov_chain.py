"""Best play as a Markov chain: the states that occur, and their transition probabilities."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from typing import Any

from perfectplay.model.nodes import Number

Array = Any


@dataclasses.dataclass(frozen=True)
class MarkovChain:
    """Best play as a Markov chain, state by state, in NumPy arrays.

    State 0 is the start; nodes written in place are states of their own. Step `e` leads from
    `source[e]` to `target[e]` with a `probability`, and scores `points`. The numbers are floats.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> chain = solve(Coins(coins=1, target=1)).answer(MarkovChain)
    >>> [chain.position(state) for state in range(chain.states)][0]
    Purse(coins=1, points=0)
    >>> chain.source.tolist(), chain.target.tolist(), chain.probability.tolist()
    ([0, 1, 1], [1, 2, 3], [1.0, 0.5, 0.5])
    """

    source: Array
    target: Array
    probability: Array
    points: Array
    """The points on each step; zero if the running score is part of the state."""
    player: Array
    """Who decides in each state; -1 if chance does, or nobody."""
    taken: Array
    """The number of the option taken in each state; -1 if there is none."""
    final: Array
    """Whether the game ends in a state."""
    value: Array
    """The value of each state; for a final one, its payoff."""
    visits: Array
    """How often each state occurs in a game."""
    position: Callable[[int], Hashable]
    score: Callable[[int], Number]
    """The running score in a state, if it is part of it."""
    labels: list[Any]
    """The labels of options, by number."""

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.value)
