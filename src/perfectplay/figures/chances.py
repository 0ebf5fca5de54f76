"""Who wins a game that is simply won or lost: the chances of both players as one bar."""

from __future__ import annotations

from matplotlib.figure import Figure

from perfectplay.figures.look import drawing, in_percent, ink_on, look_of, panels, title
from perfectplay.solution.distribution import Distribution

NARROW = 0.08
"""Shares below this have no room for a number."""


def shares(distribution: Distribution) -> dict[str, float]:
    """How often each player wins and, if that is possible, how often nobody does.

    >>> shares(Distribution({1: 0.75, -1: 0.25}))
    {'the first player wins': 0.75, 'the second player wins': 0.25}
    """
    ends = [(float(score), float(mass)) for score, mass in distribution.items()]
    found = {
        "the first player wins": sum(mass for score, mass in ends if score > 0),
        "a tie": sum(mass for score, mass in ends if score == 0),
        "the second player wins": sum(mass for score, mass in ends if score < 0),
    }
    return {who: share for who, share in found.items() if share or who != "a tie"}


def chances(distribution: Distribution, name: str, *, dark: bool = False) -> Figure:
    """The chances of both players under best play, with the middle marked.

    >>> chances(Distribution({1: 0.75, -1: 0.25}), "pig").get_suptitle()
    'Who wins if both play best'
    """
    look = look_of(dark=dark)
    colours = {"the first player wins": look.series[0], "a tie": look.tie}
    with drawing(look.settings):
        figure, [axes] = panels(1, 7, 1.9)
        title(figure, "Who wins if both play best")
        axes.set_title(name)
        left = 0.0
        for who, share in shares(distribution).items():
            colour = colours.get(who, look.series[1])
            axes.barh(0, share, left=left, color=colour, label=who)
            if share >= NARROW:
                axes.text(
                    left + share / 2,
                    0,
                    f"{100 * share:.2f} %",
                    color=ink_on(colour),
                    horizontalalignment="center",
                    verticalalignment="center",
                    fontweight="bold",
                )
            left += share
        axes.axvline(0.5, color=look.ink, linestyle=":", linewidth=1.5)
        axes.set_xlim(0, 1)
        axes.set_yticks([])
        axes.xaxis.set_major_formatter(in_percent())
        axes.spines["left"].set_visible(False)
        figure.legend(loc="outside lower left", ncols=3)
    return figure
