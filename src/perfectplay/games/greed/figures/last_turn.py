"""One decision in the last turn: where the dice may end, and what that means."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from perfectplay.engines.ties import ABSOLUTE_TIE, equally_good
from perfectplay.figures.look import (
    Look,
    drawing,
    in_percent,
    look_of,
    panels,
    title,
    whole_numbers,
)
from perfectplay.games.greed.figures.sums import count, sided
from perfectplay.model.race_roll import Roll
from perfectplay.solution.rating_board import RatingBoard

NEGLIGIBLE = 1e-4
"""Scores less likely than this are left out at the ends."""


def last_turn(
    ratings: RatingBoard, mine: int, theirs: int, *, runner_up: bool = False, dark: bool = False
) -> Figure:
    """The distribution of final scores with the best number of dice, next to the runner-up's.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.greed import Greed
    >>> ratings = solve(Greed(max=20, sides=3), compute=Compute(engine="race")).answer(RatingBoard)
    >>> last_turn(ratings, 8, 15).get_suptitle()
    'The last turn at 8 against 15: roll 5 dice'
    """
    look = look_of(dark=dark)
    value = ratings.options(mine, theirs, last=True, player=0)
    _, best = ratings.best(mine, theirs, last=True, player=0)
    others = sorted((dice for dice in range(len(value)) if dice != best), key=lambda n: -value[n])
    shown = [best, *(others[:1] if runner_up else [])]
    with drawing(look.settings):
        figure, all_axes = panels(len(shown), 7 if len(shown) == 1 else 11, 4.3, sharey=True)
        advice = "roll " + count(best) if best else "stop here"
        title(figure, f"The last turn at {mine} against {theirs}: {advice}")
        rolls = [Roll(mine, theirs, ratings.limit, dice, ratings.sides) for dice in shown]
        low, high = span(rolls)
        for axes, roll in zip(all_axes, rolls, strict=True):
            draw_roll(axes, roll, low, high, look)
            name = standing(float(value[roll.dice]), float(value[best]), is_best=roll.dice == best)
            axes.set_title(f"{count(roll.dice)} ({name}): rating {float(value[roll.dice]):.4f}")
        all_axes[0].set_ylabel("chance of the score")
        all_axes[0].yaxis.set_major_formatter(in_percent())
        for axes in all_axes:
            axes.set_xlabel(f"final score; max {ratings.limit}, {sided(ratings.sides)}")
    return figure


def standing(rating: float, best: float, *, is_best: bool) -> str:
    """How a number of dice compares with the best, which it may tie with."""
    if is_best:
        return "best"
    return "as good" if equally_good(rating, best, ABSOLUTE_TIE) else "runner-up"


def span(rolls: Sequence[Roll]) -> tuple[int, int]:
    """The range of scores to draw: all likely ones, the opponent's score and the limit."""
    likely = [
        score for roll in rolls for score, chance in roll.scores.items() if chance >= NEGLIGIBLE
    ]
    return min(*likely, rolls[0].theirs) - 1, max(*likely, rolls[0].limit) + 1


def draw_roll(axes: Axes, roll: Roll, low: int, high: int, look: Look) -> None:
    """A bar for each score, with the regions of the four meanings shaded and named below."""
    colours = {"behind": look.behind, "tie": look.tie, "win": look.win, "bust": look.bust}
    drawn = {score: likely for score, likely in roll.scores.items() if low <= score <= high}
    axes.bar(
        list(drawn),
        list(drawn.values()),
        color=[colours[roll.meaning(score)] for score in drawn],
        width=0.8,
    )
    for begin, end, name in (
        (low, roll.theirs - 1, "behind"),
        (roll.theirs, roll.theirs, "tie"),
        (roll.theirs + 1, roll.limit, "win"),
        (roll.limit + 1, high, "bust"),
    ):
        if begin <= end:
            axes.axvspan(begin - 0.5, end + 0.5, color=colours[name], alpha=0.13, linewidth=0)
    axes.set_xlim(low - 0.5, high + 0.5)
    axes.xaxis.set_major_locator(whole_numbers())
    axes.legend(
        handles=[
            Patch(color=colours[name], label=f"{name} {100 * chance:.1f} %")
            for name, chance in roll.chances.items()
        ],
        loc="upper center",
        bbox_to_anchor=(0.5, -0.16),
        ncols=4,
        columnspacing=1.2,
        handlelength=1.1,
    )
