"""The probability of each final score, with mean, median and percentiles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfectplay.figures.look import (
    Look,
    drawing,
    in_percent,
    look_of,
    number,
    spot,
    stacked,
    title,
    whole_numbers,
)
from perfectplay.solution.distribution import Distribution

RARE = 0.001
"""With many scores, this share of games is left out at either end."""
MOST_BARS = 60
SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def scores(distribution: Distribution, name: str, *, dark: bool = False) -> Figure:
    """The distribution of the final score, and below it the range of most games.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> scores(solve(Slots()).distribution(), "slots").get_suptitle()
    'How likely each final score is'
    """
    look = look_of(dark=dark)
    low, high = shown_range(distribution)
    seen = {spot(score): float(mass) for score, mass in distribution.items()}
    inside = {score: mass for score, mass in seen.items() if low <= score <= high}
    with drawing(look.settings):
        figure, (bars, strip) = stacked(7.5, 4.6, (4.2, 1))
        title(figure, "How likely each final score is")
        if len(inside) <= MOST_BARS:
            width = bar_width(list(inside))
            bars.bar(list(inside), list(inside.values()), width=width, color=look.series[0])
        else:
            bars.fill_between(
                list(inside), list(inside.values()), step="mid", color=look.series[0], linewidth=0
            )
        bars.set_ylim(0, 1.13 * max(inside.values()))
        mean = spot(distribution.mean)
        bars.axvline(mean, color=look.series[1], linewidth=1.4)
        left = mean > (low + high) / 2
        bars.annotate(
            f"mean {number(mean, 4)}, deviation {number(distribution.deviation, 3)}",
            (mean, 1),
            xycoords=("data", "axes fraction"),
            xytext=(-5 if left else 5, -1),
            textcoords="offset points",
            horizontalalignment="right" if left else "left",
            verticalalignment="top",
            color=look.ink,
        )
        bars.set_ylabel("chance of the score")
        bars.yaxis.set_major_formatter(in_percent())
        bars.grid(axis="y")
        bars.set_title(name + left_out(sum(seen.values()) - sum(inside.values())))
        draw_percentiles(strip, distribution, look)
        strip.set_xlabel("final score")
        if all(score.is_integer() for score in seen):
            strip.xaxis.set_major_locator(whole_numbers())
    return figure


def shown_range(distribution: Distribution) -> tuple[float, float]:
    """The scores to draw: all of them if they are few, otherwise without the rarest."""
    ends = min(distribution), max(distribution)
    if len(distribution) > MOST_BARS:
        ends = distribution.quantile(RARE), distribution.quantile(1 - RARE)
    return spot(ends[0]), spot(ends[1])


def bar_width(scores: Sequence[float]) -> float:
    """Slightly less than the distance between two scores, but wide enough to see.

    >>> bar_width([1, 2, 4]), bar_width([0, 0.5]), bar_width([7])
    (0.8, 0.4, 0.8)
    """
    gaps = [high - low for low, high in itertools.pairwise(scores)] or [max(1, 0.1 * scores[0])]
    return max(0.8 * min(gaps), (scores[-1] - scores[0]) / 200)


def left_out(mass: float) -> str:
    """What is not drawn, in words.

    >>> left_out(0.0017), left_out(0)
    ('; 0.2 % of games lie outside', '')
    """
    return f"; {100 * mass:.1g} % of games lie outside" if mass > 1e-9 else ""


def draw_percentiles(axes: Axes, distribution: Distribution, look: Look) -> None:
    """A band for half of all games and one for nine in ten, and a mark for the median."""
    places = {share: spot(distribution.quantile(share)) for share in SHARES}
    for low, high, wide in ((0.01, 0.99, 2), (0.05, 0.95, 5), (0.25, 0.75, 10)):
        axes.plot(
            [places[low], places[high]],
            [0, 0],
            color=look.series[0],
            linewidth=wide,
            alpha=0.9 if wide == 10 else 0.55,
            solid_capstyle="butt",
        )
    axes.plot(
        [places[0.5]], [0], marker="|", markersize=15, markeredgewidth=3, color=look.series[1]
    )
    taken: list[float] = []
    room = (max(places.values()) - min(places.values())) / 9 or 1.0
    for share in sorted(SHARES, key=lambda each: abs(each - 0.5)):
        if all(abs(places[share] - other) >= room for other in taken):
            taken.append(places[share])
            label = "median" if share == 0.5 else f"{100 * share:.0f} %"
            axes.annotate(
                f"{label}\n{number(places[share])}",
                (places[share], 0),
                xytext=(0, -10),
                textcoords="offset points",
                horizontalalignment="center",
                verticalalignment="top",
                fontsize=9,
            )
    axes.set_ylim(-2.6, 0.8)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
