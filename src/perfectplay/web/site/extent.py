"""How large a game can be for its table to go along on a site, position by position."""

from __future__ import annotations

from perfectplay.errors import ParameterError, in_bytes
from perfectplay.solution.solution import Solution

MOST_POSITIONS, MOST_STEPS = 1_200_000, 12_000_000
"""Steps are options and outcomes; a page that held more would take too long to come."""
MOST_BYTES = 20 << 20
"""A table with more data would take too long to come to a phone."""
AMONG = 20_000
"""After so many positions, progress is told."""


class TableTooLargeError(ParameterError):
    """A game has more positions than a site can hold; the message says how many it can."""


def require_small(solution: Solution) -> None:
    """Refuse the table of a game that is known to be too large, before it is written."""
    extent = solution.game.extent()
    require_few(extent.least if extent else 0)


def require_few(steps: int, positions: int = 0) -> None:
    """Refuse so many steps or positions, if a site cannot have them."""
    if positions > MOST_POSITIONS:
        raise TableTooLargeError(f"it has more than {MOST_POSITIONS:,} positions")
    if steps > MOST_STEPS:
        raise TableTooLargeError(f"it has more than {MOST_STEPS:,} options and outcomes")


def require_bytes(size: int) -> None:
    """Refuse a table that would take too long to come to a phone."""
    if size > MOST_BYTES:
        raise TableTooLargeError(
            f"it would take {in_bytes(size)}, more than {in_bytes(MOST_BYTES)}"
        )
