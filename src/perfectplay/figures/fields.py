"""How scores, bonuses and risk change with the number of opponents to finish ahead of."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from perfectplay.analysis.field import InField
from perfectplay.figures.look import Look, drawing, in_percent, look_of, stacked, title

SPREAD = (0.05, 0.95)
"""Nine games in ten end between these quantiles."""


def draw_fields(found: Sequence[InField], name: str, *, dark: bool = False) -> Figure:
    """Scores, their spread, how often bonuses are earned, and the gain over play for points.

    >>> from perfectplay.solution.distribution import Distribution
    >>> scores = Distribution({100: 0.5, 200: 0.5})
    >>> fields = [InField(n, 0.5, 0.0, scores, 0.4, {"upper": 0.7}) for n in (1, 10)]
    >>> draw_fields(fields, "a card").get_suptitle()
    'To finish first among others'
    """
    look = look_of(dark=dark)
    rivals = [each.rivals for each in found]
    bonuses = list(found[0].bonuses)
    with drawing(look.settings):
        heights = [2, 1, *[1] * bool(bonuses), 1]
        figure, all_axes = stacked(7.5, 2.2 + 1.5 * len(heights), heights)
        title(figure, "To finish first among others")
        all_axes[0].set_title(name)
        draw_scores(all_axes[0], found, look)
        deviations = [each.scores.deviation for each in found]
        all_axes[1].plot(rivals, deviations, color=look.series[1], marker="o")
        all_axes[1].set_ylabel("deviation")
        for colour, bonus in zip(look.series[2:], bonuses, strict=False):
            rates = [each.bonuses[bonus] for each in found]
            all_axes[2].plot(rivals, rates, color=colour, marker="o", label=bonus)
        if bonuses:
            all_axes[2].set_ylabel("bonus earned")
            all_axes[2].yaxis.set_major_formatter(in_percent())
            all_axes[2].legend()
        edges = [each.edge for each in found]
        all_axes[-1].plot(rivals, edges, color=look.series[0], marker="o")
        all_axes[-1].axhline(1, color=look.muted, linewidth=0.8)
        all_axes[-1].set_ylabel("times as much\nas for points")
        all_axes[-1].set_xlabel("others who play the same way")
        all_axes[-1].set_xscale("log")
        all_axes[-1].set_xticks(rivals)
        all_axes[-1].minorticks_off()
        all_axes[-1].xaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
        for axes in all_axes:
            axes.grid()
    return figure


def draw_scores(axes: Axes, found: Sequence[InField], look: Look) -> None:
    """The mean score, and the range in which nine games in ten end."""
    rivals = [each.rivals for each in found]
    low, high = ([float(each.scores.quantile(share)) for each in found] for share in SPREAD)
    means = [float(each.scores.mean) for each in found]
    axes.fill_between(rivals, low, high, color=look.series[0], alpha=0.2, label="nine games of ten")
    axes.plot(rivals, means, color=look.series[0], marker="o", label="mean")
    axes.set_ylabel("score")
    axes.legend()
