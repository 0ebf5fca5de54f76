"""The trace tree: which guards a position passes, and the template of what there is at it.

The rules are run for one position with its numbers traced. What they give back, with expressions in
place of its numbers, is a template; the guards of the run are the way through the tree to it. All
of it is kept in tables, as the machine wants it (see `machine`).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from perfectplay.engines.graph.solve.explore import KINDS, NODES
from perfectplay.engines.graph.tracing.blind_spots import RulesReader
from perfectplay.engines.graph.tracing.machine import spot_of
from perfectplay.engines.graph.tracing.numbers import (
    CONSTANT,
    FIELDS,
    Expressions,
    PinError,
    Trace,
    plain,
    settled,
)
from perfectplay.engines.graph.tracing.shapes import NotTracedError, Shapes
from perfectplay.errors import ModelError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node, Odds

MOST_PINS = 1000


class Tree:
    """The guards and templates of a game's rules, as far as they are known.

    `labels` numbers the labels of options as they come up; `paths` tells for each template the ways
    to its nodes.
    """

    def __init__(self, game: Game[Any], shapes: Shapes) -> None:
        self.at = game.at
        self.shapes = shapes
        self.reader = RulesReader(game)
        self.expressions = Expressions()
        self.pins: dict[int, set[int]] = {}
        self.labels: dict[tuple[type, Label], int] = {}
        self.paths: list[list[tuple[Label, ...]]] = []
        self.roots, self.code, self.tree = array("q"), array("q"), array("q")
        self.jumps, self.jumps_known = array("q", [-1] * 24), 0
        self.templates, self.nodes, self.edges = array("q"), array("q"), array("q")
        self.members, self.slots, self.parts = array("q"), array("q"), array("q")
        self.share, self.gain = array("d"), array("d")
        self.uses = array("q")
        self.registers = array("q", bytes(8 * FIELDS))

    @property
    def program(self) -> tuple[array[int], ...]:
        """The tables that the machine follows."""
        return (
            self.roots,
            self.code,
            self.tree,
            self.jumps,
            self.templates,
            self.nodes,
            self.edges,
            self.members,
            self.slots,
            self.parts,
            self.uses,
        )

    def add(self, shape: int, numbers: list[int]) -> bool:
        """Run the rules for a position and add what they do; False if that cannot be followed."""
        followed = self.follow(shape, numbers)
        if followed is None:
            return False
        guards, template = followed
        self.grow(shape, guards, template)
        return True

    def follow(
        self, shape: int, numbers: list[int]
    ) -> tuple[list[tuple[int, int]], Template] | None:
        """The guards of a run and its template; None if something went wrong in it."""
        self.reader.read(self.shapes.put_together(shape, numbers))
        pins = self.pins.setdefault(shape, set())
        while True:
            trace, template = self.begin(pins), None
            try:
                template = self.run(trace, shape, numbers)
            except PinError:
                pass
            except NotTracedError:
                raise
            except Exception:  # noqa: BLE001  # the plain rules will tell, if it is theirs
                return None
            finally:
                trace.open = False
            if trace.hashed is None:
                return None if template is None else (trace.guards, template)
            pins.add(trace.hashed)
            self.forget(shape)
            if len(pins) > MOST_PINS:
                raise NotTracedError("the rules look too many numbers up in mappings")

    def begin(self, pins: set[int]) -> Trace:
        """A new run."""
        return Trace(self.expressions, pins)

    def forget(self, shape: int) -> None:
        """Begin the tree of a shape anew."""
        if shape < len(self.roots):
            self.roots[shape] = -1

    def run(self, trace: Trace, shape: int, numbers: list[int]) -> Template:
        """One run of the rules."""
        typed = zip(self.shapes.kinds[shape], numbers, strict=True)
        fields = [trace.number(place, kind(number)) for place, (kind, number) in enumerate(typed)]
        return Template(self, trace, self.at(self.shapes.put_together(shape, fields)))

    def add_plain(self, node: Node) -> int:
        """A template for one position only, from its plain node."""
        return self.write(Template(self, Trace(self.expressions, set()), node))

    def grow(self, shape: int, guards: list[tuple[int, int]], template: Template) -> None:
        """Lead from the guards of a run to its template."""
        done: set[int] = set()
        before, value, node = -1, shape, self.roots[shape]
        for register, outcome in guards:
            if node < 0:
                node = self.branch(register, self.steps([register], done))
                self.lead(before, value, node)
            elif self.tree[3 * node] != register:
                raise NotTracedError("the rules do not do the same for the same position")
            else:
                _, begin, end = self.tree[3 * node : 3 * node + 3]
                done.update(self.code[4 * begin + 1 : 4 * end : 4])
            before, value = node, outcome
            node = self.jumps[3 * spot_of(node, outcome, self.jumps) + 2]
        if node >= 0:
            raise NotTracedError("the rules do not do the same for the same position")
        leaf = self.branch(~self.write(template), self.steps(template.registers, done))
        self.lead(before, value, leaf)

    def branch(self, decides: int, steps: list[int]) -> int:
        """A new node of the tree."""
        begin = len(self.code) // 4
        self.code.extend(steps)
        self.tree.extend((decides, begin, len(self.code) // 4))
        return len(self.tree) // 3 - 1

    def lead(self, before: int, value: int, node: int) -> None:
        """Let a value lead from one node of the tree to another, or from a shape to its root."""
        if before < 0:
            self.roots[value] = node
            return
        self.jumps_known += 1
        if 6 * self.jumps_known > len(self.jumps):
            known, self.jumps = self.jumps, array("q", [-1]) * (2 * len(self.jumps))
            for place in range(0, len(known), 3):
                if known[place] >= 0:
                    self.place(*known[place : place + 3])
        self.place(before, value, node)

    def place(self, before: int, value: int, node: int) -> None:
        """Put a jump in the table."""
        spot = spot_of(before, value, self.jumps)
        self.jumps[3 * spot : 3 * spot + 3] = array("q", [before, value, node])

    def steps(self, wanted: list[int], done: set[int]) -> list[int]:
        """The code for some registers, as far as it has not been run on the way."""
        made = self.expressions.made
        needed: set[int] = set()
        waiting = list(wanted)
        while waiting:
            register = waiting.pop()
            if register < FIELDS or register in done or register in needed:
                continue
            operation, a, b = made[register]
            if operation != CONSTANT:
                needed.add(register)
                waiting += (a, b)
        done |= needed
        return [
            number
            for register in sorted(needed)
            for operation, a, b in [made[register]]
            for number in (operation, register, a, b)
        ]

    def write(self, template: Template) -> int:
        """Write a template into the tables."""
        base, first_slot = len(self.nodes) // 8, len(self.slots) // 3
        members = len(self.members) // 4
        for kind, player, varies, edges in template.nodes:
            begin, place = len(self.edges), len(self.members) // 4
            if kind is Chance:
                self.edges.extend(edge[0] for edge in dict.fromkeys(edge[:3] for edge in edges))
            elif kind is Choice:
                self.edges.extend(edge.then for edge in edges)
            for then, points, gain, label, weight, share in edges:
                self.members.extend((then, label, points, weight))
                self.share.append(share)
                self.gain.append(gain)
            self.nodes.extend((KINDS[kind], player, -1, varies, begin, len(self.edges)))
            self.nodes.extend((place, len(self.members) // 4))
        for shape, *registers in template.slots:
            begin = len(self.parts)
            self.parts.extend(registers)
            self.slots.extend((shape, begin, len(self.parts)))
        ends = (base, len(self.nodes) // 8, first_slot, len(self.slots) // 3)
        members = len(self.members) // 4 - members
        self.templates.extend((*ends, members, members))
        self.paths.append(template.paths)
        self.uses.append(0)
        made = self.expressions.made
        for operation, value, _ in made[len(self.registers) :]:
            self.registers.append(value if operation == CONSTANT else 0)
        return len(self.uses) - 1


class Edge(NamedTuple):
    """An edge of a template; a register is -1 where the number beside it is the same for all."""

    then: int
    points: int
    gain: float
    label: int
    weight: int
    share: float


class Template:
    """What the rules gave for one position, its numbers being expressions.

    `nodes` are in the order in which the plain explorer writes them: kind, player, whether numbers
    on the edges differ from position to position, and the edges. `slots` are the positions that
    they lead to: a shape, and the registers of the fields; `met` has them by identity. `registers`
    are all that the machine must work out.
    """

    def __init__(self, tree: Tree, trace: Trace, node: Any) -> None:
        self.tree = tree
        self.trace = trace
        self.registers: list[int] = []
        self.slots: dict[tuple[int, ...], int] = {}
        self.met: dict[int, tuple[Any, int]] = {}
        self.waiting: list[Any] = [node]
        self.paths: list[tuple[Label, ...]] = [()]
        self.nodes: list[tuple[type, int, bool, list[Edge]]] = []
        for waits, path in zip(self.waiting, self.paths, strict=True):  # both grow on the way
            self.nodes.append(self.node(waits, path))

    def node(self, node: Any, path: tuple[Label, ...]) -> tuple[type, int, bool, list[Edge]]:
        """A node and its edges."""
        kind, player = type(node), 0
        if kind is Chance:
            edges = [
                self.edge(place, -1, then, path, *odds)
                for place, (then, odds) in enumerate(zip(node.thens, self.odds(node), strict=True))
            ]
        elif kind is Choice:
            player = plain(node.player)
            if not isinstance(node.options, Mapping) or not node.options or type(player) is not int:
                raise ModelError("no such choice")
            if self.trace.follows(node.player):
                player = ~self.register(node.player)
            labels = self.tree.labels
            edges = [
                self.edge(label, labels.setdefault((type(label), label), len(labels)), then, path)
                for label, then in node.options.items()
            ]
        elif kind is Final:
            points, gain = self.points(node.payoff)
            edges = [Edge(0, points, gain, -1, -1, 1.0)]
        else:
            raise ModelError("no such node")
        varies = any(edge.points >= 0 or edge.weight >= 0 for edge in edges)
        return kind, player, varies, edges

    def edge(
        self,
        step: Label,
        label: int,
        then: Any,
        path: tuple[Label, ...],
        share: float = 1.0,
        weight: int = -1,
    ) -> Edge:
        """An edge to a position, or to a node in place."""
        points, gain = -1, 0.0
        if type(then) is Gain:
            points, gain = self.points(then.points)
            then = then.then
        if type(then) in NODES:
            self.waiting.append(then)
            self.paths.append((*path, step))
            return Edge(~(len(self.waiting) - 1), points, gain, label, weight, share)
        return Edge(self.slot(then), points, gain, label, weight, share)

    def slot(self, then: Any) -> int:
        """The slot of a position that is led to; one that is met again is not taken apart again."""
        if id(then) not in self.met:
            if isinstance(then, (Final, Choice, Chance, Gain)):
                raise ModelError("no such edge")
            shape, numbers = self.tree.shapes.take_apart(then)
            slot = (shape, *map(self.register, numbers))
            self.met[id(then)] = then, self.slots.setdefault(slot, len(self.slots))
        return self.met[id(then)][1]

    def points(self, number: Any) -> tuple[int, float]:
        """The register of some points, or their number."""
        if self.trace.follows(number):
            return self.register(number), 0.0
        number = plain(number)
        if not math.isfinite(number):
            raise ModelError("no such points")
        if isinstance(number, (Fraction, Decimal)) and number != exactly(float(number)):
            raise NotTracedError("points are fractions that no float stands for")
        return -1, float(number)

    def odds(self, chance: Chance) -> list[tuple[float, int]]:
        """The probability of each outcome, or the register of its weight."""
        odds = chance.odds
        if any(map(self.trace.follows, (*odds.weights, odds.total))):
            weights = odds.weights
            if all(type(plain(weight)) is int for weight in weights) and sum(weights) == odds.total:
                return [(0.0, self.register(weight)) for weight in weights]
            odds = Odds(tuple(map(settled, odds.weights)), settled(odds.total))
        return [(share, -1) for share in odds.floats()]

    def register(self, number: Any) -> int:
        """The register of a number that the machine must work out."""
        self.registers.append(self.trace.register(number))
        return self.registers[-1]
