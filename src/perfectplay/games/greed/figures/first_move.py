"""Is it good to go first? The advantage against the limit, for several kinds of dice."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, log10

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from perfectplay.figures.look import drawing, look_of, panels, title, whole_numbers
from perfectplay.games.greed.figures.sums import MARKERS

MOST_MARKED = 30


def first_move(advantage: Mapping[int, Mapping[int, float]], *, dark: bool = False) -> Figure:
    """The advantage of going first (the rating minus one half), by sides of the dice and limit.

    >>> first_move({3: {10: 0.0001, 20: 0.0057}}).get_suptitle()
    'The advantage of going first'
    """
    look = look_of(dark=dark)
    with drawing(look.settings):
        figure, [axes] = panels(1, 7, 4.2)
        title(figure, "The advantage of going first")
        axes.axhline(0, color=look.muted, linewidth=1)
        for place, (sides, by_limit) in enumerate(advantage.items()):
            few = len(by_limit) <= MOST_MARKED
            axes.plot(
                list(by_limit),
                list(by_limit.values()),
                color=look.series[place % len(look.series)],
                linewidth=1.4,
                marker=MARKERS[place % len(MARKERS)] if few else "",
                markersize=5,
                label=f"{sides} sides" if sides != 1 else "1 side",
            )
        axes.set_xlabel("max: the highest score that is not bust")
        axes.set_ylabel("rating of going first, less ½")
        axes.xaxis.set_major_locator(whole_numbers())
        digits = decimals(axes.get_ylim())
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: signed(value, digits)))
        axes.grid(axis="y")
        figure.legend(title="dice of", alignment="left", loc="outside right center")
    return figure


def decimals(ends: tuple[float, float]) -> int:
    """The number of digits needed to distinguish the ticks of an axis.

    >>> decimals((-0.01, 0.02)), decimals((0, 0.0002))
    (3, 5)
    """
    return max(3, 1 - floor(log10(ends[1] - ends[0])))


def signed(value: float, digits: int) -> str:
    """A number with its sign, a minus sign as wide as a plus.

    >>> signed(0.01, 3), signed(0, 3)
    ('+0.010', '0')
    """
    return f"{value:+.{digits}f}".replace("-", "\N{MINUS SIGN}") if value else "0"
