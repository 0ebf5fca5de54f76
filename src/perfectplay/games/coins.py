"""Coins: a small game of nerve, from notes on finite probabilistic games."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from icepool import coin

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.objectives import Objective, Score


class Purse(NamedTuple):
    """The coins still held and the points won so far."""

    coins: int
    points: int


class Coins(Game[Purse]):
    """Flip some of your coins: more heads than tails scores the heads, else the tails are lost.

    Reach the target to win; run out of coins to lose. At least one coin is flipped each turn.
    The value is the chance to win.
    """

    coins: int = parameter(default=5, low=1, high=40, doc="coins at the start")
    target: int = parameter(default=10, low=1, high=200, doc="points that win")

    def start(self) -> Purse:
        return Purse(self.coins, 0)

    def at(self, position: Purse) -> Node:
        coins, points = position
        if points >= self.target:
            return Final(1)
        if coins == 0:
            return Final(0)
        return Choice({n: self.flip(position, n) for n in range(1, coins + 1)})

    def meaning(self, objective: Objective) -> str:
        return "P(win)" if objective == Score() else super().meaning(objective)

    def flip(self, position: Purse, n: int) -> Chance:
        """Flip n of the coins."""
        coins, points = position

        def after(heads: int) -> Purse:
            tails = n - heads
            if heads > tails:
                return Purse(coins, min(points + heads, self.target))
            return Purse(coins - tails, points)

        return heads_of(n).then(after)


@cache
def heads_of(n: int) -> Chance:
    """How many heads n coins show."""
    return Chance.of(n @ coin(1, 2))
