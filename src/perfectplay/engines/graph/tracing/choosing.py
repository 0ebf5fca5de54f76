"""When are rules traced? From the size on at which it pays, and unless they go too many ways."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any, NamedTuple

from perfectplay.engines.backends.code import is_kept
from perfectplay.engines.backends.machine import LARGE
from perfectplay.engines.graph.graph import Graph, Names
from perfectplay.engines.graph.solve.explore import HEAD_START, GraphExplorer
from perfectplay.engines.graph.tracing import machine
from perfectplay.engines.graph.tracing.explorer import TooManyWaysError, TracingExplorer
from perfectplay.engines.graph.tracing.machine import AT, COUNT
from perfectplay.engines.graph.tracing.shapes import NotTracedError, Shapes
from perfectplay.engines.graph.tracing.tree import Tree
from perfectplay.model.game import Game
from perfectplay.request import Progress

LEAST, MOST = 6, 200
"""So many positions are traced to see how alike they are."""
SHARE = 0.04
"""So much of the time spent so far may be spent on that, beyond the least of the sample."""
WORTH = 0.5
"""Traces are begun if they will take at most so much of the time that the plain rules would."""
CHECKS = 4
"""About how many positions are explored plainly for each template, to check it."""
DOUBT = 2
"""So many times more templates there may be than a sample of the first positions tells of."""
ENOUGH = 100
"""So many positions at least tell how fast the plain rules are."""
GRACE = 0.05
"""So much of the time that a game takes at least may be lost on traces that do not pay."""


def explored_by_traces(
    plainly: GraphExplorer, memory_limit: int, progress: Progress | None
) -> tuple[Graph, Names] | None:
    """The graph of a game that has been explored plainly for a while; None if not by traces.

    Traces that do not pay so far hand over what they have found, and are gone on with when the game
    has turned out to be larger. If rules cannot be traced, that is not tried any more.
    """
    if len(plainly.root) < ENOUGH:
        return None
    if not at_hand() and plainly.graph.edges < LARGE:
        plainly.reason = "the code for traces is not compiled yet"
        return None
    known = len(plainly.root), len(plainly.positions.found)
    explorer = plainly.tracing or TracingExplorer(plainly.game, plainly.positions.kinds)
    try:
        expected = forecast(plainly)
        plainly.templates = f"about {expected.templates:,.0f} templates"
        if not expected.worth_while:
            return None
        plainly.tracing, explorer.pace = explorer, plainly.pace
        grace = GRACE * (plainly.seconds + expected.plainly)
        explorer.run(memory_limit, progress, *known, grace)
    except TooManyWaysError:
        explorer.hand_over(plainly)
        plainly.templates = f"over {len(explorer.tree.uses):,} templates"
        return None
    except NotTracedError as reason:
        plainly.alone, plainly.templates, plainly.reason = True, "", str(reason)
        return None
    if progress:
        progress("ordering", explorer.state[COUNT])
    return explorer.finish()


def at_hand() -> bool:
    """Whether the machine has been compiled before."""
    return is_kept(machine.explore_on)


def outlook(game: Game[Any], *, exact: bool, memory_limit: int) -> str:
    """How a game would be explored, as far as its first positions tell.

    >>> from perfectplay.games.coins import Coins
    >>> outlook(Coins(), exact=False, memory_limit=1 << 30)
    '65 positions: plain, as they are few'
    """
    plainly = GraphExplorer(game, exact=exact)
    plainly.begin()
    whole = plainly.run(memory_limit, None, HEAD_START)
    positions = f"{'' if whole else 'more than '}{len(plainly.positions.found):,} positions"
    if not exact and not whole:
        try:
            expected = forecast(plainly)
        except NotTracedError as reason:
            plainly.reason = str(reason)
        else:
            plainly.templates = f"about {expected.templates:,.0f} templates"
            if expected.worth_while:
                return f"{plainly.templates} for {positions}: traced"
    return plainly.explored(positions)


class Forecast(NamedTuple):
    """About how many templates there will be, and the seconds that they will take.

    `plainly` is how long the plain rules take for the positions that are known to wait.
    """

    templates: float
    traced: float
    plainly: float

    @property
    def worth_while(self) -> bool:
        """Whether traces should be begun."""
        return self.traced <= WORTH * self.plainly


def forecast(plainly: GraphExplorer) -> Forecast:
    """What a sample of the positions not traced yet lets expect: the ways through the rules.

    Where none was gone twice, there may be as many as positions.
    """
    found = plainly.positions.found[plainly.tracing.state[AT] if plainly.tracing else 0 :]
    shapes = Shapes()
    tree = Tree(plainly.game, shapes)
    ways: Counter[Any] = Counter()
    began = time.process_time()
    sample = random.Random(1).sample(found, min(MOST, len(found)))  # noqa: S311  # a sample
    for position in sample:
        if ways.total() >= LEAST and time.process_time() - began > SHARE * plainly.seconds:
            break
        shape, numbers = shapes.take_apart(position)
        followed = tree.follow(shape, numbers)
        ways[(shape, *(followed[0] if followed else (position,)))] += 1
    templates = in_all(ways) if len(ways) < ways.total() else len(found)
    each = (time.process_time() - began) / ways.total() + CHECKS * plainly.pace
    waiting = len(plainly.positions.found) - len(plainly.root)
    return Forecast(templates, DOUBT * templates * each, plainly.pace * waiting)


def in_all(ways: Counter[Any]) -> float:
    """About how many ways there are, by how often those of a sample were gone.

    It is estimated as the number of species is (Chao, 1984): those that were seen, and more, the
    more were seen once and the fewer twice.

    >>> in_all(Counter(a=3, b=2, c=1, d=1))
    4.5
    """
    often = Counter(ways.values())
    return len(ways) + often[1] * (often[1] - 1) / (2 * (often[2] + 1))
