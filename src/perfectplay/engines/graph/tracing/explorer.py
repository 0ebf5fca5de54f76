"""Explore a game by traces of its rules: run them once for each way through, not each position."""

from __future__ import annotations

import math
import random
import time
from array import array
from collections.abc import Hashable
from itertools import chain
from typing import Any

from perfectplay.engines.backends.machine import filled, give_back, sweep, zeros
from perfectplay.engines.graph.graph import FINAL, Graph, Names
from perfectplay.engines.graph.solve.explore import (
    LARGEST_GRAPH,
    GraphExplorer,
    put_in_order,
    too_large,
)
from perfectplay.engines.graph.solve.positions import FoundPositions
from perfectplay.engines.graph.tracing import machine
from perfectplay.engines.graph.tracing.folded import FoldedGraph
from perfectplay.engines.graph.tracing.machine import (
    AT,
    BLOCKS,
    COUNT,
    DONE,
    EDGES,
    FIELD,
    FORCED,
    GROW,
    HEAD,
    MISS,
    NODES,
    ODD,
    PLAYERS,
    ROWS,
    VALUE,
    WATCHED,
    WIDE,
    WORDS,
)
from perfectplay.engines.graph.tracing.names import Found, FoundNumbers, Paths
from perfectplay.engines.graph.tracing.shapes import NotTracedError, ShapeLayout, Shapes
from perfectplay.engines.graph.tracing.tree import Tree
from perfectplay.model.game import Game
from perfectplay.request import Progress

STRIDE = 1 << 16
"""The machine reports after so many positions."""
WATCH = 64
SAMPLE = 1000
"""So many positions at most, and one in a hundred, are checked against the plain rules in the end,
beside the 1st, 4th, 16th and so on of each template."""


class TooManyWaysError(NotTracedError):
    """Traces do not pay: what they have found so far is right, and can be gone on from."""


class TracingExplorer:
    """The graph under construction, and the trace tree that writes it.

    The graph is the one that the plain explorer makes, node by node and edge by edge. `kinds` are
    the kinds of position met so far, `pace` is how many seconds the plain rules took for one.
    """

    def __init__(self, game: Game[Any], kinds: set[type]) -> None:
        self.marks = (0, 0.0), (0, 0.0)
        self.met = FoundPositions()
        self.met.meet(kinds)
        self.same: dict[int, int] = {}
        self.spent = self.pace = 0.0
        self.game = game
        self.shapes = Shapes()
        self.layout = ShapeLayout(self.shapes)
        self.tree = Tree(game, self.shapes)
        self.state = zeros("q", 13)
        self.state[PLAYERS] = game.players
        self.state[FORCED] = -1
        self.keys, self.table = zeros("q", 64), filled("i", -1, 64)
        self.kind, self.player = zeros("b", 64), zeros("b", 64)
        self.first, self.shift = zeros("i", 64), zeros("i", 64)
        self.target, self.root, self.form = zeros("i", 64), zeros("i", 64), zeros("i", 64)
        self.label, self.probability, self.points = zeros("i", 64), zeros("d", 64), zeros("d", 64)
        self.begin, self.blocks = zeros("i", 64), filled("i", -1, 64)
        self.watch = zeros("q", WATCH)
        self.seen, self.number = filled("q", -1, 64), zeros("q", 8)
        self.room = room_for(8)
        self.largest: tuple[int, ...] = (0, 0, 0)
        """The most nodes, slots and members of a template so far."""

    # Exploring

    def run(
        self, memory_limit: int, progress: Progress | None, done: int, found: int, grace: float
    ) -> None:
        """Expand every position, from the start on, until no new one turns up.

        The plain rules have `done` so many of those that they have `found`. After some seconds of
        `grace`, traces must be expected to finish in less time than they.
        """
        if not self.state[COUNT]:
            self.find_start()
        while (reason := self.go_on()) != DONE:
            at, began = self.state[AT], time.process_time()
            if reason == MISS:
                self.trace(at)
            elif reason == ODD:
                self.write_plainly(at)
            elif reason == WIDE:
                self.widen()
            elif reason == GROW:
                self.check_watched()
                self.grow()
                self.check_memory(memory_limit)
            else:
                self.check_watched()
                if progress:
                    progress("exploring", at)
            self.spent += time.process_time() - began
            if self.spent > grace and not self.pays(at, done, max(found, self.state[COUNT])):
                self.check_watched()
                raise TooManyWaysError
        self.check_watched()
        self.check_sample()
        self.check_twins()

    def pays(self, at: int, done: int, found: int) -> bool:
        """Whether what is left is expected to take traces less time than the plain rules.

        New ways turn up more rarely, the more positions were seen: twice as many, half as often.
        How often they do is told by the latest fifth of the positions, or a little more.
        """
        if 4 * at >= 5 * self.marks[1][0]:
            self.marks = self.marks[1], (at, self.spent)
        before, spent = self.marks[0]
        each = (self.spent - spent) / max(1, at - before)
        left = each * at * math.log(found / max(1, at))
        return left <= self.pace * (found - max(at, done))

    def find_start(self) -> None:
        """The first row."""
        shape, numbers = self.shapes.take_apart(self.game.start())
        self.lay_out(shape, numbers)
        self.keys[: self.layout.words] = self.layout.pack(shape, numbers)
        self.state[COUNT] = 1
        self.index(len(self.table))

    def go_on(self) -> int:
        """Let the machine expand positions until it needs help; tells for what."""
        tree = self.tree
        numbers = (tree.registers, self.number, self.seen, self.watch, tree.share, tree.gain)
        return int(
            self.sweep(
                machine.explore_on,
                self.state,
                self.state[AT] + STRIDE,
                tree.program,
                numbers,
                self.layout.columns,
                (self.keys, self.table),
                (self.kind, self.player, self.first, self.shift, self.target, self.root, self.form),
                (self.label, self.probability, self.points, self.begin, self.blocks),
                self.room,
            )
        )

    def sweep(self, function: Any, *arguments: Any) -> Any:
        """Run the machine."""
        return sweep(function, LARGEST_GRAPH, *arguments)

    def trace(self, at: int) -> None:
        """Run the rules for a position whose way through them is new."""
        shape_count = len(self.shapes.keys)
        if not self.tree.add(*self.row_at(at)):
            self.write_plainly(at)
        if len(self.shapes.keys) > shape_count:
            self.lay_out(shape_count, [0] * len(self.shapes.kinds[shape_count]))
        self.make_room()

    def write_plainly(self, at: int) -> None:
        """Have the machine write one position as the plain rules have it."""
        if self.state[FORCED] >= 0:
            raise NotTracedError("numbers in the rules are too large")
        position = self.position(at)
        self.expand(GraphExplorer(self.game, exact=False), [position])
        shape_count = len(self.shapes.keys)
        self.state[FORCED] = self.tree.add_plain(self.game.ask(position))
        if len(self.shapes.keys) > shape_count:
            self.lay_out(shape_count, [0] * len(self.shapes.kinds[shape_count]))
        self.make_room()

    def expand(self, plainly: GraphExplorer, positions: list[Hashable]) -> None:
        """Have the plain rules expand some positions.

        If the rules fail there, they are explored plainly: a wrong trace may have led there.
        """
        try:
            plainly.expand(positions)
        except Exception as error:
            raise NotTracedError("the rules fail where traces lead") from error

    def row_at(self, number: int) -> tuple[int, list[int]]:
        """The shape and the numbers of a position."""
        words = self.layout.words
        return self.layout.unpack(self.keys[number * words : (number + 1) * words])

    def position(self, number: int) -> Hashable:
        """A position by its number."""
        position: Hashable = self.shapes.put_together(*self.row_at(number))
        return position

    # Room

    def widen(self) -> None:
        """Let a field hold the number that it was too narrow for."""
        field, first = self.state[FIELD], self.layout.first
        shape = next(s for s in range(len(first) - 1) if first[s] <= field < first[s + 1])
        numbers = list(self.layout.low[first[shape] : first[shape + 1]])
        numbers[field - first[shape]] = self.state[VALUE]
        self.lay_out(shape, numbers)

    def lay_out(self, shape: int, numbers: list[int]) -> None:
        """Make room in the rows for a new shape or a large number, and lay them out anew."""
        layout, count = self.layout, self.state[COUNT]
        words, head, before = layout.words, layout.head, tuple(map(copied, layout.columns))
        layout.make_room(shape, numbers)
        self.tree.roots.extend([-1] * (len(self.shapes.keys) - len(self.tree.roots)))
        lengthen(self.keys, (count + 64) * layout.words)
        after = (layout.words, layout.head, layout.columns)
        scratch = zeros("q", 64)
        self.sweep(machine.pack_anew, count, self.keys, words, head, before, *after, scratch)
        self.state[WORDS], self.state[HEAD] = layout.words, layout.head
        self.index(len(self.table))

    def index(self, size: int) -> None:
        """Put all rows in a hash table of some size."""
        self.table = filled("i", -1, size)
        self.sweep(machine.fill, self.keys, self.layout.words, self.state[COUNT], self.table)

    def make_room(self) -> None:
        """Room for what the latest template needs beside the columns."""
        begin, end, first, last, _, members = self.tree.templates[-6:]
        self.largest = tuple(map(max, self.largest, (end - begin, last - first, members)))
        if last - first >= len(self.number):
            self.number = zeros("q", 2 * (last - first))
            self.seen = filled("q", -1, 2 << (4 * (last - first)).bit_length())
        if members >= len(self.room[0]):
            self.room = room_for(2 * members)

    def grow(self) -> None:
        """More room for what is nearly full."""
        state = self.state
        nodes, fan, members = (most + 2 for most in self.largest)
        for column in (self.kind, self.player, self.first, self.shift):
            lengthen(column, state[NODES] + nodes)
        lengthen(self.target, state[EDGES] + members)
        lengthen(self.root, state[AT] + 4)
        lengthen(self.form, state[AT] + 4)
        for column in (self.label, self.probability, self.points):
            lengthen(column, state[ROWS] + members)
        lengthen(self.keys, (state[COUNT] + fan) * self.layout.words)
        if 2 * (state[COUNT] + fan) > len(self.table):
            self.index(1 << (2 * (state[COUNT] + fan)).bit_length())
        if 2 * (state[BLOCKS] + nodes) >= len(self.blocks):
            self.find_rows_anew(1 << (4 * (state[BLOCKS] + nodes)).bit_length())

    def find_rows_anew(self, size: int) -> None:
        """A larger hash table for the rows of label, probability and points."""
        self.blocks = filled("i", -1, size)
        lengthen(self.begin, size // 2 + 2)
        rows = (self.label, self.probability, self.points, self.begin, self.blocks)
        self.sweep(machine.fill_rows, self.state, rows)

    def check_memory(self, limit: int) -> None:
        """Refuse to grow past the limit, and say what was reached so far."""
        columns = [self.keys, self.table, self.kind, self.player, self.first, self.shift]
        columns += [self.target, self.root, self.form]
        used = sum(len(column) * column.itemsize for column in columns)
        if used > limit or self.state[EDGES] > LARGEST_GRAPH:
            raise too_large(self.game, limit, self.state[COUNT], self.state[AT])

    # Checking

    def check_watched(self) -> None:
        """Check the positions that the machine has put on its list."""
        self.check(list(self.watch[: self.state[WATCHED]]))
        self.state[WATCHED] = 0

    def check_sample(self) -> None:
        """Check some positions, whichever they are."""
        count = self.state[COUNT]
        generator = random.Random(1)  # noqa: S311  # a sample
        self.check(generator.sample(range(count), min(SAMPLE, count // 100)))

    def check(self, numbers: list[int]) -> None:
        """Have the plain rules expand some positions, and compare."""
        while numbers:
            plainly = GraphExplorer(self.game, exact=False)
            plainly.labels, plainly.positions = self.tree.labels, self.met
            positions = [self.position(number) for number in numbers]
            self.expand(plainly, positions)
            done = len(plainly.root)
            plainly.root.append(plainly.graph.nodes)
            for place, number in enumerate(numbers[:done]):
                if not self.agrees(number, plainly, place):
                    where = self.game.text(positions[place])
                    raise NotTracedError(f"the rules do something at {where} that traces miss")
            numbers = numbers[done:]

    def agrees(self, number: int, plainly: GraphExplorer, place: int) -> bool:
        """Whether the machine has written a position as the plain explorer has, by itself."""
        graph, base, begin = plainly.graph, plainly.root[place], self.root[number]
        nodes = range(base, plainly.root[place + 1])
        end, edge, other = begin + len(nodes), self.first[begin], graph.first[base]
        last = self.first[end] if end < self.state[NODES] else self.state[EDGES]
        theirs = slice(nodes.start, nodes.stop)
        if (
            self.tree.paths[self.form[number]] != plainly.paths[theirs]
            or self.kind[begin:end] != graph.kind[theirs]
            or self.player[begin:end] != graph.player[theirs]
            or last - edge != graph.first[nodes.stop] - other
        ):
            return False
        for node, mine in enumerate(range(begin, end), base):
            out = graph.out(node)
            row = self.first[mine] + self.shift[mine]
            rows, edges = slice(row, row + len(out)), slice(out.start, out.stop)
            if (
                self.first[mine] - edge != out.start - other
                or self.label[rows] != graph.label[edges]
                or self.probability[rows] != graph.probability[edges]
                or self.points[rows] != graph.points[edges]
                or (graph.kind[node] == FINAL and self.probability[row] != graph.payoff[node])
            ):
                return False
        targets = graph.target[other : graph.first[nodes.stop]]
        return all(
            self.is_same(mine, met) if met >= 0 else ~mine - begin == ~met - base
            for mine, met in set(zip(self.target[edge:last], targets, strict=True))
        )

    def is_same(self, number: int, met: int) -> bool:
        """Whether a position is the one that was met by that number in checks."""
        if met not in self.same and self.position(number) == self.met.found[met]:
            self.same[met] = number
        return self.same.get(met) == number

    def check_twins(self) -> None:
        """See that Python does not take two positions of different shapes for equal."""
        for group in self.shapes.alike.values():
            if len(group) == 1:
                continue
            count = 0
            known = set()
            for number in range(self.state[COUNT]):
                if self.row_at(number)[0] in group:
                    count += 1
                    known.add(self.position(number))
            if len(known) < count:
                raise NotTracedError("Python takes two kinds of position for equal")

    # The graph

    def finish(self) -> tuple[Graph, Names]:
        """The graph with its edges in order, and the names of its nodes."""
        state = self.state
        nodes, edges, count = state[NODES], state[EDGES], state[COUNT]
        self.first[nodes], self.root[count] = edges, nodes
        del self.table[:]
        lengths = {"kind": nodes, "player": nodes, "shift": nodes, "first": nodes + 1}
        lengths |= {"target": edges, "root": count + 1, "form": count}
        lengths["keys"] = count * self.layout.words
        for name, length in lengths.items():
            setattr(self, name, getattr(self, name)[:length])  # which gives back what is spare
        columns = (self.kind, self.player, self.first, self.target, self.shift)
        for column in (self.label, self.probability, self.points):
            del column[state[ROWS] :]
        graph = FoldedGraph(*columns, (self.label, self.probability, self.points))
        graph.explored = f"{len(self.tree.uses):,} templates for {count:,} positions: traced"
        put_in_order(graph, self.root)
        give_back()
        found = Found(self.layout, self.keys)
        paths = Paths(self.root, self.form, self.tree.paths)
        labels = [label for _, label in self.tree.labels]
        return graph, Names(found, self.root, paths, labels, FoundNumbers(self.layout, self.keys))

    def hand_over(self, plainly: GraphExplorer) -> None:
        """Let the plain explorer go on from here, if it has not come as far by itself."""
        state, graph, known = self.state, plainly.graph, plainly.positions
        at, nodes, edges = state[AT], state[NODES], state[EDGES]
        if at <= len(plainly.root):
            return
        self.first[nodes] = edges
        columns = (zeros("i", edges), zeros("d", edges), zeros("d", edges))
        tables = (self.label, self.probability, self.points)
        self.sweep(machine.unfold, self.first, self.shift[:nodes], tables, columns)
        graph.label[:], graph.probability[:], graph.points[:] = columns
        graph.kind[:], graph.player[:] = self.kind[:nodes], self.player[:nodes]
        graph.first[:], graph.target[:] = self.first[: nodes + 1], self.target[:edges]
        graph.payoff[:] = zeros("d", nodes)
        for node in graph.finals():
            graph.payoff[node] = self.probability[self.first[node] + self.shift[node]]
        plainly.root[:] = self.root[:at]
        plainly.paths[:] = chain.from_iterable(map(self.tree.paths.__getitem__, self.form[:at]))
        plainly.labels.update(self.tree.labels)
        known.found[:] = map(self.position, range(state[COUNT]))
        known.number.update(zip(known.found, range(state[COUNT]), strict=True))
        known.meet(set(map(type, known.found)))


def room_for(members: int) -> tuple[array[Any], ...]:
    """Room in which the machine adds up the edges of a node."""
    return (
        zeros("q", members),
        zeros("d", members),
        zeros("d", members),
        zeros("q", members),
        zeros("q", members),
        zeros("d", members),
        zeros("d", 2 * members + 2),
    )


def copied(column: array[Any]) -> array[Any]:
    """A column's copy."""
    return column[:]


def lengthen(column: array[Any], length: int) -> None:
    """Make a column so long at least, and an eighth longer."""
    if length > len(column):
        block = zeros(column.typecode, 1 << 12)
        for _ in range((length + length // 8 - len(column) >> 12) + 1):
            column.extend(block)
