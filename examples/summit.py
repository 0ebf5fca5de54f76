"""A game as a new designer would write it: two climbers race to the summit of a mountain.

`perfectplay measure summit.py:Summit` tells whether it is any good: how long it takes, whom it
favours, what skill is worth, when it is decided, and which of the options nobody should take.
"""

from typing import NamedTuple

from icepool import d6

from perfectplay import Chance, Choice, Final, Game, Objective, Win, parameter, solve
from perfectplay.model import Node


class Climb(NamedTuple):
    """How high both climbers are, and whose turn it is."""

    mine: int
    theirs: int
    player: int


class Summit(Game[Climb]):
    """Climb in turn: safely by the path, boldly by the wall, or rest; the summit wins."""

    players = 2
    height: int = parameter(default=12, low=3, high=60, doc="steps to the summit")

    def start(self) -> Climb:
        return Climb(0, 0, 0)

    def at(self, climb: Climb) -> Node:
        mine, theirs, player = climb
        if theirs >= self.height:  # who has just moved is at the top
            return Final(1 if player == 1 else -1)

        def up(steps: int) -> Climb:
            return Climb(theirs, max(0, min(mine + steps, self.height)), 1 - player)

        return Choice(
            {
                "path": up(2),
                "wall": Chance.of(d6, lambda face: up(5 if face >= 4 else 0)),
                "cliff": Chance.of(d6, lambda face: up(9 if face == 6 else -2)),
                "rest": up(0),
            },
            player,
        )

    def objective(self) -> Objective:
        return Win()


if __name__ == "__main__":
    chance = float(solve(Summit()).value)
    print(f"Whoever climbs first reaches the summit first in {chance:.1%} of all games.")
