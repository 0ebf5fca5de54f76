"""A small game as a graph: choices, chances and ends, what each is worth, and the best line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from perfectplay.engines.graph.graph import CHANCE, CHOICE, FINAL
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.states import START
from perfectplay.errors import PerfectPlayError
from perfectplay.figures.look import Look, drawing, ink_on, look_of, panels, title
from perfectplay.model.nodes import Inline
from perfectplay.present.units import Measure

MOST_NODES = 160
MOST_LABELLED = 110
"""Edges: beyond these, only those of best play have their labels."""
ROOM = 0.62
"""The height that a node takes, in inches."""
LAYER = 1.35
SWEEPS = 6
LONGEST_NAME = 26
SHAPES = {CHOICE: "square,pad=0.5", CHANCE: "circle,pad=0.35", FINAL: "round,pad=0.35"}


@dataclasses.dataclass(frozen=True)
class Edge:
    """An option or an outcome: from where, to where, what it is called, and how often it is met."""

    begin: int
    end: int
    label: str
    often: float


def game_graph(solution: GraphSolution, name: str, *, dark: bool = False) -> Figure:
    """The graph of a small game from left to right; thick lines are those of best play.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> game_graph(solve(Coins(coins=2, target=2)), "coins").get_suptitle()
    'The whole game, and how best to play it'
    """
    look = look_of(dark=dark)
    edges = edges_of(solution, name)
    layers = layered(edges)
    places = laid_out(layers, edges)
    tallest = max(map(len, layers))
    with drawing(look.settings):
        width = max(6.0, min(24.0, LAYER * len(layers) + 1.5))
        figure, [axes] = panels(1, width, max(3.2, min(30.0, ROOM * tallest + 1.5)))
        title(figure, "The whole game, and how best to play it")
        axes.set_title(f"{name}; in the nodes: {solution.meaning}")
        draw_edges(axes, edges, places, look)
        draw_nodes(axes, solution, places, look)
        add_key(figure, solution, look)
        axes.set_axis_off()
        axes.set_xlim(-0.4, len(layers) - 0.6)
        axes.set_ylim(-tallest / 2 - 0.25, tallest / 2 + 0.15)
    return figure


def edges_of(solution: GraphSolution, name: str) -> list[Edge]:
    """The edges between all states that can occur."""
    graph, lanes = solution.graph, solution.lanes
    found, waiting, edges = {START}, [START], list[Edge]()
    while waiting:
        state = waiting.pop()
        node = lanes.node(state)
        for edge in graph.out(node):
            end = int(lanes.reach[edge] + state - lanes.offset[node])
            often = float(solution.state_visits[state])
            if graph.kind[node] == CHOICE:
                label = str(solution.names.labels[graph.label[edge]])
                often *= float(solution.chosen[state] == edge)
            else:
                label = chance_text(graph.probability[edge])
                often *= float(graph.probability[edge])
            edges.append(Edge(state, end, label, often))
            if end not in found:
                found.add(end)
                waiting.append(end)
            if len(found) > MOST_NODES:
                raise PerfectPlayError(
                    f"{name} has more than {MOST_NODES} positions, too many to draw; take smaller "
                    "parameters, or walk through it in the browser: perfectplay serve"
                )
    return edges


def chance_text(probability: Any) -> str:
    """A probability in a few letters.

    >>> from fractions import Fraction
    >>> chance_text(Fraction(1, 4)), chance_text(0.125), chance_text(1 / 3)
    ('1/4', '12.5 %', '33.3 %')
    """
    text = str(probability)
    return text if "/" in text and len(text) <= 7 else f"{100 * float(probability):.3g} %"


def layered(edges: Sequence[Edge]) -> list[list[int]]:
    """The states by the length of the longest way to them."""
    before: dict[int, list[int]] = {}
    for edge in edges:
        before.setdefault(edge.begin, [])
        before.setdefault(edge.end, []).append(edge.begin)
    depth: dict[int, int] = {}

    def depth_of(state: int) -> int:
        waiting = [state]
        while waiting:
            here = waiting[-1]
            missing = [each for each in before[here] if each not in depth]
            if missing:
                waiting += missing
            else:
                depth[here] = 1 + max((depth[each] for each in before[here]), default=-1)
                waiting.pop()
        return depth[state]

    layers: list[list[int]] = []
    for state in before:
        while len(layers) <= depth_of(state):
            layers.append([])
        layers[depth[state]].append(state)
    return layers


def laid_out(layers: Sequence[list[int]], edges: Sequence[Edge]) -> dict[int, tuple[float, float]]:
    """A place for each state: its layer to the right; upwards so that few edges cross."""
    near: dict[int, list[int]] = {}
    for edge in edges:
        near.setdefault(edge.begin, []).append(edge.end)
        near.setdefault(edge.end, []).append(edge.begin)
    height: dict[int, float] = {}
    for layer in layers:
        spread(layer, height)
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            middle = {
                state: sum(height[each] for each in near.get(state, [state]))
                / len(near.get(state, [state]))
                for state in layer
            }
            layer.sort(key=lambda state: -middle[state])
            spread(layer, height)
    return {state: (x, height[state]) for x, layer in enumerate(layers) for state in layer}


def spread(layer: Sequence[int], height: dict[int, float]) -> None:
    """Put the states of a layer one below the other, around the middle."""
    for place, state in enumerate(layer):
        height[state] = (len(layer) - 1) / 2 - place


def draw_edges(
    axes: Axes,
    edges: Sequence[Edge],
    places: Mapping[int, tuple[float, float]],
    look: Look,
) -> None:
    """The edges: grey, or in colour where best play goes, the thicker the more often."""
    every = len(edges) <= MOST_LABELLED
    for edge in sorted(edges, key=lambda each: each.often):
        (x, y), (u, v) = places[edge.begin], places[edge.end]
        taken = edge.often > 0
        axes.plot(
            [x, u],
            [y, v],
            color=look.series[1] if taken else look.muted,
            alpha=1.0 if taken else 0.45,
            linewidth=1.2 + 3 * edge.often if taken else 0.8,
            zorder=1 + taken,
            solid_capstyle="round",
        )
        if every or edge.often > 0.02:
            axes.annotate(
                edge.label,
                (x + 0.42 * (u - x), y + 0.42 * (v - y)),
                fontsize=8,
                color=look.ink if taken else look.muted,
                horizontalalignment="center",
                verticalalignment="center",
                bbox={"facecolor": look.page, "edgecolor": "none", "pad": 0.6},
                zorder=4,
            )


def draw_nodes(
    axes: Axes, solution: GraphSolution, places: Mapping[int, tuple[float, float]], look: Look
) -> None:
    """The nodes: squares for choices, circles for chances; values in them, names below."""
    measure = Measure.told_by(solution)
    for state, place in places.items():
        node = solution.lanes.node(state)
        kind = solution.graph.kind[node]
        colour = colour_of(solution, node, look)
        axes.annotate(
            short_value(solution, state, measure),
            place,
            fontsize=8,
            color=look.ink if kind == FINAL else ink_on(colour),
            horizontalalignment="center",
            verticalalignment="center",
            bbox={
                "boxstyle": SHAPES[kind],
                "facecolor": look.page if kind == FINAL else colour,
                "edgecolor": look.muted if kind == FINAL else look.page,
            },
            zorder=5,
        )
        axes.annotate(
            name_of(solution, node, state),
            place,
            xytext=(0, -13),
            textcoords="offset points",
            fontsize=7,
            color=look.ink,
            horizontalalignment="center",
            verticalalignment="top",
            zorder=6,
        )


def colour_of(solution: GraphSolution, node: int, look: Look) -> str:
    """The colour of a node: by its kind, and for a choice by who chooses."""
    kind = solution.graph.kind[node]
    if kind == CHOICE:
        return look.series[0] if solution.graph.player[node] == 0 else look.series[3]
    return look.series[4] if kind == CHANCE else look.muted


def short_value(solution: GraphSolution, state: int, measure: Measure) -> str:
    """A value in a few letters."""
    value = float(solution.values[state])
    if measure.scale == 100:
        return f"{100 * value:.3g}%"
    return f"{value:.3g}"


def name_of(solution: GraphSolution, node: int, state: int) -> str:
    """What a node is called, if it is a position of its own and that is short."""
    name = solution.names.position(node)
    if isinstance(name, Inline):
        return ""
    text = solution.game.text(name)
    if solution.tracked:
        text += f" ({solution.lanes.score(node, state)})"
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def add_key(figure: Figure, solution: GraphSolution, look: Look) -> None:
    """What the shapes and the lines mean."""

    def mark(shape: str, colour: str, label: str) -> Line2D:
        return Line2D([], [], marker=shape, linestyle="", color=colour, markersize=9, label=label)

    two = solution.game.players == 2
    figure.legend(
        handles=[
            mark("s", look.series[0], "first player chooses" if two else "you choose"),
            *([mark("s", look.series[3], "second player chooses")] if two else []),
            mark("o", look.series[4], "chance decides"),
            Line2D(
                [],
                [],
                marker="s",
                linestyle="",
                markerfacecolor=look.page,
                markeredgecolor=look.muted,
                markersize=9,
                label="the game is over",
            ),
            Line2D([], [], color=look.series[1], linewidth=3, label="best play"),
        ],
        loc="outside lower left",
        ncols=5,
        columnspacing=1.4,
    )
