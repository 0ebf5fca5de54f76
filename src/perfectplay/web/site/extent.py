"""How large a game can be for its table to be stored on a site, position by position."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Any

from perfectplay.errors import ParameterError, in_bytes
from perfectplay.model.game import Game
from perfectplay.model.nodes import Node
from perfectplay.model.walk import edges, node_at, positions_after
from perfectplay.request import Progress

MOST_POSITIONS, MOST_STEPS = 1_200_000, 12_000_000
"""Steps are options and outcomes; a page with more of them would load too slowly."""
MOST_BYTES = 20 << 20
"""A table with more data would take too long to load on a phone."""
AMONG = 20_000
"""Progress is reported after this many positions."""


class TableTooLargeError(ParameterError):
    """A game has more positions than a site can hold; the message says how many it can."""


def require_small(game: Game[Any], progress: Progress) -> None:
    """Refuse the table of a game that is too large, before writing it.

    Positions are visited in order of their distance from the start, so that a large game shows its
    size early.
    """
    extent = game.extent()
    require_few(extent.least if extent else 0)
    start: Hashable = game.start()
    found, waiting, steps = {start}, deque([start]), 0
    while waiting:
        position = waiting.popleft()
        node = node_at(game, position)
        for then, _ in positions_after(position, node, None):
            if then not in found:
                found.add(then)
                waiting.append(then)
                if len(found) % AMONG == 0:
                    progress("counting positions", len(found))
        steps += steps_in(position, node)
        require_few(steps, len(found))


def steps_in(place: Hashable, node: Node) -> int:
    """The number of options and outcomes at a node, and at those written in place below it."""
    return sum(
        1 if edge.node is None else 1 + steps_in(edge.place, edge.node)
        for edge in edges(place, node)
    )


def require_few(steps: int, positions: int = 0) -> None:
    """Refuse this many steps or positions if a site cannot hold them."""
    if positions > MOST_POSITIONS:
        raise TableTooLargeError(f"it has more than {MOST_POSITIONS:,} positions")
    if steps > MOST_STEPS:
        raise TableTooLargeError(f"it has more than {MOST_STEPS:,} options and outcomes")


def require_bytes(size: int) -> None:
    """Refuse a table that would take too long to load on a phone."""
    if size > MOST_BYTES:
        raise TableTooLargeError(
            f"it would take {in_bytes(size)}, more than {in_bytes(MOST_BYTES)}"
        )
