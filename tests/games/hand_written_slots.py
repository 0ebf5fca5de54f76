"""45-point slots without the scorecard: every position and every edge written by hand.

It is how the game was first written, and shares neither its rules nor its table with the package.
"""

from typing import NamedTuple

from icepool import d6

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Game, Objective, parameter
from perfectplay.model import Node

SLOTS: dict[str, tuple[int, ...]] = {
    "x3": (3, 6, 9, 12, 15, 18),
    "flip": (6, 5, 4, 3, 2, 1),
    "+4low": (5, 6, 0, 0, 0, 0),
    "x2even": (0, 4, 0, 8, 0, 12),
    "+4odd": (5, 0, 7, 0, 9, 0),
    "bin": (0, 0, 0, 0, 0, 0),
}


class Turn(NamedTuple):
    """Before the roll: the slots still open."""

    open: tuple[str, ...]


class Roll(NamedTuple):
    """After the roll: the slots still open and the face that came up."""

    open: tuple[str, ...]
    roll: int


class HandWrittenSlots(Game[Turn | Roll]):
    """Roll a die six times and place each roll in one of six slots; reach the target in all."""

    target: int = parameter(default=45, low=0, high=100, doc="points that win")

    def start(self) -> Turn:
        return Turn(tuple(SLOTS))

    def at(self, position: Turn | Roll) -> Node:
        if isinstance(position, Roll):
            return Choice({slot: self.place(position, slot) for slot in position.open})
        if not position.open:
            return Final()
        return Chance.of(d6, lambda face: Roll(position.open, face))

    def place(self, position: Roll, slot: str) -> Gain:
        """Put the roll into a slot."""
        still_open = tuple(other for other in position.open if other != slot)
        return Gain(SLOTS[slot][position.roll - 1], Turn(still_open))

    def objective(self) -> Objective:
        return AtLeast(self.target)
