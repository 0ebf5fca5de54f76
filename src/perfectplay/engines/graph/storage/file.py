"""A solution of the graph engine as tensors: the graph, its values and its names."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, overload

from perfectplay.engines.backends.machine import zeros
from perfectplay.engines.graph.evaluate.fixed_strategies import FixedStrategies
from perfectplay.engines.graph.graph import Column, Graph, Names
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.states import Lanes, plain_lanes
from perfectplay.engines.graph.storage.soundness import (
    is_within,
    require_graph,
    require_lanes,
    require_names,
    require_order,
    require_values,
)
from perfectplay.engines.graph.storage.texts import hashable, joined, readable_text, split, storable
from perfectplay.errors import FileError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label, Number
from perfectplay.request import Request
from perfectplay.solution.storage.container import Stored

NODE_COLUMNS = {"kind": "b", "player": "b", "payoff": "dB", "first": "iq"}
EDGE_COLUMNS = {"target": "i", "label": "i", "probability": "dB", "points": "dB"}
GRAPH_COLUMNS = NODE_COLUMNS | EDGE_COLUMNS
"""The columns of a graph with their number types; bytes are texts of exact numbers."""
LANE_COLUMNS = ("low", "offset", "reach")
NUMBER = re.compile(r"-?\d+(/\d+)?", re.ASCII)
MEANT = ("meant_payoff", "meant_points")


def header_of(solution: GraphSolution) -> dict[str, str]:
    """What the header says about a graph besides the game."""
    if isinstance(solution.game, FixedStrategies):
        raise FileError("play by given strategies cannot be saved; save a solved game")
    return {
        "labels": json.dumps([storable(label) for label in solution.names.labels]),
        "unit": str(solution.lanes.unit),
        **{name: json.dumps(meant) for name in MEANT if (meant := texts(solution.graph, name))},
    }


def texts(graph: Graph, name: str) -> dict[int, str]:
    """Numbers that no float represents, as texts."""
    return {place: str(number) for place, number in getattr(graph, name).items()}


def restored(stored: Stored, game: Game[Any], request: Request) -> GraphSolution:
    """The solution stored in a file, fully checked."""
    graph = stored_graph(stored)
    graph.order, graph.component = stored.numbers("order", "i"), zeros("i", 0)
    if "component" in stored.tensors:
        graph.component = stored.numbers("component", "i")
    require_graph(graph, game.players)
    require_order(graph)
    graph.cyclic = not is_within(graph.component, range(-1, 0))
    graph.meant_payoff = meant(stored, "meant_payoff", graph.nodes)
    graph.meant_points = meant(stored, "meant_points", graph.edges)
    labels = stored_labels(stored)
    names = stored_names(stored, game, graph, labels)
    lanes = plain_lanes(graph)
    if unit := number(stored.word("unit")):
        lanes = Lanes(graph, unit, *(stored.numbers(name, "q") for name in LANE_COLUMNS))
        require_lanes(lanes)
    values, proved = decoded(stored.numbers("value", "dB")), None
    if graph.cyclic and not graph.exact:
        proved = stored.numbers("lower", "d"), stored.numbers("upper", "d")
    require_values(lanes, values, proved)
    return GraphSolution(game, request, lanes, names, values, proved)


def stored_graph(stored: Stored) -> Graph:
    """The graph, which is yet to be checked."""
    return Graph(
        **{name: decoded(stored.numbers(name, kinds)) for name, kinds in GRAPH_COLUMNS.items()}
    )


def stored_labels(stored: Stored) -> Sequence[Label]:
    """The labels of the options."""
    labels = hashable(json.loads(stored.header["labels"]))
    if not isinstance(labels, tuple):
        raise ValueError("its labels do not fit")  # noqa: TRY004  # it is a file's fault
    return labels


def stored_names(stored: Stored, game: Game[Any], graph: Graph, labels: Sequence[Label]) -> Names:
    """The names of the nodes."""
    written = split(stored.numbers("positions", "B"))
    path_of = cache(lambda text: hashable(json.loads(text)))
    paths = [path_of(text) for text in split(stored.numbers("paths", "B"))]
    if not all(isinstance(path, tuple) for path in paths):
        raise ValueError("its labels do not fit")
    positions, by_position = StoredPositions(game, written), StoredNumbers(game, written)
    names = Names(positions, stored.numbers("root", "i"), paths, labels, by_position)
    require_names(game, graph, names)
    return names


def meant(stored: Stored, name: str, count: int) -> dict[int, Number]:
    """Numbers that no float represents, by index."""
    words = dict(json.loads(stored.header.get(name, "{}")))
    found = {int(place): number(str(text)) for place, text in words.items()}
    if not is_within(found, range(count)):
        raise ValueError(f"its {name} do not fit")
    return found


def tensors_of(solution: GraphSolution) -> Iterator[tuple[str, Any]]:
    """All columns of a solution, by name."""
    game, graph, names = solution.game, solution.graph, solution.names
    for name in (*GRAPH_COLUMNS, "order"):
        yield name, encoded(getattr(graph, name))
    yield "positions", joined(readable_text(game, position) for position in names.found)
    yield "root", names.root
    yield "paths", joined(json.dumps(storable(path)) for path in names.paths)
    for name in LANE_COLUMNS if solution.tracked else ():
        yield name, getattr(solution.lanes, name)
    yield "value", encoded(solution.values)
    if graph.cyclic:
        yield "component", graph.component
    if solution.proved is not None and not solution.exact:
        yield from zip(("lower", "upper"), solution.proved, strict=True)


def encoded(column: Column) -> Any:
    """A column as it is stored: numbers as they are, exact ones as text."""
    if isinstance(column, list):
        try:
            return array("B", "\n".join(map(str, column)).encode())
        except ValueError as error:
            raise FileError(f"its fractions are too long for a file: {error}") from None
    return column


def decoded(column: Any) -> Column:
    """A column in the form engines expect."""
    if column.format == "B":
        return [number(text) for text in split(column)]
    return column


def number(text: str) -> Any:
    """An exact number from its text: a whole number, or a fraction of two."""
    if not NUMBER.fullmatch(text):
        raise ValueError(f"'{text[:20]}' is not a number")
    return exactly(Fraction(text))


class StoredPositions(Sequence[Hashable]):
    """Positions stored as texts, each parsed when needed."""

    def __init__(self, game: Game[Any], texts: list[str]) -> None:
        self.game = game
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> Hashable: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Hashable]: ...
    def __getitem__(self, place: int | slice) -> Hashable | Sequence[Hashable]:
        if isinstance(place, slice):
            return StoredPositions(self.game, self.texts[place])
        return self.game.read(self.texts[place])


class StoredNumbers(Mapping[Hashable, int]):
    """From a position, by its text, to its number."""

    def __init__(self, game: Game[Any], texts: list[str]) -> None:
        self.game = game
        self.texts = texts

    @cached_property
    def numbers(self) -> dict[str, int]:
        """From a text to its number, built on first use."""
        return {text: number for number, text in enumerate(self.texts)}

    def __getitem__(self, position: Hashable) -> int:
        return self.numbers[self.game.text(position)]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Hashable]:
        return map(self.game.read, self.texts)
