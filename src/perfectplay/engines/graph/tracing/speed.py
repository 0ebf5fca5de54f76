"""How fast the rules of a game are, and which of their lines make them go so many ways."""

from __future__ import annotations

import linecache
import random
import sys
import sysconfig
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from perfectplay.engines import find
from perfectplay.engines.graph.solve.explore import explore
from perfectplay.engines.graph.tracing.choosing import in_all
from perfectplay.engines.graph.tracing.numbers import LESS, Expressions, Trace
from perfectplay.engines.graph.tracing.shapes import NotTracedError, Shapes
from perfectplay.engines.graph.tracing.tree import Tree
from perfectplay.model.game import Game
from perfectplay.objectives import Score
from perfectplay.request import MEMORY_LIMIT, Compute, Progress, Request

SHORTEST = 1e-6
"""What some clocks take for nothing, in seconds."""
MOST, LONGEST = 2000, 2.0
"""So many positions are traced at most, and for so many seconds."""
OURS = Path(__file__).parents[3]
LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))
COMPARES, EQUALS = "compares", "equals"


class Line(NamedTuple):
    """A line of the rules, and what it asks of numbers: how they compare, or what they equal.

    It did so so many `times` in a sample, and made so many `ways` of one.
    """

    file: str
    number: int
    code: str
    asks: str
    times: int
    ways: int


class Speed(NamedTuple):
    """How a game was explored, and how fast; in a sample, what lets its rules turn.

    All ways through the rules of the sample are one for each shape of position, and those that its
    lines made. There are about so many `templates` in all.
    """

    explored: str
    positions: int
    seconds: float
    sample: int
    ways: int
    templates: int
    lines: list[Line]

    @property
    def traced(self) -> bool:
        """Whether it was explored by traces."""
        return self.explored.endswith(": traced")


def speed(
    game: Game[Any], memory_limit: int = MEMORY_LIMIT, progress: Progress | None = None
) -> Speed:
    """Explore a game as a solve would; then trace some of its positions, line by line.

    >>> from perfectplay.games.piglet import Piglet
    >>> found = speed(Piglet(target=10))
    >>> found.explored, found.templates, found.lines[0].code
    ('1,102 positions: plain, as they are few', 5, 'if turn == 0:')
    """
    refusal = find("graph").refuses(
        game, Request(Score(), compute=Compute(memory_limit=memory_limit))
    )
    if refusal is not None:
        raise refusal
    began = time.process_time()
    graph, names = explore(game, memory_limit=memory_limit, progress=progress)
    seconds = max(SHORTEST, time.process_time() - began)
    positions = len(names.found)
    tree, ways = WatchedTree(game), Counter[Any]()
    began = time.process_time()
    generator = random.Random(1)  # noqa: S311  # a sample
    for place in generator.sample(range(positions), min(MOST, positions)):
        if time.process_time() - began > LONGEST:
            break
        try:
            ways[tree.way(names.found[place])] += 1
        except NotTracedError:
            break
    sample = ways.total()
    templates = len(ways) if sample == positions else min(round(in_all(ways)), positions)
    lines = lines_of(tree, ways)
    return Speed(graph.explored, positions, seconds, sample, len(ways), templates, lines)


Place = tuple[str, int]
"""A line of some file."""
NOWHERE = ("", 0)
"""The fields of a position that are True or False: rules turn on them before they begin."""


class WatchedTrace(Trace):
    """A run of the rules that notes which line has asked for each guard."""

    def __init__(self, tree: WatchedTree, expressions: Expressions, pins: set[int]) -> None:
        self.tree = tree
        self.asked: list[Place] = []
        super().__init__(expressions, pins)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "hashed" and value is not None:
            self.tree.pinned[value] = self.tree.asking()
        super().__setattr__(name, value)

    def guard(self, register: int, value: int) -> None:
        if register not in self.known:
            self.asked.append(self.tree.pinned.get(register) or self.tree.asking())
        super().guard(register, value)


class WatchedTree(Tree):
    """The ways through the rules, with the lines at which they part."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game, Shapes())
        modules = (sys.modules.get(kind.__module__) for kind in type(game).mro())
        self.rules = {getattr(module, "__file__", "") for module in modules}
        self.pinned: dict[int, Place] = {}
        self.last: WatchedTrace | None = None

    def begin(self, pins: set[int]) -> Trace:
        self.last = WatchedTrace(self, self.expressions, pins)
        return self.last

    def way(self, position: Any) -> tuple[Any, ...]:
        """The way of a position: its shape, then line, register and value of each guard."""
        shape, numbers = self.shapes.take_apart(position)
        followed = self.follow(shape, numbers)
        if followed is None or self.last is None:
            return (shape, (NOWHERE, -1, position))
        asked = zip(self.last.asked, followed[0], strict=True)
        return (shape, *((place, *guard) for place, guard in asked))

    def asking(self) -> Place:
        """The line of the rules that runs now."""
        frame: FrameType | None = sys._getframe(2)  # noqa: SLF001  # as inspect does
        while frame is not None and frame.f_code is not Tree.run.__code__:
            file = frame.f_code.co_filename
            if file in self.rules or not file.startswith((str(OURS), *LIBRARIES, "<")):
                return file, frame.f_lineno
            frame = frame.f_back
        return NOWHERE


def lines_of(tree: WatchedTree, ways: Counter[Any]) -> list[Line]:
    """The lines at which ways part, those that make most of them first."""
    times: Counter[tuple[Place, str]] = Counter()
    made: Counter[tuple[Place, str]] = Counter()
    branches: dict[Any, set[Any]] = {}
    for way, count in ways.items():
        for depth, (place, register, value) in enumerate(way[1:], start=1):
            known = register >= 0 and tree.expressions.made[register][0] >= LESS
            times[place, COMPARES if known else EQUALS] += count
            values = branches.setdefault((way[:depth], register), {value})
            if value not in values:
                values.add(value)
                made[place, COMPARES if known else EQUALS] += 1
    lines = [
        Line(file, number, linecache.getline(file, number).strip(), asks, count, made[place])
        for place, count in times.items()
        for (file, number), asks in [place]
    ]
    return sorted(lines, key=lambda line: (-line.ways, -line.times))
