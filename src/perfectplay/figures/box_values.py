"""The value of an open box, from the first turn to the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from perfectplay.figures.look import drawing, ink_on, look_of, panels, title


def box_values(value: Mapping[str, Sequence[float]], name: str, *, dark: bool = False) -> Figure:
    """Boxes by turns: the points an open box is worth, written on its colour.

    >>> box_values({"ones": [2.0, 1.5], "any": [20.0, 22.0]}, "small").get_suptitle()
    'What an open box is worth, by turn'
    """
    look = look_of(dark=dark)
    colours = LinearSegmentedColormap.from_list("values", list(look.ratings[3:]))
    table = np.array(list(value.values()))
    boxes, turns = table.shape
    high = float(np.nanmax(table)) or 1.0
    with drawing(look.settings):
        figure, [axes] = panels(1, max(5.0, 0.55 * turns + 2.6), 0.33 * boxes + 1.6)
        title(figure, "What an open box is worth, by turn")
        axes.set_title(f"{name}: expected points that would be lost with the box")
        axes.imshow(table, cmap=colours, vmin=0, vmax=high, aspect="auto", interpolation="nearest")
        for (box, turn), points in np.ndenumerate(table):
            if np.isfinite(points):
                axes.text(
                    turn,
                    box,
                    f"{points:.1f}",
                    color=ink_on(colours(points / high)),
                    fontsize=8.5,
                    horizontalalignment="center",
                    verticalalignment="center_baseline",
                )
        axes.set_xticks(range(turns), [str(turn + 1) for turn in range(turns)])
        axes.set_yticks(range(boxes), list(value))
        axes.set_xlabel("turn")
        axes.tick_params(length=0)
        for spine in axes.spines.values():
            spine.set_visible(False)
    return figure
