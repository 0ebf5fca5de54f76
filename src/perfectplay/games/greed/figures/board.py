"""A board of all turns of a race: the best number of dice, and its rating."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.ticker import MultipleLocator

from perfectplay.figures.look import Look, drawing, ink_on, look_of, panels, title, whole_numbers
from perfectplay.games.greed.figures.sums import sided
from perfectplay.solution.rating_board import RatingBoard

MOST_NUMBERED = 30
"""The largest limit of a board that has a number in every cell."""
CELL = 0.31
"""The side of a cell with a number in it, in inches."""
PIXELS: dict[str, Any] = {"origin": "lower", "interpolation": "nearest"}
LEVELS = (0.1, 0.3, 0.5, 0.7, 0.9)


def board(ratings: RatingBoard, *, last: bool, player: int = 0, dark: bool = False) -> Figure:
    """The best number of dice at all scores, in the last turn or in any other.

    A small board has the number in each cell, on the colour of its rating. A large one shows
    ratings and numbers of dice side by side.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.greed import Greed
    >>> ratings = solve(Greed(max=20, sides=3), compute=Compute(engine="race")).answer(RatingBoard)
    >>> board(ratings, last=True).get_suptitle()
    'The best number of dice in the last turn'
    """
    look = look_of(dark=dark)
    value, dice = tables(ratings, last=last, player=player)
    rules = f"max {ratings.limit}, {sided(ratings.sides)}"
    with drawing(look.settings):
        if ratings.limit <= MOST_NUMBERED:
            side = max(CELL * (ratings.limit + 1), 3.7)
            figure, all_axes = panels(1, side + 1.7, side + 1.0)
            all_axes[0].set_title(rules)
            write_numbers(all_axes[0], value, dice, look)
        else:
            figure, all_axes = panels(2, 11.5, 5.1)
            all_axes[0].set_title(f"rating; {rules}")
            all_axes[1].set_title(f"number of dice; {rules}")
            if last:  # in other turns ratings are so close to 1/2 that lines would be noise
                draw_levels(all_axes[0], value, look)
            counted = all_axes[1].imshow(dice.T, cmap=look.counts, **PIXELS)
            key = figure.colorbar(counted, ax=all_axes[1], shrink=0.85, aspect=26, label="dice")
            key.ax.yaxis.set_major_locator(whole_numbers())
        title(figure, f"The best number of dice {'in' if last else 'before'} the last turn")
        shown = draw_ratings(all_axes[0], value, look)
        figure.colorbar(
            shown, ax=all_axes[0], shrink=0.85, aspect=26, label="rating: P(win) + ½ P(tie)"
        ).set_ticks([0, 0.25, 0.5, 0.75, 1])
        for axes in all_axes:
            name_axes(axes, ratings)
    return figure


def tables(ratings: RatingBoard, *, last: bool, player: int) -> tuple[Any, Any]:
    """The ratings and the best numbers of dice as arrays, by both scores, the mover's first."""
    mover = ratings.mover(player)
    value = (ratings.last if last else ratings.normal)[mover]
    dice = (ratings.last_choice if last else ratings.normal_choice)[mover]
    if ratings.unit:
        value = [[float(ratings.number(rating)) for rating in row] for row in value]
    return np.asarray(value), np.asarray(dice)


def draw_ratings(axes: Axes, value: Any, look: Look) -> AxesImage:
    """The ratings as colours: the mover's score horizontally, the opponent's vertically."""
    return axes.imshow(value.T, cmap=look.rating_colours, vmin=0, vmax=1, **PIXELS)


def write_numbers(axes: Axes, value: Any, dice: Any, look: Look) -> None:
    """The number of dice in each cell, light on dark or dark on light."""
    colours = look.rating_colours
    for (mine, theirs), count in np.ndenumerate(dice):
        axes.text(
            mine,
            theirs,
            str(count),
            color=ink_on(colours(value[mine, theirs])),
            fontsize=8.5,
            horizontalalignment="center",
            verticalalignment="center_baseline",
        )


def draw_levels(axes: Axes, value: Any, look: Look) -> None:
    """Lines of equal rating."""
    lines = axes.contour(value.T, levels=LEVELS, colors=look.ink, linewidths=0.7)
    axes.clabel(lines, fmt="%.1f", fontsize=8)


def name_axes(axes: Axes, ratings: RatingBoard) -> None:
    """Whose score is where."""
    axes.set_xlabel("score of the player to move")
    axes.set_ylabel("score of the other player")
    for axis in (axes.xaxis, axes.yaxis):
        if ratings.limit <= MOST_NUMBERED:
            axis.set_major_locator(MultipleLocator(1 if ratings.limit <= 12 else 2))
        else:
            axis.set_major_locator(whole_numbers())
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
