"""A game of one's own, written as a user would: on the way from the rules to the page and the phone."""

from __future__ import annotations

from typing import NamedTuple

from perfectplay import Chance, Choice, Final, Game
from perfectplay.model.parameters import parameter
from perfectplay.model.view import Counter, Dice, Mark, View


class Hike(NamedTuple):
    """How high one has climbed, what is left in the bottle, and what the die shows."""

    height: int = 0
    water: int = 3
    die: int = 0


class Ridge(Game[Hike]):
    """Climb as high as you dare: each roll may be taken as height or, for water, rolled anew.

    A one sends you home with nothing. You may make camp and keep the height at any time.
    """

    top: int = parameter(default=30, low=4, high=60, doc="the height of the ridge")

    def start(self) -> Hike:
        return Hike()

    def at(self, position: Hike) -> Chance | Choice | Final:
        if position.die == 0:
            return Chance.weighted({position._replace(die=face): 1 for face in range(1, 7)})
        if position.die == 1:
            options: dict[str, Hike | Final] = {"go home": Final(0)}
        else:
            higher = position.height + position.die
            on = position._replace(height=higher, die=0)
            options = {
                "climb": Final(self.top) if higher >= self.top else on,
                "camp": Final(position.height),
            }
        if position.water:
            options["wait"] = position._replace(water=position.water - 1, die=0)
        return Choice(options)

    def view(self, position: Hike) -> View:
        pieces = (
            Counter("height", position.height, self.top, field="height"),
            Counter("water", position.water, field="water"),
            Dice("die", (position.die,), field="die"),
        )
        marks = {"climb": (Mark("die"),)} if position.die > 1 else {}
        return View(pieces, marks | ({"wait": (Mark("water"),)} if position.water else {}))
