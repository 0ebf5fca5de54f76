"""Turn chances into words: where each outcome leads and its weight, then `CHANCE`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfectplay import model
from perfectplay.engines.compiled.compiler import nodes, sequences
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.tree import Const, Expr, Op
from perfectplay.engines.compiled.compiler.values import (
    ChanceValue,
    Int,
    Node,
    RecordValue,
    RowValue,
    Sequence,
    Static,
    Union,
    Value,
    name_of,
)
from perfectplay.engines.compiled.program import CHANCE, OPERATION_BITS, WEIGHT, counted
from perfectplay.engines.compiled.record import weights_of
from perfectplay.model.nodes import ROUNDING, Odds

Take = Callable[[Value, Value], None]
SURE = 0.99
"""The part of the tolerance within which our float sum is close enough to decide."""


def written(c: Context, chance: ChanceValue) -> Node:
    """Write a chance: where each outcome leads, with its weight."""
    start, end, count = c.keep(nodes.TOP), c.var(), c.var()
    c.set(end, nodes.TOP)
    c.set(count, Const(0))
    tally = Tally(c)

    def take(then: Value, weight: Value) -> None:
        if isinstance(weight, Union):
            c.each_way(weight, lambda way: take(then, way))
            return

        def outcome() -> None:
            nodes.place(c, then, end)
            c.set(nodes.TOP, end)
            nodes.number(c, WEIGHT, weight)
            c.set(end, nodes.TOP)
            c.set(count, Op("add", (count, Const(1))))
            if not chance.checked:
                tally.add(weight)

        c.when(True if chance.checked else c.truth(weight), outcome)

    chance.run(take)
    c.set(nodes.TOP, end)
    c.trap_if(Op("eq", (count, Const(0))))
    operation = Const(counted(CHANCE, 0))
    nodes.word(c, Op("bitor", (Op("shl", (count, Const(OPERATION_BITS))), operation)))
    total = chance.total if chance.checked and chance.total else tally.total(chance.total)
    nodes.number(c, CHANCE, total)
    return Node(start, c.keep(nodes.TOP), model.Chance)


class Tally:
    """Adds up weights, to find or check their total."""

    def __init__(self, c: Context) -> None:
        self.c = c
        self.whole, self.floats, self.error = c.var(), c.var("float"), c.var("float")
        self.has_floats = False
        c.set(self.whole, Const(0))
        c.set(self.floats, Const(0.0))
        c.set(self.error, Const(0.0))

    def add(self, weight: Value) -> None:
        """Add a weight; a negative one is left to Python's own check."""
        c = self.c
        if c.is_int(weight):
            number = c.int(weight)
            if number.low < 0:
                c.trap_if(Op("lt", (number.expr, Const(0))))
            c.set(self.whole, Op("add", (self.whole, number.expr), checked=True))
        elif c.is_float(weight):
            self.has_floats = True
            expr = c.float(weight)
            c.trap_if(Op("not", (Op("ge", (expr, Const(0.0))),)))
            self.add_float(expr)
        else:
            raise c.refuse(f"a chance with the weight {name_of(weight)}")

    def add_float(self, expr: Expr) -> None:
        """Add a float, keeping track of what rounding loses."""
        c = self.c
        before = c.keep(self.floats)
        after = c.keep(Op("fadd", (before, expr)))
        added = c.keep(Op("fsub", (after, before)))
        kept = c.keep(Op("fsub", (after, added)))
        lost = Op("fadd", (Op("fsub", (before, kept)), Op("fsub", (expr, added))))
        c.set(self.error, Op("fadd", (self.error, lost)))
        c.set(self.floats, after)

    def total(self, total: Value | None) -> Value:
        """The total; if one was given, the weights must add up to it."""
        c = self.c
        summed = Int(c.keep(self.whole), 0)
        if total is None and not self.has_floats:
            return summed
        if total is not None and not self.has_floats and c.is_int(total):
            differs = c.compare("ne", summed, c.int(total))
            if differs is not False:
                c.trap_if(c.expr(differs))
            return total
        if not (isinstance(total, Static) and total.obj == 1):
            raise c.refuse("weights that are floats, over a total other than 1")
        self.add_float(c.float(summed))
        off = c.keep(Op("fadd", (Op("fsub", (self.floats, Const(1.0))), self.error)))
        c.trap_if(Op("not", (Op("le", (off, Const(SURE * ROUNDING))),)))
        c.trap_if(Op("not", (Op("ge", (off, Const(-SURE * ROUNDING))),)))
        return total


# Chances already made by Python


def of(c: Context, value: Value, after: Callable[[Value], Value] | None = None) -> ChanceValue:
    """A chance already made by Python, or a row of them, with `after` applied to outcomes."""
    if isinstance(value, Static):
        return known(c, value.obj, after)
    assert isinstance(value, RowValue)
    table, row = value.table, value.row
    pairs = table.derive("pairs", pairs_of)
    c.require(pairs, row)
    starts, lengths, child = pairs.children()
    total = table.derive("total", lambda chance: weights_of(chance.odds)[1])
    c.require(total, row)

    def run(take: Take) -> None:
        start, length = c.cell(starts, row), c.cell(lengths, row)
        c.repeat(length, lambda at: one(c, child, c.plus(start, at), after, take))

    return ChanceValue(run, RowValue(total, row), checked=True)


def pairs_of(chance: Any) -> list[tuple[Any, Any]]:
    """The outcomes of a chance and their weights."""
    return list(zip(chance.thens, weights_of(chance.odds)[0], strict=True))


def known(c: Context, chance: Any, after: Callable[[Value], Value] | None) -> ChanceValue:
    """A chance known at compile time."""
    try:
        pairs, total = pairs_of(chance), weights_of(chance.odds)[1]
    except ValueError:
        raise c.dead_end() from None

    def run(take: Take) -> None:
        if len(pairs) > sequences.UNROLLED and after is not None:
            table = c.tables.of(keep(c, chance, pairs))
            c.repeat(Const(len(pairs)), lambda at: one(c, table, at, after, take))
            return
        for at, (then, weight) in enumerate(pairs):
            with c.step("outcome", at):
                take(after(Static(then)) if after else Static(then), Static(weight))

    return ChanceValue(run, Static(total), checked=True)


def keep(c: Context, chance: Any, pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The pairs of a chance, always the same object for the same chance."""
    known_pairs: list[tuple[Any, Any]] = c.memos.setdefault(("pairs", id(chance)), pairs)
    c.keep_alive.append(chance)
    return known_pairs


def one(
    c: Context, table: Any, row: Expr, after: Callable[[Value], Value] | None, take: Take
) -> None:
    """Write the code for one outcome of a row in a table of pairs."""
    then = c.derived(table, row, "then", lambda pair: pair[0])
    weight = table.derive("weight", lambda pair: pair[1])
    c.require(weight, row)
    take(after(then) if after else then, RowValue(weight, row))


# Chances made by the rules


def made(c: Context, outcomes: Value, total: Value | None) -> ChanceValue:
    """A chance from a mapping, or from pairs of destination and weight."""
    if isinstance(outcomes, RowValue) and all(
        isinstance(obj, dict) for obj in outcomes.table.known
    ):
        outcomes = c.derived(outcomes.table, outcomes.row, "items", lambda obj: list(obj.items()))
    if isinstance(outcomes, Static) and isinstance(outcomes.obj, dict):
        outcomes = Static(list(outcomes.obj.items()))
    if isinstance(outcomes, RecordValue):
        pairs = [c.parts(part, 2) for part in outcomes.parts]
        if all(isinstance(weight, Static) for _, weight in pairs):
            return with_known_weights(c, pairs, total)

    def run(take: Take) -> None:
        if isinstance(outcomes, Sequence) and outcomes.cls is dict:
            keys = outcomes.keys
            assert keys is not None
            length = c.keep(outcomes.length.expr)
            c.repeat(length, lambda at: take(keys.read(at), outcomes.store.read(at)))
            return

        def pair(value: Value) -> None:
            then, weight = c.parts(value, 2)
            take(then, weight)

        sequences.each(c, outcomes, pair)

    return ChanceValue(run, total)


def with_known_weights(c: Context, pairs: list[list[Value]], total: Value | None) -> ChanceValue:
    """A chance whose weights are all known."""
    pairs = [[then, weight] for then, weight in pairs if value_of(weight) != 0]
    weights = tuple(value_of(weight) for _, weight in pairs)
    if total is not None and not isinstance(total, Static):

        def each(take: Take) -> None:
            for then, weight in pairs:
                take(then, weight)

        return ChanceValue(each, total)
    over = sum(weights) if total is None else total.obj
    try:
        shares, whole = weights_of(Odds(weights, over))
    except (ValueError, TypeError):
        raise c.dead_end() from None

    def run(take: Take) -> None:
        for at, ((then, _), share) in enumerate(zip(pairs, shares, strict=True)):
            with c.step("outcome", at):
                take(then, Static(share))

    return ChanceValue(run, Static(whole), checked=True)


def value_of(value: Value) -> Any:
    """The object behind a known value."""
    assert isinstance(value, Static)
    return value.obj


def chance_then(c: Context, value: Value, after: Callable[[Value], Value]) -> Value:
    """The same odds, each outcome passed to a function that says where it leads."""
    match value:
        case Static() | RowValue():
            return of(c, value, after)
        case ChanceValue():
            return ChanceValue(
                lambda take: value.run(lambda then, weight: take(after(then), weight)),
                value.total,
                value.checked,
            )
        case Union():
            return c.map_ways(value, lambda way: chance_then(c, way, after))
    raise c.refuse(f"leads on from {name_of(value)}")
