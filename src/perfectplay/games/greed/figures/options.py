"""The rating of each number of dice in a turn, and its chance of going bust."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from perfectplay.figures.look import drawing, look_of, panels, title, whole_numbers
from perfectplay.games.greed.figures.sums import count, sided
from perfectplay.model.dice_sums import after_a_die
from perfectplay.solution.rating_board import RatingBoard

NEGLIGIBLE = 1e-3
"""Numbers of dice beyond the last one rated at least this are not drawn."""


def options(
    ratings: RatingBoard, mine: int, theirs: int, *, last: bool = False, dark: bool = False
) -> Figure:
    """The rating of every number of dice in a turn, with its chance of going bust.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.greed import Greed
    >>> ratings = solve(Greed(max=10, sides=3), compute=Compute(engine="race")).answer(RatingBoard)
    >>> options(ratings, 2, 4).get_suptitle()
    'At 2 against 4, before the last turn: roll 1 die'
    """
    look = look_of(dark=dark)
    value = [float(each) for each in ratings.options(mine, theirs, last=last, player=0)]
    _, best = ratings.best(mine, theirs, last=last, player=0)
    last_drawn = max((n for n, rating in enumerate(value) if rating >= NEGLIGIBLE), default=0)
    dice = list(range(min(last_drawn + 2, len(value))))
    bust = [1 - stay for stay in chances_to_stay(ratings.limit - mine, len(value), ratings.sides)]
    with drawing(look.settings):
        figure, [axes] = panels(1, 7, 4)
        when = "in the last turn" if last else "before the last turn"
        title(figure, f"At {mine} against {theirs}, {when}: roll {count(best)}")
        axes.plot(
            dice,
            bust[: len(dice)],
            color=look.bust,
            linestyle="--",
            linewidth=1.2,
            label="chance to bust",
        )
        axes.plot(
            dice,
            [value[n] for n in dice],
            color=look.win,
            marker="o",
            markersize=4.5,
            linewidth=1.4,
            label="rating: P(win) + ½ P(tie)",
        )
        axes.plot(
            [best],
            [value[best]],
            linestyle="",
            marker="o",
            markersize=11,
            markerfacecolor="none",
            markeredgecolor=look.ink,
            label=f"best: {count(best)}, rating {value[best]:.4f}",
        )
        axes.set_ylim(-0.03, 1.03)
        axes.set_ylabel("rating, or chance to bust")
        axes.set_xlabel(f"dice in the roll; max {ratings.limit}, {sided(ratings.sides)}")
        axes.xaxis.set_major_locator(whole_numbers())
        axes.grid(axis="y")
        axes.legend()
    return figure


def chances_to_stay(room: int, count: int, sides: int) -> list[float]:
    """The probability that zero, one, two ... dice stay within the room.

    >>> [round(stay, 4) for stay in chances_to_stay(3, 4, 3)]
    [1.0, 1.0, 0.3333, 0.037]
    """
    stay: Any = [1.0] * (room + 1)
    found = [1.0]
    for _ in range(count - 1):
        stay = after_a_die(stay, sides, whole=False)
        found.append(float(stay[0]))
    return found
