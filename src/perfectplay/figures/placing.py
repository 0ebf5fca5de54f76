"""Which box to use for each roll of one die: by points so far, one panel per set of open boxes."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from perfectplay.figures.look import Look, Picture, drawing, ink_on, look_of, title
from perfectplay.solution.decisions import Decisions, WeightedDecision
from perfectplay.solution.solution import Solution

MOST_PANELS = 12
ACROSS = 4
ANY = "any"
HATCHES = ("", "//", "\\\\", "..", "xx", "--", "++", "oo")
TALL = 2.4
"""A run of cells this high, in points of the score, has room for the name of its box."""


@dataclasses.dataclass(frozen=True)
class RollRun:
    """A roll at consecutive totals that all go into the same box."""

    roll: int
    low: int
    high: int
    box: str


def placing(solution: Solution, *, dark: bool = False) -> Figure:
    """Where each roll goes, at every total, for the most important sets of open boxes.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> placing(solve(Slots())).get_suptitle()
    'Which box for each roll, by the points so far'
    """
    card = solution.game.card
    assert card is not None
    look = look_of(dark=dark)
    by_set: dict[tuple[str, ...], list[WeightedDecision]] = {}
    for decision in solution.answer(Decisions):
        place: Any = decision.position
        by_set.setdefault(place.open, []).append(decision)
    sets = most_important(by_set)
    boxes = card.names
    colours = dict(zip(boxes, itertools.cycle(look.series), strict=False)) | {ANY: look.grid}
    rows = -(-len(sets) // ACROSS)
    with drawing(look.settings):
        figure = Picture(figsize=(11, 0.9 + 3.1 * rows))
        panels = figure.subplots(rows, ACROSS, squeeze=False).ravel()
        title(figure, "Which box for each roll, by the points so far")
        for axes, open_boxes in zip(panels, sets, strict=False):
            draw_set(axes, list(runs_of(by_set[open_boxes])), colours, boxes)
            axes.set_title(", ".join(open_boxes), fontsize=9)
            axes.set_xticks(range(1, card.sides + 1))
            low, high = axes.get_ylim()
            ticks = MaxNLocator(integer=True, nbins=8).tick_values(low, high)
            axes.set_yticks([tick for tick in ticks if low < tick < high])
            axes.tick_params(length=0)
        for axes in panels[len(sets) :]:
            axes.set_visible(False)
        for place, axes in enumerate(panels[: len(sets)]):
            if place % ACROSS == 0:
                axes.set_ylabel("points so far")
            if place >= len(sets) - ACROSS:
                axes.set_xlabel("roll")
        add_key(figure, boxes, colours, look)
    return figure


def most_important(
    by_set: Mapping[tuple[str, ...], Sequence[WeightedDecision]],
) -> list[tuple[str, ...]]:
    """The sets of open boxes in which mistakes cost most in total; larger sets first."""
    total = {boxes: sum(each.matters for each in part) for boxes, part in by_set.items()}
    chosen = sorted(total, key=lambda boxes: (-total[boxes], boxes))[:MOST_PANELS]
    return sorted(chosen, key=lambda boxes: (-len(boxes), boxes))


def runs_of(decisions: Sequence[WeightedDecision]) -> Iterator[RollRun]:
    """The best boxes for one set, with equal neighbouring cells merged."""
    places: list[tuple[Any, WeightedDecision]] = [(each.position, each) for each in decisions]
    cells = sorted((place.roll[0], int(each.score or 0), best_box(each)) for place, each in places)
    for (roll, box), group in itertools.groupby(cells, key=lambda cell: (cell[0], cell[2])):
        totals = [total for _, total, _ in group]
        first = totals[0]
        for before, total in itertools.pairwise([*totals, totals[-1] + 9]):
            if total > before + 1:
                yield RollRun(roll, first, before, box)
                first = total


def best_box(decision: WeightedDecision) -> str:
    """The best box of a decision, or 'any' if all are equally good."""
    everything = decision.second is None and len(decision.best) > 1
    return ANY if everything else str(decision.best[0])


def draw_set(
    axes: Axes, runs: Sequence[RollRun], colours: Mapping[str, str], boxes: Sequence[str]
) -> None:
    """A panel: rolls to the right, totals upwards, boxes as named colours."""
    for run in runs:
        place = boxes.index(run.box) if run.box in boxes else 0
        axes.add_patch(
            Rectangle(
                (run.roll - 0.46, run.low - 0.5),
                0.92,
                run.high - run.low + 1,
                facecolor=colours[run.box],
                edgecolor=axes.get_facecolor(),
                linewidth=0.6,
                hatch=HATCHES[place // 6 % len(HATCHES)],
            )
        )
    low = min(run.low for run in runs)
    high = max(run.high for run in runs)
    for run in runs:
        if run.high - run.low + 1 >= TALL * max(1.0, (high - low) / 26) and run.box != ANY:
            axes.text(
                run.roll,
                (run.low + run.high) / 2,
                run.box,
                color=ink_on(colours[run.box]),
                fontsize=6.5,
                horizontalalignment="center",
                verticalalignment="center",
                clip_on=True,
            )
    axes.set_xlim(0.4, max(run.roll for run in runs) + 0.6)
    axes.set_ylim(low - 1, high + 1)


def add_key(figure: Figure, boxes: Sequence[str], colours: Mapping[str, str], look: Look) -> None:
    """The colour of each box, below the panels."""
    figure.legend(
        handles=[
            Rectangle((0, 0), 1, 1, facecolor=colours[box], edgecolor=look.page, label=box)
            for box in (*boxes, ANY)
        ],
        loc="outside lower left",
        ncols=8,
        columnspacing=1.3,
        handlelength=1.2,
    )
