"""The best option at every position given by two numbers: a map of the policy."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from perfectplay.analysis.plane import Plane, PlaneCell
from perfectplay.figures.look import drawing, ink_on, look_of, panels, title, whole_numbers
from perfectplay.solution.solution import Solution

MOVERS = ("the first player chooses", "the second player chooses")


def plane(solution: Solution, name: str, *, dark: bool = False) -> Figure:
    """What to do at each pair of numbers, written on the colour of its value; for each player.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> plane(solve(Coins()), "coins").get_suptitle()
    'The best move at each position'
    """
    found = Plane.of(solution)
    look = look_of(dark=dark)
    colours = LinearSegmentedColormap.from_list("values", list(look.ratings[3:]))
    movers = sorted({cell.player for cell in found.cells})
    xs, ys = [cell.x for cell in found.cells], [cell.y for cell in found.cells]
    ends = (min(xs) - 0.5, max(xs) + 0.5, min(ys) - 0.5, max(ys) + 0.5)
    with drawing(look.settings):
        width = max(3.6, min(11, 0.42 * (ends[1] - ends[0])))
        height = max(3.4, min(8, 0.34 * (ends[3] - ends[2]) + 1.6))
        figure, all_axes = panels(len(movers), width * len(movers) + 1.8, height, sharey=True)
        title(figure, "The best move at each position")
        for axes, mover in zip(all_axes, movers, strict=True):
            cells = [cell for cell in found.cells if cell.player == mover]
            shown = draw_cells(axes, cells, ends, colours, found.values)
            chooses = f"\n{MOVERS[mover]}" if len(movers) > 1 else ""
            axes.set_title((name if axes is all_axes[0] else "") + chooses)
            axes.set_xlabel(found.across)
            axes.xaxis.set_major_locator(whole_numbers())
        all_axes[0].set_ylabel(found.up)
        all_axes[0].yaxis.set_major_locator(whole_numbers())
        figure.colorbar(shown, ax=all_axes, shrink=0.85, aspect=26, label=solution.meaning)
    return figure


def draw_cells(
    axes: Axes,
    cells: list[PlaneCell],
    ends: tuple[float, float, float, float],
    colours: LinearSegmentedColormap,
    values: tuple[float, float],
) -> AxesImage:
    """The best move in each cell, on the colour of its value."""
    left, right, bottom, top = ends
    low, high = values
    grid = [[float("nan")] * round(right - left) for _ in range(round(top - bottom))]
    for cell in cells:
        grid[round(cell.y - bottom - 0.5)][round(cell.x - left - 0.5)] = cell.value
        axes.text(
            cell.x,
            cell.y,
            cell.best,
            color=ink_on(colours((cell.value - low) / (high - low or 1))),
            horizontalalignment="center",
            verticalalignment="center_baseline",
            fontsize=9 if right - left <= 16 else 7.5,
        )
    return axes.imshow(
        grid, cmap=colours, vmin=low, vmax=high, origin="lower", extent=ends, aspect="auto"
    )
