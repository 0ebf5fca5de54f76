"""Hog: choose how many dice to roll at once; any one among them, and they score nothing."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache

from perfectplay.model import Chance, parameter
from perfectplay.model.loaded import DIE_DOC, Weights, ways_to, weights_of
from perfectplay.model.nodes import position_of
from perfectplay.model.one_roll import OneRoll, OneRollDuel, OneRollSolo
from perfectplay.model.turn_game import Over, scores
from perfectplay.model.view import Counter, Dice, Event, Mark, Piece, View


class Hog(OneRoll):
    """Each turn, choose how many dice to roll, once; if any shows a one, they score nothing.

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
    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        weights_of(self.die, self.sides)

    def view(self, position: OneRollDuel | OneRollSolo | Over) -> View:
        if isinstance(position, Over):
            return View(())
        dice = Dice("dice", (0,) * self.dice, sides=self.sides)
        pieces: tuple[Piece, ...] = (*scores(position, self.target), dice)
        return View(
            pieces, {number: (Mark("dice", tuple(range(number))),) for number in self.rolls}
        )

    def event(self, before: Hashable, after: Hashable) -> Event:
        """The points that were rolled, unless they ended the game.

        >>> Hog().event(OneRollDuel(10, 20, 0), OneRollDuel(20, 10, 1))
        Event(pieces=(Counter(name='rolled', value=0, of=None, player=None, field=''),), bust=True)
        """
        match position_of(before), after:
            case (OneRollDuel(mine), OneRollDuel(_, now)) | (
                OneRollSolo(mine),
                OneRollSolo(now),
            ) if now < self.target:
                return Event((Counter("rolled", now - mine),), bust=now == mine)
            case _:
                return Event()

    @property
    def goal(self) -> int:
        return self.target

    @property
    def rolls(self) -> Mapping[int, Chance]:
        return rolls(self.dice, weights_of(self.die, self.sides))


@cache
def rolls(most: int, weights: Weights) -> Mapping[int, Chance]:
    """The points of rolling one die, two dice, and so on."""
    return {dice: roll(dice, weights) for dice in range(1, most + 1)}


def roll(dice: int, weights: Weights) -> Chance:
    """The points of a roll: the sum of the dice, or nothing if a one is among them."""
    safe = ways_to(dice, (0, *weights[1:]))
    busts = sum(weights) ** dice - sum(weights[1:]) ** dice
    return Chance.weighted({0: busts, **safe})
