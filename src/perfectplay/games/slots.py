"""45-point slots: six slots, six rolls of one die, every roll goes into a slot still open."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from icepool import d6

from perfectplay.model import Chance, Choice, Final, Gain, Game, Node, parameter
from perfectplay.objectives import AtLeast, Objective

SLOTS: dict[str, tuple[int, ...]] = {
    "x3": (3, 6, 9, 12, 15, 18),
    "flip": (6, 5, 4, 3, 2, 1),
    "+4low": (5, 6, 0, 0, 0, 0),
    "x2even": (0, 4, 0, 8, 0, 12),
    "+4odd": (5, 0, 7, 0, 9, 0),
    "bin": (0, 0, 0, 0, 0, 0),
}
"""The points a slot gives for each face of the die, 1 to 6."""


class Turn(NamedTuple):
    """Before the roll: the slots still open."""

    open: tuple[str, ...]


class Roll(NamedTuple):
    """After the roll: the slots still open and the face that came up."""

    open: tuple[str, ...]
    roll: int


class Slots(Game[Turn | Roll]):
    """Roll a die six times and place each roll in one of six slots; reach the target in all.

    x3 triples the roll; flip scores seven less the roll; +4low adds four to a 1 or 2; x2even
    doubles an even roll; +4odd adds four to an odd one; bin scores nothing, nor does a slot that a
    roll does not fit.
    """

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

    def read(self, text: str) -> Hashable:
        position = super().read(text)
        assert isinstance(position, (Turn, Roll))
        still_open = tuple(slot for slot in SLOTS if slot in position.open)
        same = sorted(still_open) == sorted(position.open)
        return position._replace(open=still_open) if same else position

    def objective(self) -> Objective:
        return AtLeast(self.target)
