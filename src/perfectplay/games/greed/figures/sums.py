"""The distributions of the sums of several dice."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from perfectplay.figures.look import drawing, in_percent, look_of, panels, title, whole_numbers
from perfectplay.model.dice_sums import chance_of, mean

NEGLIGIBLE = 1e-4
"""Totals this much less likely than the likeliest are left out."""
MARKERS = "osD^vP"
MOST_MARKED = 80
"""With more totals than this, lines are drawn without dots."""


def sums(numbers: Sequence[int], sides: int, *, dark: bool = False) -> Figure:
    """The probability of each total for several numbers of dice, one line for each.

    >>> sums([2, 3, 4], 6).get_suptitle()
    'What 2, 3 and 4 dice of 6 sides add up to'
    """
    look = look_of(dark=dark)
    with drawing(look.settings):
        figure, [axes] = panels(1, 7, 4)
        title(figure, f"What {in_words(numbers)} of {sides} sides add up to")
        for place, dice in enumerate(numbers):
            totals, chances = likely_totals(dice, sides)
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
        axes.xaxis.set_major_locator(whole_numbers())
        axes.yaxis.set_major_formatter(in_percent())
        axes.grid(axis="y")
        axes.legend()
    return figure


def likely_totals(dice: int, sides: int) -> tuple[list[int], list[float]]:
    """The totals that are visible in a figure, with their probabilities.

    >>> likely_totals(1, 2)
    ([1, 2], [0.5, 0.5])
    """
    chances = {
        total: float(chance_of(total, dice, sides)) for total in range(dice, dice * sides + 1)
    }
    least = NEGLIGIBLE * max(chances.values())
    seen = {total: chance for total, chance in chances.items() if chance >= least}
    return list(seen), list(seen.values())


def in_words(numbers: Sequence[int]) -> str:
    """Numbers of dice, in words.

    >>> in_words([2, 3, 4]), in_words([1])
    ('2, 3 and 4 dice', '1 die')
    """
    *others, last = *map(str, numbers[:-1]), count(numbers[-1])
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
