"""What was explored by traces, as tensors: the tables of the graph, and positions as rows.

A shape is told by the text of a position that has it, so that a file names no classes.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from perfectplay.engines.backends.compiling import as_array
from perfectplay.engines.graph.graph import Column, Graph, Names
from perfectplay.engines.graph.storage.soundness import is_within, require, require_labels, runs_up
from perfectplay.engines.graph.storage.texts import hashable, joined, readable_text, split, storable
from perfectplay.engines.graph.tracing.folded import UNFOLDED, FoldedGraph
from perfectplay.engines.graph.tracing.names import Found, FoundNumbers, Paths
from perfectplay.engines.graph.tracing.numbers import LIMIT
from perfectplay.engines.graph.tracing.shapes import WORD, NotTracedError, ShapeLayout, Shapes
from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label
from perfectplay.solution.storage.container import Stored

COLUMNS = {"kind": "b", "player": "b", "first": "i", "target": "i", "shift": "i"}
TABLES = dict(zip(UNFOLDED, "idd", strict=True))
"""The columns and the tables of the graph, each with its kind of numbers."""


def tensors_of(game: Game[Any], graph: Graph, names: Names) -> Iterator[tuple[str, Any]]:
    """A graph and its names as tensors."""
    for name in (*COLUMNS, "order"):
        yield name, getattr(graph, name)
    yield from zip(TABLES, graph.table, strict=True)
    found, paths = names.found, names.paths
    assert isinstance(found, Found)
    assert isinstance(paths, Paths)
    yield "rows", found.rows
    yield "form", paths.form
    yield "root", paths.root
    yield "shapes", joined(texts_of_shapes(game, found))
    yield "field_bits", found.layout.bits
    yield "field_low", found.layout.low
    yield "paths", joined(json.dumps(storable(tuple(ways))) for ways in paths.known)


def texts_of_shapes(game: Game[Any], found: Found) -> list[str]:
    """A position of each shape, as text."""
    layout, shapes = found.layout, found.layout.shapes
    numbers: dict[int, int] = {}
    for number in range(len(found)):
        numbers.setdefault(found.rows[number * layout.words] >> layout.head, number)
        if len(numbers) == len(shapes.keys):
            break
    texts = []
    for shape, kinds in enumerate(shapes.kinds):
        number = numbers.get(shape, -1)
        made = shapes.put_together(shape, [0] * len(kinds)) if number < 0 else found[number]
        texts.append(readable_text(game, made))
    if shapes_of(game, texts).keys != shapes.keys:
        raise PositionError(
            f"{game.name} cannot be kept in a file: some of its positions are read back from their "
            "texts as of another kind; name the kinds of all that is in a position"
        )
    return texts


def shapes_of(game: Game[Any], texts: list[str]) -> Shapes:
    """The shapes of some positions."""
    shapes = Shapes()
    for text in texts:
        try:
            shapes.take_apart(game.read(text))
        except NotTracedError as error:
            raise ValueError(str(error)) from error
    require(len(shapes.keys) == len(texts), "kinds of positions")
    return shapes


def stored_graph(stored: Stored) -> FoldedGraph:
    """The graph, which is still to be looked at."""
    kinds = COLUMNS | TABLES
    kind, player, first, target, shift, *table = (stored.numbers(*each) for each in kinds.items())
    label, probability, points = table
    return FoldedGraph(kind, player, first, target, shift, (label, probability, points))


def stored_names(stored: Stored, game: Game[Any], graph: Graph, labels: Sequence[Label]) -> Names:
    """Who the nodes are; every row is of a shape, and every position has its nodes."""
    layout = stored_layout(stored, shapes_of(game, split(stored.numbers("shapes", "B"))))
    rows, root = stored.numbers("rows", "q"), stored.numbers("root", "i")
    form = stored.numbers("form", "i")
    require(runs_up(root, len(form), graph.nodes), "positions")
    require(len(rows) == len(form) * layout.words, "positions")
    heads = as_array(rows)[:: layout.words]
    count = len(layout.shapes.keys)
    require(heads.min() >= 0 and int(heads.max()) >> layout.head < count, "positions")
    known = [hashable(json.loads(text)) for text in split(stored.numbers("paths", "B"))]
    require(all(map(are_ways, known)) and is_within(form, range(len(known))), "paths")
    sizes = as_array(array("i", map(len, known)))[as_array(form)]
    require(bool((as_array(root[1:]) - as_array(root[:-1]) == sizes).all()), "paths")
    found, numbers = Found(layout, rows), FoundNumbers(layout, rows)
    require(found[0] == game.start(), "start")
    names = Names(found, root, Paths(root, form, known), labels, numbers)
    require_labels(graph, names)
    return names


def stored_layout(stored: Stored, shapes: Shapes) -> ShapeLayout:
    """Where in a row its numbers are."""
    bits: Column = stored.numbers("field_bits", "q")
    low: Column = stored.numbers("field_low", "q")
    require(len(bits) == len(low) == sum(map(len, shapes.kinds)), "fields")
    require(is_within(bits, range(1, WORD + 1)) and is_within(low, range(-LIMIT, LIMIT)), "fields")
    layout = ShapeLayout(shapes)
    layout.take_fields(bits, low)
    return layout


def are_ways(ways: Any) -> bool:
    """Whether something tells the ways to the nodes of a position: none to the first of them.

    >>> are_ways(((), ("roll",))), are_ways((("roll",),)), are_ways(7)
    (True, False, False)
    """
    if not isinstance(ways, tuple) or not all(isinstance(way, tuple) for way in ways):
        return False
    return [not way for way in ways] == [True, *[False] * (len(ways) - 1)]
