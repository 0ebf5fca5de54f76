"""The value of a game by the chance of one face of its die, with all changes of best play."""

from __future__ import annotations

from fractions import Fraction

from matplotlib.figure import Figure

from perfectplay.analysis.dice.by_face import ByFace
from perfectplay.figures.look import drawing, look_of, stacked, title

POINTS = 240
"""The number of points of the curve."""


def draw_loaded(found: ByFace, *, dark: bool = False) -> Figure:
    """The value by the chance of a face; below, the chances at which best play changes.

    >>> from perfectplay.games.slots import Slots
    >>> from perfectplay.objectives import Score
    >>> draw_loaded(ByFace.of(Slots(), 6, Score())).get_suptitle()
    'What a loaded die is worth'
    """
    look = look_of(dark=dark)
    width = found.high - found.low
    chances = [found.low + width * Fraction(place, POINTS) for place in range(POINTS + 1)]
    now = found.now if found.low <= found.now <= found.high else None
    with drawing(look.settings):
        figure, (curve, rug) = stacked(7.5, 4.8, (6, 1))
        title(figure, "What a loaded die is worth")
        curve.set_title(f"{found.game.name}: {found.game.meaning(found.objective)}")
        values = [float(found.at(chance)) for chance in chances]
        curve.plot([float(each) for each in chances], values, color=look.series[0])
        if now is not None:
            curve.plot(
                float(now), float(found.at(now)), "o", color=look.series[1], label="as it is"
            )
            curve.legend()
        curve.set_ylabel("value")
        curve.grid()
        rug.vlines(
            [float(each) for each in found.breaks], 0, 1, color=look.series[0], linewidth=0.8
        )
        rug.set_ylim(0, 1)
        rug.set_yticks([])
        rug.set_ylabel("play\nchanges", rotation=0, ha="right", va="center")
        rug.set_xlabel(f"chance of a {found.face}; the other faces keep their odds")
        rug.set_xlim(float(found.low), float(found.high))
    return figure
