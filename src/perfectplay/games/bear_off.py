"""Bear-off: the end of a game of backgammon, alone or against an opponent."""

from __future__ import annotations

from perfectplay.errors import ParameterError
from perfectplay.model.bear_off import BearingOff
from perfectplay.model.parameters import parameter


class BearOff(BearingOff):
    """Roll two dice and bear your checkers off the home board before your opponent does.

    Alone, the value is minus the fewest expected rolls. For two, it is the first player's chance of
    winning or, with the cube, the points the first player wins on average.
    """

    players: int = parameter(  # type: ignore[misc]  # a parameter in place of a constant
        default=1,
        low=1,
        high=2,
        doc="1 for the fewest rolls, 2 to win against each other",
        kw_only=True,
    )
    checkers: int = parameter(
        default=6, low=1, high=15, doc="the most checkers of a side; it starts with them on point 6"
    )
    cube: bool = parameter(
        default=False, doc="for two: whether there is a doubling cube", quiet=True
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cube and self.players == 1:
            raise ParameterError("bear-off: cube=on is for two who double; take players=2 with it")

    @property
    def most(self) -> int:
        return self.checkers

    @property
    def doubling(self) -> bool:
        return self.cube
