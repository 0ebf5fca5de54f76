"""The slots game with any boxes, written as a user would write it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from benchmarks.peers.boxes import EIGHT, SIX, TEN, Boxes
from icepool import d6

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Game, Objective
from perfectplay.model import Node, parameter

BOXES: dict[int, Boxes] = {6: SIX, 8: EIGHT, 10: TEN}


class Turn(NamedTuple):
    """Before the roll."""

    open: tuple[str, ...]


class Roll(NamedTuple):
    """After the roll."""

    open: tuple[str, ...]
    roll: int


class BoxSlots(Game[Turn | Roll]):
    """Roll a die once for each box, and score the roll in a box still open."""

    boxes: int = parameter(default=6, low=6, high=10, doc="6, 8 or 10 boxes")
    target: int = parameter(default=45, low=0, high=200, doc="points that win")

    def start(self) -> Turn:
        return Turn(tuple(BOXES[self.boxes]))

    def at(self, position: Turn | Roll) -> Node:
        still_open = position.open
        if isinstance(position, Roll):
            points, face = BOXES[self.boxes], position.roll - 1
            return Choice(
                {box: Gain(points[box][face], Turn(without(still_open, box))) for box in still_open}
            )
        if not still_open:
            return Final()
        return Chance.of(d6, lambda face: Roll(still_open, face))

    def objective(self) -> Objective:
        return AtLeast(self.target)


@cache
def without(boxes: tuple[str, ...], box: str) -> tuple[str, ...]:
    """The boxes left when one is filled."""
    return tuple(other for other in boxes if other != box)
