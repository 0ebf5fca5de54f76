"""The ranking of holds: what to look for in a hand, from the top down."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from perfectplay.figures.look import Picture, drawing, look_of, number, title
from perfectplay.solution.answers import HoldRanking

ROW_HEIGHT = 0.3


def holds(found: HoldRanking, name: str, *, dark: bool = False) -> Figure:
    """A row for each kind of hold: its return per coin, and how often it is best."""
    look, rows = look_of(dark=dark), found.kinds
    with drawing(look.settings):
        figure = Picture(figsize=(8, 1.5 + ROW_HEIGHT * len(rows)))
        axes = figure.subplots()
        title(figure, "What to hold: what returns most stands first")
        axes.set_title(f"{name}\nthe mean return of each, with its range, and how often it is best")
        places = range(len(rows))
        axes.hlines(
            places,
            [kind.least for kind in rows],
            [kind.most for kind in rows],
            color=look.muted,
            linewidth=2,
        )
        axes.plot([kind.mean for kind in rows], places, "o", color=look.series[0])
        for place, kind in enumerate(rows):
            axes.annotate(
                f"{kind.mean:,.2f}   {100 * kind.share:.3g} %",
                (kind.most, place),
                xytext=(8, 0),
                textcoords="offset points",
                verticalalignment="center",
            )
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda coins, _: number(coins)))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlim(right=12 * max(kind.most for kind in rows))
        axes.set_yticks(places, [kind.name for kind in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel("coins returned on each coin, on a logarithmic scale")
    return figure
