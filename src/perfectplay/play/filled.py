"""A scorecard as a line of play has filled it."""

from __future__ import annotations

from perfectplay.model.scorecard import Rolled
from perfectplay.play.line import Line


def filled_boxes(line: Line) -> dict[str, int]:
    """The points in each box that is filled, in the order in which it was.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> line = Line.begin(solve(Slots())).happen(0.99).choose("x3")
    >>> filled_boxes(line)
    {'x3': 18}
    """
    card = line.game.card
    assert card is not None
    found: dict[str, int] = {}
    for step in line.steps:
        place = step.before.name
        if step.player is not None and isinstance(place, Rolled) and not place.rerolls:
            placed = card.placements(place.turn, place.roll)[str(step.taken)]
            found[str(step.taken)] = placed.points
    return found
