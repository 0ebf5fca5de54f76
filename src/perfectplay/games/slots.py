"""45-point slots: six slots, six rolls of one die, every roll goes into a slot still open."""

from __future__ import annotations

from perfectplay.model.parameters import parameter
from perfectplay.model.scorecard import Box, DiceAndBoxes, Listed, Scorecard
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


class Slots(DiceAndBoxes):
    """Roll a die six times and place each roll in one of six slots; reach the target in total.

    x3 triples the roll; flip scores seven less the roll; +4low adds four to a 1 or 2; x2even
    doubles an even roll; +4odd adds four to an odd one; bin scores nothing, nor does a slot that a
    roll does not fit.
    """

    target: int = parameter(default=45, low=0, high=100, doc="points that win")

    @property
    def scorecard(self) -> Scorecard:
        return Scorecard(
            self.name,
            dice=1,
            rerolls=0,
            boxes=[
                Box(name, Listed({(face,): given for face, given in enumerate(points, start=1)}))
                for name, points in SLOTS.items()
            ],
        )

    def objective(self) -> Objective:
        return AtLeast(self.target) if self.players == 1 else super().objective()
