"""Coins: a small game of nerve, from notes on finite probabilistic games."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import NamedTuple

from icepool import coin

from perfectplay.model import Chance, Choice, Final, Game, Node, parameter
from perfectplay.model.nodes import Label, position_of
from perfectplay.model.view import CoinPieces, Counter, Event, Mark, View
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

    def view(self, position: Purse) -> View:
        coins = CoinPieces("coins", ("",) * position.coins)
        pieces = (coins, Counter("points", position.points, self.target, field="points"))
        numbers = range(1, position.coins + 1) if position.points < self.target else ()
        return View(pieces, {n: (Mark("coins", tuple(range(n))),) for n in numbers})

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The heads that score, or the tails that are lost."""
        old, new = position_of(before), position_of(after)
        assert isinstance(old, Purse)
        assert isinstance(new, Purse)
        heads, tails = new.points - old.points, old.coins - new.coins
        told = Counter("heads", heads) if heads else Counter("tails", tails)
        return Event((told,), bust=tails > 0)

    def describe_option(self, position: Hashable, option: Label) -> str:  # noqa: ARG002  # the same at all
        return "flip 1 coin" if option == 1 else f"flip {option} coins"

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
    """The number of heads among n coins."""
    return Chance.of(n @ coin(1, 2))
