"""Compile the rules of a game: `at`, and everything it calls, as one piece of code."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from typing import Any

from perfectplay.engines.compiled.compiler import calls, nodes, packing
from perfectplay.engines.compiled.compiler.context import AMPLE, Context, Rooms
from perfectplay.engines.compiled.compiler.places import pick
from perfectplay.engines.compiled.compiler.tables import CompiledTables
from perfectplay.engines.compiled.compiler.tree import (
    Array,
    Code,
    Const,
    Element,
    Lookup,
    Statement,
    Store,
    Var,
)
from perfectplay.engines.compiled.compiler.values import (
    ChanceValue,
    DeadEnd,
    FinalValue,
    GainValue,
    Int,
    Node,
    NotCompiledError,
    RowValue,
    Static,
    Union,
    Value,
)
from perfectplay.engines.compiled.layout import Layout, PositionKind
from perfectplay.engines.compiled.record import Labels, Numbers
from perfectplay.model.game import Game

LEAVES = frozenset({Array, Const, Var})
"""Trees without statements or expressions inside."""


@dataclasses.dataclass
class CompiledRules:
    """Compiled rules: the code for a position, and the tables it reads."""

    code: Code
    tables: CompiledTables


def compile_rules(
    game: Game[Any],
    layout: Layout,
    positions: list[Any],
    numbers: Numbers,
    *,
    tracked: bool,
    labels: Labels | None = None,
    rooms: Rooms = AMPLE,
) -> CompiledRules:
    """The rules of a game as code that writes the program of a position from its key.

    `positions` are a sample at which the plain rules are observed. With `labels`, the code also
    writes the number of each option's label.
    """
    c = Context(game, layout, numbers, positions, tracked=tracked, labels=labels, rooms=rooms)
    c.set(nodes.TOP, Const(0))
    kind = packing.digit(c, layout.kind)
    if layout.score is not None and tracked:
        c.score = c.keep(c.int(packing.digit(c, layout.score)).expr)
    outs = [compile_kind(c, each) for each in layout.kinds]
    pick(c, c.int(kind).expr, outs)
    room = {nodes.PROGRAM: dataclasses.replace(nodes.PROGRAM, size=rooms.words)}
    arrays = [room.get(each, each) for each in arrays_in(c.out)]
    return CompiledRules(Code(arrays, c.out), c.tables)


def compile_kind(c: Context, kind: PositionKind) -> list[Statement]:
    """The code for positions of one kind."""
    with c.into([]) as out, c.step("kind", kind.number):
        try:
            position = packing.unpacked(c, kind.shape)
            write(c, calls.at(c, position))
        except DeadEnd:
            pass
        except RecursionError:
            raise NotCompiledError(f"{c.game.name}: rules that are nested too deeply") from None
    return out


def write(c: Context, value: Value) -> None:
    """Write the node at a position."""
    value = c.settle(value)
    match value:
        case Union():
            c.each_way(value, lambda way: write(c, way))
        case Node():
            nodes.emit_all(c, value)
        case FinalValue() | GainValue() | Static() | RowValue() | ChanceValue():
            known = isinstance(value, Static) and not isinstance(value.obj, nodes.KINDS[:3])
            if known or isinstance(value, GainValue):
                raise c.dead_end()
            c.set(nodes.TOP, Const(0))
            nodes.edge(c, value)
            nodes.emit_all(c, Node(Const(0), nodes.TOP, object))
        case Int():
            raise c.dead_end()
        case _:
            raise c.dead_end()


def arrays_in(body: list[Statement]) -> list[Array]:
    """The arrays in use."""
    found: dict[str, Array] = {}
    for part in parts_of(body):
        if isinstance(part, (Element, Store)):
            found[part.array.name] = part.array
        elif isinstance(part, Lookup):
            found[part.words.name] = part.words
    return list(found.values())


def parts_of(part: Any) -> Iterator[Any]:
    """All statements and expressions."""
    stack = [part]
    while stack:
        each = stack.pop()
        kind = each.__class__
        if kind in (list, tuple):
            stack += each
        elif names := names_of(kind):
            yield each
            stack += [getattr(each, name) for name in names]


@functools.cache
def names_of(cls: type) -> list[str]:
    """The fields of a statement or expression that contain others."""
    if cls in LEAVES or not dataclasses.is_dataclass(cls):
        return []
    return [field.name for field in dataclasses.fields(cls)]
