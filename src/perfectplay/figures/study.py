"""The findings of a study: a curve for one axis, a heat map for two or many, several for three."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.patches import Rectangle

from perfectplay.analysis.studies.findings import Findings
from perfectplay.errors import ParameterError
from perfectplay.figures.look import (
    Look,
    drawing,
    ink_on,
    look_of,
    number,
    panels,
    stacked,
    title,
    whole_numbers,
)
from perfectplay.model.parameters import spell

MOST_AXES = 3
LETTER = 0.09
"""The width of a letter in a label, in inches."""
MOST_CURVES = 4
MOST_PANELS = 6
MOST_CELLS = 240
"""With at most this many cells, their numbers are written in them."""


def draw_study(found: Findings, name: str, *, dark: bool = False) -> Figure:
    """The figure that fits a study; the base is marked, and the highest value named.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"coins": [2, 3], "value": [0.5, 0.75]})
    >>> draw_study(Findings(frame, ["coins"], ["value"], {"coins": 3}), "coins").get_suptitle()
    'What coins does to value'
    """
    look = look_of(dark=dark)
    measures = [measure for measure in found.measures if found.best(measure)]
    if not measures:
        raise ParameterError("nothing was measured, so there is nothing to draw")
    if len(found.axes) > MOST_AXES:
        found = joined(found)
    draw = draw_curves if len(found.axes) == 1 else draw_maps
    with drawing(look.settings):
        return draw(found, measures, name, look)


def joined(found: Findings) -> Findings:
    """The same with all keys but the last merged, for a map with a row for each combination.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"a": [1, 1], "b": [True, False], "value": [0.5, 0.75]})
    >>> both = joined(Findings(frame, ["a", "a", "b"], ["value"], {"a": 1, "b": True}))
    >>> both.axes, both.base
    (['a, a', 'b'], {'a, a': '1, 1', 'b': True})
    """
    import polars as pl

    *others, last = found.axes
    key = ", ".join(others)

    def together(row: Mapping[str, Any]) -> str:
        return ", ".join(spell(row[axis]) for axis in others)

    rows = [together(row) for row in found.frame.iter_rows(named=True)]
    frame = found.frame.with_columns(pl.Series(key, rows))
    base = {key: together(found.base), last: found.base[last]}
    return Findings(frame, [key, last], found.measures, base)


def draw_curves(found: Findings, measures: Sequence[str], name: str, look: Look) -> Figure:
    """A curve for each measure, stacked."""
    [axis] = found.axes
    shown = list(measures)[:MOST_CURVES]
    figure, all_axes = stacked(7.5, 1.6 + 2.3 * len(shown), [1] * len(shown))
    title(figure, f"What {axis} does" + f" to {' and '.join(shown)}" * (len(shown) <= 2))
    all_axes[0].set_title(name)
    for axes, measure, colour in zip(all_axes, shown, look.series, strict=False):
        draw_curve(axes, found, axis, measure, colour, look)
        axes.set_ylabel(measure)
        axes.grid()
    all_axes[-1].set_xlabel(axis)
    return figure


def draw_curve(
    axes: Axes, found: Findings, axis: str, measure: str, colour: str, look: Look
) -> None:
    """One measure along one axis; values that are not numbers are placed side by side."""
    known = found.frame.drop_nulls(measure)
    steps = found.values(axis)
    in_numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in steps)
    place = {each: each if in_numbers else at for at, each in enumerate(steps)}
    xs = [place[each] for each in known.get_column(axis)]
    ys = known.get_column(measure).to_list()
    axes.plot(xs, ys, color=colour, marker="o", markersize=4, linewidth=1.8)
    axes.margins(y=0.22)
    if all(isinstance(each, int) for each in place.values()):
        axes.xaxis.set_major_locator(whole_numbers())
    if not in_numbers:
        axes.set_xticks(range(len(steps)), [spell(each) for each in steps])
    own = found.base[axis]
    at = own if in_numbers else place.get(own)
    if at is not None:
        axes.axvline(at, color=look.muted, linestyle="--", linewidth=1)
        axes.annotate(
            f" base, {spell(own)}",
            (at, 0.02),
            xycoords=("data", "axes fraction"),
            color=look.muted,
            fontsize=9,
        )
    best = found.best(measure)
    assert best is not None
    axes.plot([place[best[axis]]], [best[measure]], "o", color=colour, markersize=9)
    right = sum(x <= place[best[axis]] for x in xs) > len(xs) / 2
    axes.annotate(
        f"highest at {spell(best[axis])}: {number(best[measure])}",
        (place[best[axis]], best[measure]),
        xytext=(0, 9),
        textcoords="offset points",
        horizontalalignment="right" if right else "left",
        fontsize=9,
    )


def draw_maps(found: Findings, measures: Sequence[str], name: str, look: Look) -> Figure:
    """A heat map of the first measure; for three axes, one for each value of the first."""
    measure = measures[0]
    *outer, up, across = found.axes
    slices = found.values(outer[0])[:MOST_PANELS] if outer else [None]
    best = found.best(measure)
    assert best is not None
    numbers = found.frame.get_column(measure).drop_nulls().to_list()
    ends = min(numbers), max(numbers)
    width = max(3.4, min(9, 0.62 * len(found.values(across)) + 1))
    height = max(3.2, min(9, 0.42 * len(found.values(up)) + 1.8))
    names = max(len(spell(each)) for each in found.values(up)) * LETTER
    figure, all_axes = panels(len(slices), width * len(slices) + 1.6 + names, height, sharey=True)
    title(figure, f"What {' and '.join(found.axes)} do to {measure}")
    for axes, each in zip(all_axes, slices, strict=True):
        fixed = {outer[0]: each} if outer else {}
        image = draw_map(axes, found, (up, across), fixed, measure, ends, best, look)
        part = f"{outer[0]}={spell(each)}" if outer else ""
        first = axes is all_axes[0]
        axes.set_title("\n".join(filter(None, [name if first else " " * bool(part), part])))
        axes.set_xlabel(across)
    all_axes[0].set_ylabel(up)
    figure.colorbar(image, ax=all_axes, shrink=0.85, aspect=26, label=measure)
    framed = "; the base is framed" if any(map(found.is_base, found.frame.to_dicts())) else ""
    figure.supxlabel(
        f"highest: {found.variant_text(best)} ({number(best[measure])}){framed}",
        x=0.99,
        horizontalalignment="right",
        color=look.muted,
        fontsize=9,
    )
    return figure


def draw_map(
    axes: Axes,
    found: Findings,
    of: tuple[str, str],
    fixed: Mapping[str, Any],
    measure: str,
    ends: tuple[float, float],
    best: Mapping[str, Any],
    look: Look,
) -> AxesImage:
    """A heat map: the numbers on their colours, the base framed, the highest in bold."""
    up, across = of
    rows, columns = found.values(up), found.values(across)
    grid = [[math.nan] * len(columns) for _ in rows]
    colours = LinearSegmentedColormap.from_list("values", list(look.ratings[3:]))
    low, high = ends
    for row in found.frame.drop_nulls(measure).iter_rows(named=True):
        if any(row[axis] != value for axis, value in fixed.items()):
            continue
        y, x = rows.index(row[up]), columns.index(row[across])
        grid[y][x] = row[measure]
        if len(rows) * len(columns) <= MOST_CELLS:
            axes.text(
                x,
                y,
                f"{row[measure]:#.4g}".rstrip("."),
                color=ink_on(colours((row[measure] - low) / (high - low or 1))),
                fontweight="bold" if row == best else "normal",
                horizontalalignment="center",
                verticalalignment="center_baseline",
                fontsize=8,
            )
        if found.is_base(row):
            frame = Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, edgecolor=look.ink, linewidth=2)
            axes.add_patch(frame)
    axes.set_xticks(range(len(columns)), [spell(each) for each in columns])
    axes.set_yticks(range(len(rows)), [spell(each) for each in rows])
    return axes.imshow(grid, cmap=colours, vmin=low, vmax=high, origin="lower", aspect="auto")
