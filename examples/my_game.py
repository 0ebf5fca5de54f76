"""The game of the tutorial: Shut the Box, written from scratch.

Solve it with `perfectplay solve my_game.py:ShutTheBox`, or run this file.
"""

from itertools import combinations
from typing import NamedTuple

from icepool import d6

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Game, Objective, parameter, solve
from perfectplay.model import Node


class Turn(NamedTuple):
    """Before the roll: the tiles that are still open."""

    open: tuple[int, ...]


class Roll(NamedTuple):
    """After the roll: the tiles that are still open, and what the dice add up to."""

    open: tuple[int, ...]
    roll: int


class ShutTheBox(Game[Turn | Roll]):
    """Roll two dice and close open tiles that add up to the roll, until none fit.

    A closed tile scores its number, so the box is shut when all the numbers are scored.
    """

    name = "my-box"
    tiles: int = parameter(default=9, low=1, high=12, doc="tiles, numbered from 1")
    one_die: bool = parameter(
        default=False, doc="whether one die may be rolled once the open tiles add up to 6 or less"
    )

    def start(self) -> Turn:
        return Turn(tuple(range(1, self.tiles + 1)))

    def at(self, position: Turn | Roll) -> Node:
        if isinstance(position, Turn):
            return self.before_the_roll(position)
        return self.after_the_roll(position)

    def before_the_roll(self, turn: Turn) -> Node:
        """With no tile left the box is shut; else the dice are rolled."""
        if not turn.open:
            return Final()
        two_dice = Chance.of(2 @ d6, lambda total: Roll(turn.open, total))
        if not self.one_die or sum(turn.open) > 6:
            return two_dice
        one_die = Chance.of(d6, lambda face: Roll(turn.open, face))
        return Choice({"two dice": two_dice, "one die": one_die})

    def after_the_roll(self, roll: Roll) -> Node:
        """Any open tiles that add up to the roll may be closed; if none do, the game is over."""
        options = {
            "+".join(map(str, closed)): Gain(sum(closed), Turn(without(roll.open, closed)))
            for size in range(1, len(roll.open) + 1)
            for closed in combinations(roll.open, size)
            if sum(closed) == roll.roll
        }
        return Choice(options) if options else Final()

    def objective(self) -> Objective:
        return AtLeast(sum(range(1, self.tiles + 1)))


def without(tiles: tuple[int, ...], closed: tuple[int, ...]) -> tuple[int, ...]:
    """Leave out the tiles that are closed."""
    return tuple(tile for tile in tiles if tile not in closed)


if __name__ == "__main__":
    print(solve(ShutTheBox(one_die=True)))
