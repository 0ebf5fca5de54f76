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
    """The boxes that are filled, as they are written on a card."""
    other: str | None = None
    """Those of the other player."""
    score: Number | None = None
    """One's own points."""
    opponent: int | None = None
    """The other player's points."""
    last: bool = False
    """In a race: whether it is the last turn."""
    cards: str | None = None
    """The hand, where cards are dealt."""
    up: str | None = None
    """The dealer's card that one sees."""


class TablePosition(NamedTuple):
    """The position on a table, with the score so far in the form a solution expects."""

    position: Any
    score: int | None = None
    """Of two players, by how much the first one leads; None where the table does not tell it."""
    own: int | None = None
    """The points of the player who is to move."""
