"""Can't Stop: roll four dice, climb the columns of their sums, and stop in time."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from perfectplay.errors import ParameterError
from perfectplay.model.cant_stop import ColumnClimbing, Steps
from perfectplay.model.loaded import DIE_DOC, throws, weights_of
from perfectplay.model.nodes import Chance
from perfectplay.model.parameters import parameter

DICE = 4
ALONE, FOR_TWO = 4, 3
"""The sides of the dice on the largest boards that are solved within ten seconds."""


class CantStop(ColumnClimbing):
    """Roll four dice and climb the columns of the two sums they make; stop, or lose the turn.

    Three columns can be climbed in a turn; if you cannot climb, you lose the steps of the turn. The
    first to reach the top of three columns wins; alone, the value is minus the fewest expected
    turns.
    """

    title: ClassVar[str] = "Can't Stop"

    sides: int = parameter(
        default=0,
        low=0,
        high=6,
        played_to=3,
        doc="sides of each die, 2 to 6; 0 for 4 alone, 3 for two",
    )
    shortest: int = parameter(
        default=1,
        low=1,
        high=3,
        doc="steps of the outer columns; each column further in has two more",
    )
    players: int = parameter(  # type: ignore[misc]  # a parameter in place of a constant
        default=1,
        low=1,
        high=2,
        doc="1 for the fewest turns, 2 to win against each other",
        kw_only=True,
    )
    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.sides == 0:
            object.__setattr__(self, "sides", FOR_TWO if self.players == 2 else ALONE)
        if self.sides == 1:
            raise ParameterError("cant-stop: sides must be between 2 and 6, not 1")
        weights_of(self.die, self.sides)
        if self.players == 2 and self.sides == 2:
            raise ParameterError(
                "cant-stop: with sides=2 there are three columns, and of two players neither may "
                "get all of them; take sides=3"
            )

    @property
    def tops(self) -> Steps:
        """The number of steps in each column.

        >>> CantStop(sides=6, shortest=3).tops
        (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3)
        """
        return tops_of(self.sides, self.shortest)

    @property
    def thrown(self) -> Chance:
        return throws(DICE, weights_of(self.die, self.sides))


@cache
def tops_of(sides: int, shortest: int) -> Steps:
    """The number of steps in each column: two more for each column towards the middle."""
    return tuple(
        shortest + 2 * (sides - 1 - abs(total - sides - 1)) for total in range(2, 2 * sides + 1)
    )
