"""Hog: choose how many dice to roll at once; any one among them, and they score nothing."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from icepool import d

from perfectplay.model import Chance, Choice, Final, Gain, Node, parameter
from perfectplay.model.alone_or_two import AloneOrTwo
from perfectplay.model.jeopardy import Over


class Turn(NamedTuple):
    """Whoever moves: their score, and the other one's."""

    mine: int
    theirs: int
    player: int


class Solo(NamedTuple):
    """Played alone: the score."""

    mine: int


class Hog(AloneOrTwo[Turn | Solo | Over]):
    """Each turn roll as many dice as you like, once; any one among them, and they score nothing.

    Two players take turns and the first to reach the target wins; the value is the first player's
    chance. With players=1, the value is minus the least expected number of turns.
    """

    target: int = parameter(
        default=100, low=1, high=300, played_to=60, doc="the score to be reached"
    )
    sides: int = parameter(default=6, low=2, high=20, doc="sides of each die")
    dice: int = parameter(default=10, low=1, high=30, doc="the most dice in a roll")
    players: int = parameter(  # type: ignore[misc]  # a parameter in place of a constant
        default=2,
        low=1,
        high=2,
        doc="2 to win against each other, 1 for the fewest turns",
        quiet=True,
        kw_only=True,
    )

    def start(self) -> Turn | Solo:
        return Turn(0, 0, 0) if self.players == 2 else Solo(0)

    def at(self, position: Turn | Solo | Over) -> Node:
        if isinstance(position, Over):
            return Final(1 - 2 * position.winner)
        if position.mine >= self.target:
            return Final()
        rolls = [roll(dice, self.sides) for dice in range(1, self.dice + 1)]
        player = position.player if isinstance(position, Turn) else 0
        options = {
            dice: rolled.then(lambda points: self.after(position, points))
            for dice, rolled in enumerate(rolls, start=1)
        }
        return Choice(options, player)

    def after(self, position: Turn | Solo, points: int) -> Turn | Over | Gain:
        """What follows when a roll has brought some points."""
        total = position.mine + points
        if isinstance(position, Solo):
            return Gain(-1, Solo(min(total, self.target)))
        if total >= self.target:
            return Over(position.player)
        return Turn(position.theirs, total, 1 - position.player)


@cache
def roll(dice: int, sides: int) -> Chance:
    """The points of a roll of some dice: their sum, or nothing if a one is among them."""
    safe = d(sides - 1) + 1
    sums = dice @ safe
    scores = dict(zip(sums.outcomes(), sums.quantities(), strict=True))
    busts = sides**dice - (sides - 1) ** dice
    return Chance.weighted([(0, busts), *scores.items()])
