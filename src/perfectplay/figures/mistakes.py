"""The value of each decision: how often it occurs, and what the runner-up would cost."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

from perfectplay.analysis.decisions import situation
from perfectplay.analysis.units import Measure
from perfectplay.figures.look import Look, Picture, drawing, look_of, title
from perfectplay.solution.decisions import Decisions, WeightedDecision
from perfectplay.solution.solution import Solution

NAMED = 8
MOST_OFTEN = 1000.0
"""A decision that recurs for ever is drawn as if it occurred this often."""
DECADES = 5
"""The number of powers of ten shown below the largest."""


def mistakes(solution: Solution, name: str, *, dark: bool = False) -> Figure:
    """Decisions by how often they occur and what a mistake costs; the important ones are named.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> mistakes(solve(Coins(coins=2, target=2)), "coins").get_suptitle()
    'What each decision is worth'
    """
    look, measure, decisions = look_of(dark=dark), Measure.of(solution), solution.answer(Decisions)
    real = [
        dataclasses.replace(each, visits=min(each.visits, MOST_OFTEN))
        for each in sorted(decisions, key=lambda each: -each.matters)
        if each.cost > 0
    ]
    with drawing(look.settings):
        lines = 0.2 * max(1, len(real[:NAMED]))
        figure = Picture(figsize=(8.5, 4.6 + lines if real else 1.5))
        axes, names = figure.subplots(2, 1, gridspec_kw={"height_ratios": (4.2, lines)})
        names.set_axis_off()
        title(figure, "What each decision is worth")
        axes.set_title(f"{name}; {decisions.part}" if decisions.part else name)
        if not real:
            axes.text(0, 0.9, "No decision can go wrong.", transform=axes.transAxes)
            axes.set_axis_off()
            return figure
        xs, ys = (np.array(each) for each in zip(*((e.visits, e.cost) for e in real), strict=True))
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlim(shown_range(xs))
        axes.set_ylim(shown_range(ys))
        draw_equal_loss(axes, real[0].matters, measure, look)
        axes.scatter(xs, ys, s=13, color=look.series[0], alpha=0.55, linewidths=0)
        name_worst(axes, names, real[:NAMED], solution, look)
        axes.xaxis.set_major_formatter(FuncFormatter(how_often))
        axes.yaxis.set_major_formatter(
            FuncFormatter(lambda cost, _: f"{measure.scale * cost:.4g}{measure.sign}")
        )
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(LogLocator(10, numticks=12))
            axis.set_minor_locator(NullLocator())
            axis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("how often the decision arises")
        axes.set_ylabel(
            "what the runner-up costs" + (", in points" if "points" in measure.unit[:7] else "")
        )
        axes.grid()
    return figure


def how_often(share: float, _: object = None) -> str:
    """A frequency for people.

    >>> how_often(10), how_often(1), how_often(0.01), how_often(0.0001)
    ('10 times a game', 'every game', 'in 1 of 100', 'in 1 of 10,000')
    """
    if share > 1.5:
        return f"{share:,.0f} times a game"
    return "every game" if share > 0.7 else f"in 1 of {1 / share:,.0f}"


def shown_range(numbers: Any) -> tuple[float, float]:
    """The ends of an axis: covering at least one power of ten, and not too many."""
    most = float(numbers.max())
    least = min(max(float(numbers.min()), most / 10**DECADES), most / 8)
    return least / 1.6, most * 2.2


def draw_equal_loss(axes: Axes, largest: float, measure: Measure, look: Look) -> None:
    """Lines of equal average loss over all games."""
    low, high = axes.get_xlim()
    bottom, top = axes.get_ylim()
    for step in range(4):
        loss = 10.0 ** (np.floor(np.log10(largest)) - step)
        axes.plot([low, high], [loss / low, loss / high], color=look.grid, linewidth=1, zorder=0)
        spot = min(max(loss / (bottom * 1.25), low), high)
        if bottom < loss / spot < top:
            axes.annotate(
                f"{measure.scale * loss:g}{measure.sign} a game",
                (spot, loss / spot),
                color=look.muted,
                fontsize=8,
                rotation=-35,
                horizontalalignment="right",
                verticalalignment="bottom",
            )


def name_worst(
    axes: Axes, names: Axes, worst: Sequence[WeightedDecision], solution: Solution, look: Look
) -> None:
    """The most important decisions: numbered in the picture, listed below it."""
    lines, measure = [], Measure.of(solution)
    for number, each in enumerate(worst, start=1):
        axes.plot(
            [each.visits],
            [each.cost],
            marker="o",
            markersize=11,
            markerfacecolor=look.page,
            markeredgecolor=look.series[1],
            markeredgewidth=1.4,
            zorder=3 + NAMED - number,
        )
        axes.annotate(
            str(number),
            (each.visits, each.cost),
            horizontalalignment="center",
            verticalalignment="center_baseline",
            fontsize=7.5,
            zorder=3 + NAMED - number,
        )
        lost = f"{measure.scale * each.cost:.3g}{measure.sign}"
        where = situation(solution.game, each)
        lines.append(f"{number}  {where}:  {each.best[0]}, not {each.second} (costs {lost})")
    names.text(0, 1, "\n".join(lines), verticalalignment="top", fontsize=8.5, linespacing=1.5)
