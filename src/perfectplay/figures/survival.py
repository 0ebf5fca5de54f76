"""The chance of reaching each score, for one way of playing or for several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
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
from perfectplay.model.nodes import Number
from perfectplay.solution.distribution import Distribution

DASHES = ("-", "--", "-.", ":", (0, (6, 1.5, 1, 1.5, 1, 1.5)), (0, (1, 3)))
RARE = 1e-3

Curve: TypeAlias = Mapping[Number, Number] | Sequence[Number]
"""P(score >= x): by x, or from x = 0 on."""


def survival(curves: Mapping[str, Curve], name: str, *, dark: bool = False) -> Figure:
    """P(score >= x) for every x, a line for each strategy; below, the differences from the first.

    >>> curves = {"careful": [1, 0.9, 0.2], "bold": {0: 1, 1: 0.6, 2: 0.4}}
    >>> survival(curves, "two ways to play").get_suptitle()
    'The chance of at least x points'
    """
    look = look_of(dark=dark)
    lines = {strategy: as_line(curve) for strategy, curve in curves.items()}
    with drawing(look.settings):
        figure, all_axes = stacked(7.5, 5.6 if len(lines) > 1 else 4.2, (3, 1)[: len(lines)])
        title(figure, "The chance of at least x points")
        all_axes[0].set_title(name)
        for place, (strategy, (xs, chances)) in enumerate(lines.items()):
            all_axes[0].plot(xs, chances, label=strategy, **style(place, look))
        draw_half(all_axes[0], lines, look)
        all_axes[0].set_ylabel("P(score ≥ x)")
        all_axes[0].set_ylim(0, 1.02)
        all_axes[0].set_xlim(shown_range(lines))
        all_axes[0].legend(loc="upper right")
        if len(lines) > 1:
            draw_differences(all_axes[1], lines, look)
        all_axes[-1].set_xlabel("x, points at the end of the game")
        if all(x.is_integer() for xs, _ in lines.values() for x in xs):
            all_axes[-1].xaxis.set_major_locator(whole_numbers())
        for axes in all_axes:
            axes.yaxis.set_major_formatter(in_percent())
            axes.grid()
    return figure


def curve_of(distribution: Distribution) -> dict[Number, float]:
    """P(score >= x) for every score of a distribution.

    >>> curve_of(Distribution({0: 0.25, 3: 0.75}))
    {0: 1.0, 3: 0.75}
    """
    masses = np.array([float(mass) for mass in distribution.values()])
    chances = np.cumsum(masses[::-1])[::-1]
    return dict(zip(distribution, (float(chance) for chance in chances), strict=True))


def as_line(curve: Curve) -> tuple[list[float], list[float]]:
    """A curve as places and chances, ending with a place that has no chance left."""
    if not isinstance(curve, Mapping):
        curve = dict(enumerate(curve))
    xs = [spot(x) for x in curve]
    chances = [float(chance) for chance in curve.values()]
    if chances[-1] > 0:
        beyond = max(xs[-1] + 1, xs[-1] + 1e-9 * abs(xs[-1]))  # + 1 is lost on huge floats
        xs, chances = [*xs, beyond], [*chances, 0.0]
    return xs, chances


def style(place: int, look: Look) -> dict[str, Any]:
    """How to distinguish the lines: by colour and dashes."""
    return {
        "color": look.series[place % len(look.series)],
        "linestyle": DASHES[place % len(DASHES)],
        "linewidth": 1.8,
        "drawstyle": "steps-pre",
    }


def shown_range(lines: Mapping[str, tuple[list[float], list[float]]]) -> tuple[float, float]:
    """From the first score that is not certain to the last that is not too rare."""
    lows, highs = [], []
    for xs, chances in lines.values():
        lows.append(
            max((x for x, p in zip(xs, chances, strict=True) if p > 1 - RARE), default=xs[0])
        )
        highs.append(min((x for x, p in zip(xs, chances, strict=True) if p < RARE), default=xs[-1]))
    low, high = min(lows), max(highs)
    return low - 0.02 * (high - low), high + 0.02 * (high - low)


def draw_half(axes: Axes, lines: Mapping[str, tuple[list[float], list[float]]], look: Look) -> None:
    """A line at one half: what half of all games reach."""
    axes.axhline(0.5, color=look.muted, linewidth=0.8)
    middles = [
        max((x for x, p in zip(xs, chances, strict=True) if p >= 0.5), default=xs[0])
        for xs, chances in lines.values()
    ]
    if len(set(middles)) == 1:
        low, high = shown_range(lines)
        left = middles[0] > (low + high) / 2
        axes.annotate(
            f"half of all games reach {number(middles[0])}",
            (middles[0], 0.5),
            xytext=(-8, -14) if left else (8, 6),
            textcoords="offset points",
            horizontalalignment="right" if left else "left",
        )


def draw_differences(
    axes: Axes, lines: Mapping[str, tuple[list[float], list[float]]], look: Look
) -> None:
    """How much more or less likely each score is to be reached than with the first strategy."""
    first, *_ = lines
    places = np.unique(np.concatenate([xs for xs, _ in lines.values()]))
    base = at_places(lines[first], places)
    for place, (strategy, line) in enumerate(lines.items()):
        if strategy != first:
            axes.plot(places, at_places(line, places) - base, **style(place, look))
    axes.axhline(0, color=look.series[0], linewidth=1.2)
    axes.set_ylabel("difference")


def at_places(
    line: tuple[list[float], list[float]], places: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The chance of reaching each place: that of the next possible score."""
    xs, chances = np.array(line[0]), np.array([*line[1], 0.0])
    return chances[np.searchsorted(xs, places)]
