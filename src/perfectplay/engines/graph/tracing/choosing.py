"""When are rules traced? From the size on at which it pays, and unless they go too many ways."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

from perfectplay.engines import Progress
from perfectplay.engines.backends.code import is_kept
from perfectplay.engines.backends.machine import LARGE
from perfectplay.engines.graph.explore import Explorer
from perfectplay.engines.graph.graph import Graph, Names
from perfectplay.engines.graph.tracing import machine
from perfectplay.engines.graph.tracing.explorer import WORTH, TracingExplorer
from perfectplay.engines.graph.tracing.machine import COUNT
from perfectplay.engines.graph.tracing.shapes import NotTracedError, Shapes
from perfectplay.engines.graph.tracing.tree import Tree

LEAST, MOST = 24, 200
"""So many positions are traced to see how alike they are."""
SHARE = 0.1
"""So much of the time spent so far may be spent on that, beyond the least of the sample."""
CHECKS = 10
"""About how many positions are explored plainly for each template, to check it."""
GRACE = 0.3
"""So many seconds at most may be lost on traces that do not pay."""


def explored_by_traces(
    plainly: Explorer, seconds: float, memory_limit: int, progress: Progress | None
) -> tuple[Graph, Names] | None:
    """The graph of a game that has been explored plainly for some seconds; None if not by traces.

    If that will be so however large the game is, the plain explorer's graph is told why.
    """
    if not at_hand() and plainly.graph.edges < LARGE:
        return None
    pace = seconds / len(plainly.root)
    ahead = pace * (len(plainly.positions.found) - len(plainly.root))
    grace = min(WORTH * ahead, GRACE)
    explorer = TracingExplorer(plainly.game, plainly.positions.kinds, pace, grace)
    try:
        templates, each = forecast(plainly, SHARE * seconds)
        if templates * (each + CHECKS * pace) > WORTH * ahead:
            return None
        explorer.run(memory_limit, progress)
    except NotTracedError as reason:
        plainly.graph.explored = f"plainly: {reason}"
        return None
    if progress:
        progress("ordering", explorer.state[COUNT])
    return explorer.finish()


def at_hand() -> bool:
    """Whether the machine has been compiled before."""
    return is_kept(machine.explore_on)


def forecast(plainly: Explorer, seconds: float) -> tuple[float, float]:
    """About how many templates there will be, and how many seconds it takes to trace one.

    Some positions are traced. The number of ways through the rules is estimated as that of species
    is (Chao, 1984): those that were seen, and more, the more were seen once and the fewer twice.
    """
    found = plainly.positions.found
    shapes = Shapes()
    tree = Tree(plainly.game.at, shapes, plainly.positions.kinds)
    ways: Counter[Any] = Counter()
    began = time.process_time()
    sample = random.Random(1).sample(found, min(MOST, len(found)))  # noqa: S311
    for position in sample:
        if ways.total() >= LEAST and time.process_time() - began > seconds:
            break
        shape, numbers = shapes.take_apart(position)
        followed = tree.follow(shape, numbers)
        ways[(shape, *(followed[0] if followed else (position,)))] += 1
    often = Counter(ways.values())
    unseen = often[1] * (often[1] - 1) / (2 * (often[2] + 1))
    return len(ways) + unseen, (time.process_time() - began) / ways.total()
