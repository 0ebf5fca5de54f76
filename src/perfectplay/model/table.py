"""What players say about their table, and the position a game finds there."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

from perfectplay.objectives import Number


@dataclasses.dataclass(frozen=True)
class Table:
    """What lies on the table, as the mover describes it; None for anything not given."""

    dice: str | None = None
    rerolls: int | None = None
    card: str | None = None
    """The filled boxes, as written on a card."""
    other: str | None = None
    """The other player's filled boxes."""
    score: Number | None = None
    """The mover's own points."""
    opponent: int | None = None
    """The other player's points."""
    last: bool = False
    """In a race: whether it is the last turn."""
    cards: str | None = None
    """The hand, in a card game."""
    up: str | None = None
    """The dealer's up card."""


class TablePosition(NamedTuple):
    """The position on a table, with the score so far in the form a solution expects."""

    position: Any
    score: int | None = None
    """For two players, how far the first one leads; None if the table does not say."""
    own: int | None = None
    """The points of the player to move."""
