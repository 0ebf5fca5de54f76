"""The chart of a game against a dealer: what to do with each hand, and what mistakes cost."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from perfectplay.figures.look import Look, Picture, drawing, ink_on, look_of, title
from perfectplay.solution.chart import Chart

ROW_HEIGHT = 0.36
PER_CENT = 100


def chart(found: Chart, name: str, *, dark: bool = False) -> Figure:
    """A chart in colours: the best option of each cell, and the cost of the second best."""
    look = look_of(dark=dark)
    offered = {str(each.label) for options in found.cells.values() for each in options}
    labels = [label for label in found.letters if label in offered]
    colours = dict(zip(labels, look.series, strict=False))
    (first, left), *others = found.rows.items()
    right = sum(len(rows) for _, rows in others)
    with drawing(look.settings):
        figure = Picture(figsize=(11, 1.6 + ROW_HEIGHT * max(len(left), right + 2)))
        title(figure, f"{name}: what to do, and what the second best costs, in % of the bet")
        heights = [max(len(rows), 1) for _, rows in others] or [1]
        grid = figure.add_gridspec(len(heights), 2, height_ratios=heights)
        draw_block(figure.add_subplot(grid[:, 0]), found, first, left, colours)
        for place, (group, rows) in enumerate(others):
            draw_block(figure.add_subplot(grid[place, 1]), found, group, rows, colours)
        add_key(figure, found, colours, look)
    return figure


def draw_block(
    axes: Axes, found: Chart, group: str, rows: Sequence[str], colours: dict[str, str]
) -> None:
    """The hands of one group: a cell for each, with the option and the loss."""
    for down, row in enumerate(rows):
        for across, column in enumerate(found.columns):
            best, loss = found.cells[row, column][0], found.loss(row, column)
            colour = colours[str(best.label)]
            axes.add_patch(
                Rectangle(
                    (across - 0.5, down - 0.5),
                    1,
                    1,
                    facecolor=colour,
                    edgecolor=axes.get_facecolor(),
                )
            )
            letter = found.letters[str(best.label)]
            cost = "" if loss is None else f"{PER_CENT * float(loss):.1f}"
            axes.text(
                across,
                down,
                f"{letter} {cost}",
                color=ink_on(colour),
                fontsize=7,
                horizontalalignment="center",
                verticalalignment="center",
            )
    axes.set_title(group)
    axes.set_xlim(-0.5, len(found.columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(found.columns)), found.columns)
    axes.set_yticks(range(len(rows)), [row.removeprefix(f"{group} ") for row in rows])
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def add_key(figure: Figure, found: Chart, colours: dict[str, str], look: Look) -> None:
    """The colour of each option, below the blocks, and the value of the chart."""
    figure.legend(
        handles=[
            Rectangle(
                (0, 0),
                1,
                1,
                facecolor=colour,
                edgecolor=look.page,
                label=f"{found.letters[label]} {label}",
            )
            for label, colour in colours.items()
        ],
        title=f"average win per bet: by the chart {PER_CENT * float(found.value):.4f} %, "
        f"looking at every card {PER_CENT * float(found.best):.4f} %",
        alignment="left",
        loc="outside lower left",
        ncols=len(colours),
    )
