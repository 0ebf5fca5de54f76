"""How large a game can be to go along on a site, position by position."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from perfectplay.errors import ParameterError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Node
from perfectplay.model.walk import edges, node_at, positions_after
from perfectplay.request import Progress

MOST_POSITIONS, MOST_STEPS = 1_200_000, 12_000_000
"""Steps are options and outcomes; a page that held more would take too long to come."""
AMONG = 20_000
"""After so many positions, progress is told."""


def require_no_larger(game: Game[Any], progress: Progress) -> None:
    """Refuse a game with more steps than a site can have, before it is solved."""
    extent = game.extent()
    require_few(game, extent.least if extent else 0)
    start: Hashable = game.start()
    found, waiting, steps = {start}, [start], 0
    while waiting:
        position = waiting.pop()
        node = node_at(game, position)
        for then, _ in positions_after(position, node, None):
            if then not in found:
                found.add(then)
                waiting.append(then)
                if len(found) % AMONG == 0:
                    progress("counting positions", len(found))
                    require_few(game, steps, len(found))
        steps += steps_in(position, node)
        require_few(game, steps, len(found))


def require_few(game: Game[Any], steps: int, positions: int = 0) -> None:
    """Refuse so many steps or positions, if a site cannot have them."""
    if steps > MOST_STEPS or positions > MOST_POSITIONS:
        raise ParameterError(
            f"{' '.join([game.name, *game.words])} is too large for a site, which can hold "
            f"{MOST_POSITIONS:,} positions with {MOST_STEPS:,} options and outcomes; "
            "take it smaller, or use perfectplay serve"
        )


def steps_in(place: Hashable, node: Node) -> int:
    """How many options and outcomes there are at a node, and at those in place below it."""
    return sum(
        1 if edge.node is None else 1 + steps_in(edge.place, edge.node)
        for edge in edges(place, node)
    )
