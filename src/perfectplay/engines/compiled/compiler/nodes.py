"""How nodes become words: `Choice({...})` writes where each option leads, then `MAX`.

Nodes are written as they are made, one after another, into an array that holds the program so far.
A node is then a range of that array; building a node from others moves them together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import actions, chances, packing, sequences
from perfectplay.engines.compiled.compiler.context import EXACT, Context
from perfectplay.engines.compiled.compiler.tree import (
    FULL,
    Array,
    Const,
    Element,
    Emit,
    Expr,
    Op,
    Var,
)
from perfectplay.engines.compiled.compiler.values import (
    ChanceValue,
    FinalValue,
    Float,
    GainValue,
    Node,
    RowValue,
    Sequence,
    Static,
    Union,
    Value,
    name_of,
)
from perfectplay.engines.compiled.program import (
    FINAL,
    FLOAT,
    GAIN,
    LABEL,
    MAX,
    MIN,
    NUMBER_BITS,
    OPERATION_BITS,
    whole,
)

SPARE = 16
PROGRAM = Array("program", None)
"""The words of the program being written."""
TOP = Var("top")
"""Where the next word goes."""
KINDS = (model.Final, model.Choice, model.Chance, model.Gain)
Take = Callable[[Value, Value], None]
"""Handles an option's label and where the option leads."""


def word(c: Context, *words: Expr) -> None:
    """Append words to the program so far."""
    c.trap_if(Op("gt", (TOP, Const(c.rooms.words - SPARE))), FULL)
    for at, each in enumerate(words):
        c.store(PROGRAM, TOP if at == 0 else Op("add", (TOP, Const(at))), each)
    c.set(TOP, Op("add", (TOP, Const(len(words)))))


def number(c: Context, operation: int, value: Value) -> None:
    """Append an operation with a number."""
    match value:
        case Static(obj):
            if not isinstance(obj, (int, float, Fraction)) or not math.isfinite(obj):
                raise c.dead_end()
            word(c, Const(c.numbers.word(operation, obj)))
        case Float(expr):
            bits = c.keep(Op("bits", (expr,)))
            finite = Op("lt", (c.keep(Op("fsub", (expr, expr))), Const(1.0)))
            c.trap_if(Op("not", (finite,)))
            word(c, Const(FLOAT << OPERATION_BITS | operation), bits)
        case RowValue(table, row):
            words = table.derive(("word", operation), lambda obj: c.numbers.word(operation, obj))
            c.require(words, row)
            word(c, c.int(c.whole_in(words, row)).expr)
        case Union():
            c.each_way(value, lambda way: number(c, operation, way))
        case _:
            whole_number = c.int(value)
            if whole_number.low < -EXACT or whole_number.high > EXACT:
                c.trap_if(Op("gt", (whole_number.expr, Const(EXACT))))
                c.trap_if(Op("lt", (whole_number.expr, Const(-EXACT))))
            moved = Op("shl", (whole_number.expr, Const(OPERATION_BITS + NUMBER_BITS)))
            word(c, Op("bitor", (moved, Const(whole(operation, 0)))))


# Edges


def edge(c: Context, value: Value) -> None:
    """Write where an edge leads."""
    match value:
        case Union():
            c.each_way(value, lambda way: edge(c, way))
        case Node():
            move(c, value)
        case ChanceValue():
            chances.written(c, value)
        case FinalValue(payoff):
            final(c, payoff)
        case GainValue(points, then):
            gain(c, points, then)
        case Static(obj) if isinstance(obj, KINDS):
            known(c, obj)
        case RowValue(table, row) if any(isinstance(obj, KINDS) for obj in table.known):
            edge_of_row(c, table, row)
        case _:
            packing.leaf(c, value)


def known(c: Context, obj: Any) -> None:
    """Write a node already made by Python."""
    match obj:
        case model.Final():
            final(c, Static(obj.payoff))
        case model.Gain():
            gain(c, Static(obj.points), Static(obj.then))
        case model.Choice():
            options = [(Static(label), Static(then)) for label, then in obj.options.items()]
            choice_of(c, options, Static(obj.player))
        case model.Chance():
            chances.written(c, chances.of(c, Static(obj)))


def edge_of_row(c: Context, table: Any, row: Expr) -> None:
    """Write the node in a row of a table."""
    kinds = {type(obj) for obj in table.known}
    if len(kinds) > 1:
        raise c.refuse("a table of nodes and positions of several kinds")
    kind = kinds.pop()
    c.promise(table, ("is", kind), lambda obj: type(obj) is kind)
    if kind is model.Final:
        final(c, c.derived(table, row, "payoff", lambda node: node.payoff))
    elif kind is model.Gain:
        then = c.derived(table, row, "then", lambda node: node.then)
        gain(c, c.derived(table, row, "points", lambda node: node.points), then)
    elif kind is model.Chance:
        chances.written(c, chances.of(c, RowValue(table, row)))
    else:
        options = c.derived(table, row, "options", lambda node: node.options)
        player = c.derived(table, row, "player", lambda node: node.player)
        choice(c, options, player)


def move(c: Context, node: Node) -> None:
    """Copy a node from elsewhere in the program to its end."""
    length = c.keep(Op("sub", (node.end, node.start)))
    target = c.keep(TOP)

    def copy() -> None:
        def one(at: Expr) -> None:
            from_there = c.load(PROGRAM, Op("add", (node.start, at)))
            c.store(PROGRAM, Op("add", (target, at)), from_there)

        c.trap_if(Op("gt", (Op("add", (target, length)), Const(c.rooms.words - SPARE))), FULL)
        c.repeat(length, one)

    c.when(Op("ne", (node.start, target)), copy)
    c.set(TOP, Op("add", (target, length)))


def final(c: Context, payoff: Value) -> None:
    """Write a payoff, plus the running score if that is part of the key."""
    if c.tracked:
        total = c.arithmetic("add", c.int(payoff), packing.score(c))
        number(c, FINAL, total)
    else:
        number(c, FINAL, payoff)


def gain(c: Context, points: Value, then: Value) -> None:
    """Write points scored on the way."""
    if isinstance(then, Union):
        c.each_way(then, lambda way: gain(c, points, way))
        return
    if isinstance(points, Union):
        c.each_way(points, lambda way: gain(c, way, then))
        return
    if isinstance(then, GainValue) or (
        isinstance(then, Static) and isinstance(then.obj, model.Gain)
    ):
        raise c.dead_end()
    if c.tracked and not isinstance(then, (Node, ChanceValue)):
        with packing.scored(c, points):
            edge(c, then)
        return
    start = c.keep(TOP)
    edge(c, then)
    if c.tracked:
        packing.add_points(c, start, points)
    else:
        number(c, GAIN, points)


# Choices


def choice(c: Context, options: Value, player: Value) -> Node:
    """Write a choice given as a dict of options."""
    if isinstance(options, Union):
        found = c.map_ways(options, lambda way: choice(c, way, player))
        assert isinstance(found, Node)
        return found
    if isinstance(options, Static):
        if not isinstance(options.obj, dict) or not options.obj:
            raise c.dead_end()
        given = [(Static(label), Static(then)) for label, then in options.obj.items()]
        return choice_of(c, given, player)
    if isinstance(options, RowValue):
        pairs = c.derived(options.table, options.row, "options", lambda each: [*each.items()])
        return build(c, model.Choice, lambda take: each_pair(c, pairs, take), player)
    if not isinstance(options, Sequence) or options.cls is not dict:
        raise c.refuse(f"a choice of {name_of(options)}")
    c.freeze(options)
    store, keys = options.store, options.keys
    assert keys is not None

    def run(take: Take) -> None:
        length = c.keep(options.length.expr)
        c.repeat(length, lambda at: take(keys.read(at), store.read(at)))

    return build(c, model.Choice, run, player)


def each_pair(c: Context, pairs: Value, take: Take) -> None:
    """Go through known options in a list."""

    def one(pair: Value) -> None:
        label, then = c.parts(pair, 2)
        take(label, then)

    sequences.each(c, pairs, one)


def choice_of(c: Context, options: Iterable[tuple[Value, Value]], player: Value) -> Node:
    """Write a choice between options with distinct labels."""

    def run(take: Take) -> None:
        for label, then in options:
            take(label, then)

    return build(c, model.Choice, run, player)


def build(
    c: Context,
    kind: type,
    run: Callable[[Take], None],
    player: Value,
) -> Node:
    """Write where each option leads, with labels if requested, and then the choice."""
    operation = operation_of(c, player)
    start, end, count = c.keep(TOP), c.var(), c.var()
    c.set(end, TOP)
    c.set(count, Const(0))

    def take(label: Value, then: Value) -> None:
        place(c, then, end)
        if c.labels is not None:
            c.set(TOP, end)
            number(c, LABEL, actions.number(c, c.labels, label))
            c.set(end, TOP)
        c.set(count, Op("add", (count, Const(1))))

    run(take)
    c.set(TOP, end)
    c.trap_if(Op("eq", (count, Const(0))))
    word(c, Op("bitor", (Op("shl", (count, Const(OPERATION_BITS))), operation)))
    return Node(start, c.keep(TOP), kind)


def operation_of(c: Context, player: Value) -> Expr:
    """What a player does: the first maximises, the second minimises."""
    if isinstance(player, Static):
        if type(player.obj) is not int or not 0 <= player.obj < c.game.players:
            raise c.dead_end()
        return Const(MIN if player.obj else MAX)
    number_ = c.int(player)
    if number_.is_bool is not False:
        raise c.refuse("a truth value says whose choice it is")
    if number_.low < 0 or number_.high >= c.game.players:
        c.trap_if(Op("lt", (number_.expr, Const(0))))
        c.trap_if(Op("ge", (number_.expr, Const(c.game.players))))
    return c.keep(Op("select", (number_.expr, Const(MIN), Const(MAX))))


def place(c: Context, then: Value, end: Var) -> None:
    """Write where an edge leads, at the end of the node being built."""
    if isinstance(then, Union):
        c.each_way(then, lambda way: place(c, way, end))
        return
    if isinstance(then, ChanceValue):
        then = chances.written(c, then)
    c.set(TOP, end)
    edge(c, then)
    c.set(end, TOP)


def emit_all(c: Context, root: Node) -> None:
    """Copy a finished node out: its words are the program of the position."""
    length = c.keep(Op("sub", (root.end, root.start)))
    c.repeat(length, lambda at: c.emit(Emit((Element(PROGRAM, Op("add", (root.start, at))),))))
