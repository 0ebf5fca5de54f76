"""The distributions of what some dice add up to."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from perfectplay.engines.race.ways import chance_of, mean
from perfectplay.figures.look import drawing, in_percent, look_of, panels, title

MARKERS = "osD^vP"
MOST_MARKED = 80
"""More totals than this are drawn as a line without a dot on each."""


def sums(numbers: Sequence[int], sides: int, *, dark: bool = False) -> Figure:
    """How likely each total of 2, 3, 4 or other numbers of dice is, one line for each number.

    >>> sums([2, 3, 4], 6).get_suptitle()
    'What 2, 3 and 4 six-sided dice add up to'
    """
    look = look_of(dark=dark)
    with drawing(look.settings):
        figure, [axes] = panels(1, 7, 4)
        title(figure, f"What {in_words(numbers)} {sided(sides)} add up to")
        for place, dice in enumerate(numbers):
            totals = list(range(dice, dice * sides + 1))
            chances = [float(chance_of(total, dice, sides)) for total in totals]
            colour = look.series[place % len(look.series)]
            axes.plot(
                totals,
                chances,
                color=colour,
                linewidth=1.4,
                marker=MARKERS[place % len(MARKERS)] if len(totals) <= MOST_MARKED else "",
                markersize=5,
                label=f"{count(dice)}, mean {float(mean(dice, sides)):g}",
            )
        axes.set_xlabel("total of the dice")
        axes.set_ylabel("chance of the total")
        axes.set_ylim(bottom=0)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=14))
        axes.yaxis.set_major_formatter(in_percent())
        axes.grid(axis="y")
        axes.legend()
    return figure


def in_words(numbers: Sequence[int]) -> str:
    """Numbers as one would say them.

    >>> in_words([2, 3, 4]), in_words([5])
    ('2, 3 and 4', '5')
    """
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


def count(dice: int) -> str:
    """A number of dice in words.

    >>> count(0), count(1), count(5)
    ('no dice', '1 die', '5 dice')
    """
    return "no dice" if dice == 0 else "1 die" if dice == 1 else f"{dice} dice"


NAMES = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten", 12: "twelve"}


def sided(sides: int) -> str:
    """Dice by their sides.

    >>> sided(6), sided(20)
    ('six-sided dice', '20-sided dice')
    """
    return f"{NAMES.get(sides, sides)}-sided dice"
