"""The best option at every position that two numbers tell: a map of the policy."""

from __future__ import annotations

import polars as pl
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.figures.look import drawing, ink_on, look_of, panels, title, whole_numbers

TOLD = {"player", "value", "cost", "visits", "matters"}
LONGEST_LABEL = 4
MOST_CELLS = 1_200


def plane(solution: GraphSolution, name: str, *, dark: bool = False) -> Figure:
    """What to do at each pair of numbers, written on what that is worth.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> plane(solve(Coins()), "coins").get_suptitle()
    'The best move at each position'
    """
    table = solution.table()
    across, up = two_numbers(table, name)
    look = look_of(dark=dark)
    colours = LinearSegmentedColormap.from_list("worth", list(look.ratings[3:]))
    xs, ys, values = table[across].to_list(), table[up].to_list(), table["value"].to_list()
    low, high = min(values), max(values)
    wide, tall = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    with drawing(look.settings):
        width = max(4.6, min(11, 0.42 * wide + 2.2))
        figure, [axes] = panels(1, width, max(3.4, min(8, 0.34 * tall + 1.6)))
        title(figure, "The best move at each position")
        axes.set_title(name)
        grid = [[float("nan")] * wide for _ in range(tall)]
        for x, y, value in zip(xs, ys, values, strict=True):
            grid[y - min(ys)][x - min(xs)] = value
        ends = (min(xs) - 0.5, max(xs) + 0.5, min(ys) - 0.5, max(ys) + 0.5)
        shown = axes.imshow(
            grid, cmap=colours, vmin=low, vmax=high, origin="lower", extent=ends, aspect="auto"
        )
        for row in table.iter_rows(named=True):
            share = (row["value"] - low) / (high - low or 1)
            axes.text(
                row[across],
                row[up],
                row["best"],
                color=ink_on(colours(share)),
                horizontalalignment="center",
                verticalalignment="center_baseline",
                fontsize=9 if wide <= 16 else 7.5,
            )
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.xaxis.set_major_locator(whole_numbers())
        axes.yaxis.set_major_locator(whole_numbers())
        figure.colorbar(shown, ax=axes, shrink=0.85, aspect=26, label=solution.meaning)
    return figure


def two_numbers(table: pl.DataFrame, name: str) -> tuple[str, str]:
    """The two columns of whole numbers that tell a decision, if there are two and no others."""
    fields = [
        column for column in table.columns[: table.columns.index("best")] if column not in TOLD
    ]
    numbers = [column for column in fields if table[column].dtype.is_integer()]
    short = table["best"].str.len_chars().max() if table.height else 0
    if len(fields) != 2 or len(numbers) != 2 or not isinstance(short, int):
        raise PerfectPlayError(
            f"a policy is drawn where two numbers tell a decision; in {name} it is told by "
            f"{', '.join(fields) or 'its position'}; `perfectplay table` lists it"
        )
    if short > LONGEST_LABEL or table.height > MOST_CELLS:
        raise PerfectPlayError(
            f"the policy of {name} is too large to draw; take smaller parameters"
        )
    return numbers[0], numbers[1]
