"""A small game as a graph: choices, chances and ends, their values, and the best line."""

from __future__ import annotations

import dataclasses
import itertools
import statistics
import textwrap
from collections.abc import Hashable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch
from matplotlib.path import Path

from perfectplay.analysis.diagram import Diagram, DiagramStep, Spot
from perfectplay.analysis.units import Measure
from perfectplay.figures.look import Look, drawing, ink_on, look_of, panels, title
from perfectplay.model.nodes import Chance, Choice, Final, Inline
from perfectplay.solution.solution import Solution

MOST_LABELLED = 110
"""With more steps than this, only those of best play are labelled."""
ROW, LAYER = 0.66, 1.4
"""The height and width of a node, in inches."""
BEND_ROOM = 0.5
"""The height of a bend, relative to a node."""
SWEEPS = 16
NAME_WIDTH, NAME_LINES = 17, 2
LONGEST_LABEL = 14
KEY_WIDTH = 1.9
"""The width of a word in the key, in inches."""
LABEL_AT = (0.36, 0.44, 0.28, 0.52, 0.6, 0.68)
"""How far along a step its label may be, the best place first."""
ABOVE, BELOW = 0.32, 0.66
"""How far from the middle of a node a backward arc ends: at its edge, or at its name."""
DASHES: tuple[float, tuple[float, float]] = (0, (4, 2))

Point = tuple[float, float]


@dataclasses.dataclass(frozen=True)
class EdgeCurve:
    """The course of a step through the picture: its start, bends and end.

    Steps to the same end share their bends, so that they run together. A backward step has no
    bends: it is drawn as an arc.
    """

    step: DiagramStep
    stops: tuple[Hashable, ...]

    @property
    def back(self) -> bool:
        """Whether it leads back to where play may have been before."""
        return not self.stops


def game_graph(solution: Solution, name: str, *, dark: bool = False) -> Figure:
    """The graph of a small game from left to right; thick lines are best play.

    Where play can return to an earlier position, the way back is a dashed arc.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> game_graph(solve(Coins(coins=2, target=2)), "coins").get_suptitle()
    'The whole game, and how best to play it'
    """
    look = look_of(dark=dark)
    diagram = Diagram.of(solution)
    ways, layers = layered(diagram)
    places = laid_out(layers, ways)
    with drawing(look.settings):
        curves = [(way, curve_of(way, places)) for way in ways]
        heights = [y for _, y in places.values()]
        heights += [along(curve, 0.5)[1] for way, curve in curves if way.back]
        low, high = min(heights) - 0.75, max(heights) + 0.45
        width = max(6.0, min(26.0, LAYER * len(layers) + 0.6))
        figure, [axes] = panels(1, width, max(3.2, min(30.0, ROW * (high - low) + 1.2)))
        title(figure, "The whole game, and how best to play it")
        axes.set_title(f"{name}; in the nodes: {solution.meaning}")
        draw_ways(axes, curves, look)
        draw_spots(axes, solution, diagram.spots, places, look)
        add_key(figure, solution, look, cyclic=any(way.back for way in ways))
        axes.set_axis_off()
        axes.set_xlim(-0.55, len(layers) - 0.45)
        axes.set_ylim(low, high)
    return figure


# Layout


def layered(diagram: Diagram) -> tuple[list[EdgeCurve], list[list[Hashable]]]:
    """The routes of all steps, and the spots and bends from left to right.

    A spot is as far right as the longest path to it, ignoring backward steps.
    """
    order = depth_first(diagram)
    rank = {spot: place for place, spot in enumerate(order)}
    depth = dict.fromkeys(order, 0)
    for step in sorted(diagram.steps, key=lambda step: rank[step.begin]):
        if rank[step.begin] < rank[step.end]:
            depth[step.end] = max(depth[step.end], depth[step.begin] + 1)
    layers: list[dict[Hashable, None]] = [{} for _ in range(max(depth.values()) + 1)]
    for spot in sorted(depth):
        layers[depth[spot]][spot] = None
    ways = []
    for step in diagram.steps:
        if rank[step.begin] < rank[step.end]:
            bends = [(step.end, x) for x in range(depth[step.begin] + 1, depth[step.end])]
            for bend in bends:
                layers[bend[1]][bend] = None
            ways.append(EdgeCurve(step, (step.begin, *bends, step.end)))
        else:
            ways.append(EdgeCurve(step, ()))
    return ways, [list(layer) for layer in layers]


def depth_first(diagram: Diagram) -> list[int]:
    """The spots in an order in which every step leads forward, except the backward ones.

    It is the reverse of the order in which a depth-first search leaves them.
    """
    thens: dict[int, list[int]] = {}
    for step in diagram.steps:
        thens.setdefault(step.begin, []).append(step.end)
    met, left = set[int](), list[int]()

    def walk(spot: int) -> None:
        met.add(spot)
        for then in thens.get(spot, ()):
            if then not in met:
                walk(then)
        left.append(spot)

    walk(0)
    return left[::-1]


def laid_out(layers: Sequence[list[Hashable]], ways: Sequence[EdgeCurve]) -> dict[Hashable, Point]:
    """A place for each spot and bend: its layer across, and a height with few crossing lines.

    In the literature: the barycentre heuristic of Sugiyama, Tagawa and Toda (1981).
    """
    near: dict[Hashable, list[Hashable]] = {}
    for way in ways:
        for one, other in itertools.pairwise(way.stops):
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
    height: dict[Hashable, float] = {}
    for layer in layers:
        height |= settled(layer, dict.fromkeys(layer, 0.0))
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            middle = {
                stop: statistics.fmean(height[each] for each in near.get(stop, [stop]))
                for stop in layer
            }
            if sweep < SWEEPS // 2:
                layer.sort(key=lambda stop: middle[stop])
            height |= settled(layer, middle)
    centre = (min(height.values()) + max(height.values())) / 2
    return {stop: (x, height[stop] - centre) for x, layer in enumerate(layers) for stop in layer}


def settled(layer: Sequence[Hashable], wanted: Mapping[Hashable, float]) -> dict[Hashable, float]:
    """Heights for the members of a layer, from below: in order, apart, and close to the given ones.

    In the literature: isotonic regression, by pooling adjacent violators.

    >>> settled([1, 2, 3], {1: 0.0, 2: 0.0, 3: 5.0})
    {1: -0.5, 2: 0.5, 3: 5.0}
    """
    room = [1.0 if isinstance(stop, int) else BEND_ROOM for stop in layer]
    above = [0.0, *itertools.accumulate(map(statistics.fmean, itertools.pairwise(room)))]
    pools: list[list[float]] = []
    for stop, base in zip(layer, above, strict=False):
        pools.append([wanted[stop] - base])
        while len(pools) > 1 and statistics.fmean(pools[-2]) > statistics.fmean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    level = [statistics.fmean(pool) for pool in pools for _ in pool]
    return {stop: base + low for stop, base, low in zip(layer, above, level, strict=False)}


def curve_of(way: EdgeCurve, places: Mapping[Hashable, Point]) -> list[Point]:
    """The Bézier points of a route, level at each of its stops, or of a backward arc."""
    if way.back:
        return arc(places[way.step.begin], places[way.step.end])
    points = [places[way.stops[0]]]
    for one, other in itertools.pairwise(way.stops):
        (x, y), (u, v) = places[one], places[other]
        points += [((x + u) / 2, y), ((x + u) / 2, v), (u, v)]
    return points


def arc(begin: Point, end: Point) -> list[Point]:
    """A backward arc, above or below what lies in between; or a loop to the node itself."""
    (x, y), (u, v) = begin, end
    if begin == end:
        return [begin, (x - 0.1, y + 1.0), (x - 0.6, y + 0.7), (x - 0.15, y + 0.12)]
    if y + v >= 0:
        top = max(y, v) + 0.9 + 0.12 * (x - u)
        return [begin, (x, top), (u, top), (u, v + ABOVE)]
    bottom = min(y, v) - 1.2 - 0.12 * (x - u)
    return [begin, (x, bottom), (u, bottom), (u, v - BELOW)]


# Drawing


def draw_ways(axes: Axes, curves: Sequence[tuple[EdgeCurve, list[Point]]], look: Look) -> None:
    """The steps: grey, or coloured where best play goes, thicker where it goes more often."""
    every, taken = len(curves) <= MOST_LABELLED, list[Point]()
    for way, curve in sorted(curves, key=lambda each: each[0].step.often):
        often = way.step.often
        axes.add_patch(
            FancyArrowPatch(
                path=Path(curve, [Path.MOVETO, *[Path.CURVE4] * (len(curve) - 1)]),
                arrowstyle="-|>,head_length=8,head_width=4" if way.back else "-",
                linestyle=DASHES if way.back else "-",
                facecolor=(look.series[1] if often else look.muted) if way.back else "none",
                edgecolor=look.series[1] if often else look.muted,
                alpha=1.0 if often else 0.5,
                linewidth=1.2 + 3 * min(often, 1.0) if often else 0.8,
                zorder=1 + (often > 0),
            )
        )
        if every or often > 0.02:
            labels = ", ".join(way.step.labels)
            spots = [along(curve, share) for share in ((0.5,) if way.back else LABEL_AT)]
            spot = next((spot for spot in spots if is_free(spot, taken)), spots[0])
            taken.append(spot)
            axes.annotate(
                labels if len(labels) <= LONGEST_LABEL else labels[: LONGEST_LABEL - 1] + "…",
                spot,
                fontsize=8,
                color=look.ink if often else look.muted,
                horizontalalignment="center",
                verticalalignment="center",
                bbox={"facecolor": look.page, "edgecolor": "none", "pad": 0.6},
                zorder=4,
            )


def is_free(spot: Point, taken: Sequence[Point]) -> bool:
    """Whether no other label is too close."""
    return all(abs(spot[0] - x) > 0.33 or abs(spot[1] - y) > 0.24 for x, y in taken)


def along(curve: Sequence[Point], share: float) -> Point:
    """A point on the first part of a curve, at some share of its length."""
    rest = 1 - share
    weights = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
    first = list(zip(weights, curve, strict=False))
    return sum(part * x for part, (x, _) in first), sum(part * y for part, (_, y) in first)


def draw_spots(
    axes: Axes,
    solution: Solution,
    spots: Sequence[Spot],
    places: Mapping[Hashable, Point],
    look: Look,
) -> None:
    """The nodes: squares for choices, circles for chances, with values inside and names below."""
    measure = Measure.of(solution)
    for number, spot in enumerate(spots):
        x, y = places[number]
        over, colour = isinstance(spot.node, Final), colour_of(spot, look)
        axes.plot(
            [x],
            [y],
            marker="o" if isinstance(spot.node, Chance) else "s",
            markersize=28 if isinstance(spot.node, Chance) else 24,
            markerfacecolor=colour,
            markeredgecolor=look.muted if over else look.page,
            zorder=5,
        )
        axes.text(
            x,
            y,
            short_value(spot.value, measure),
            fontsize=8,
            color=look.ink if over else ink_on(colour),
            horizontalalignment="center",
            verticalalignment="center_baseline",
            zorder=6,
        )
        axes.annotate(
            name_of(solution, spot),
            (x, y),
            xytext=(0, -16),
            textcoords="offset points",
            fontsize=7,
            horizontalalignment="center",
            verticalalignment="top",
            bbox={"facecolor": look.page, "edgecolor": "none", "pad": 0.2, "alpha": 0.75},
            zorder=3,
        )


def colour_of(spot: Spot, look: Look) -> str:
    """The colour of a node: by its kind and, for a choice, by who chooses."""
    if isinstance(spot.node, Choice):
        return look.series[0] if spot.node.player == 0 else look.series[3]
    return look.series[4] if isinstance(spot.node, Chance) else look.page


def short_value(value: float, measure: Measure) -> str:
    """A value in a few characters.

    >>> short_value(0.375, Measure(100)), short_value(1e200, Measure())
    ('37.5%', '1e200')
    """
    short = f"{measure.scale * value:.3g}".replace("e+", "e")
    return f"{short}%" if measure.scale == 100 else short


def name_of(solution: Solution, spot: Spot) -> str:
    """The name of a node in two lines, if it is a position of its own."""
    if isinstance(spot.place, Inline):
        return ""
    score = "" if spot.score is None else f" ({spot.score})"
    text = solution.game.text(spot.place) + score
    return "\n".join(textwrap.wrap(text, NAME_WIDTH, max_lines=NAME_LINES, placeholder=" …"))


def add_key(figure: Figure, solution: Solution, look: Look, *, cyclic: bool) -> None:
    """The meaning of shapes and lines."""

    def mark(shape: str, colour: str, label: str) -> Line2D:
        edge = look.muted if colour == look.page else colour
        return Line2D(
            [],
            [],
            marker=shape,
            linestyle="",
            markerfacecolor=colour,
            markeredgecolor=edge,
            markersize=9,
            label=label,
        )

    best = Line2D([], [], color=look.series[1], linewidth=3, label="best play")
    back = Line2D([], [], color=look.muted, linestyle=DASHES, label="back again")
    two = solution.game.players == 2
    figure.legend(
        handles=[
            mark("s", look.series[0], "first player chooses" if two else "you choose"),
            *([mark("s", look.series[3], "second player chooses")] if two else []),
            mark("o", look.series[4], "chance decides"),
            mark("s", look.page, "the game is over"),
            best,
            *([back] if cyclic else []),
        ],
        loc="outside lower left",
        ncols=int(figure.get_figwidth() // KEY_WIDTH),
        columnspacing=1.4,
    )
