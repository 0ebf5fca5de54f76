"""The order of play, and where the values of each of its plies lie.

A ply is a turn of one player while so many boxes are filled. It has a row for each pair of an
anchor of who is to move and an anchor of the other, and a row has a number for each lead that is
possible and leaves the game open: the chance of the player who has just moved, by how many points
that player leads. Below the first lead of a row that player has lost, above the last one won.

Who plays alone for a number of points plays against somebody who is done, and always moves next.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.score_difference.reach import Reach, Side

CHUNK = 1 << 20
"""So many pairs are examined together where they are only counted."""


@dataclasses.dataclass(frozen=True)
class Ply:
    """Who moves, the anchors that both players can be at, and its place in the table."""

    player: int
    filled: int
    """How many boxes the mover has filled."""
    mover: Side
    other: Side
    alternate: bool
    """Whether the other moves next."""
    first: int = 0
    """Where its numbers begin in the table."""
    whole: bool = False
    """Whether rows have a number for every lead that is possible, be the game open or not."""

    @property
    def pairs(self) -> int:
        """How many rows there are."""
        return len(self.mover.anchors) * len(self.other.anchors)

    def leads(self) -> tuple[Any, Any]:
        """By mover and other, the first lead that leaves the game open, and how many do so.

        They are those from which the one behind can still draw level, within what the scores of
        both allow; or all of these, if rows are whole. For a player alone, to draw level is to win.
        """
        mover = Side(*(each[:, None] for each in self.mover))
        other = Side(*(each[None, :] for each in self.other))
        ahead, behind = (other, mover) if self.alternate else (mover, other)
        lost, won = behind.least - ahead.most, behind.most - ahead.least
        low, high = ahead.low - behind.high, ahead.high - behind.low
        if self.whole:
            return low, high - low + 1
        won = won if self.alternate else won - 1
        first = np.maximum(lost, low)
        count = np.maximum(np.minimum(won, high) - first + 1, 0)
        return np.minimum(first, won + 1), count

    def size(self) -> int:
        """How many numbers there are; rows are made and dropped, some at a time."""
        many = max(CHUNK // len(self.other.anchors), 1)
        parts = (
            dataclasses.replace(
                self, mover=Side(*(each[first : first + many] for each in self.mover))
            )
            for first in range(0, len(self.mover.anchors), many)
        )
        return sum(int(part.leads()[1].sum()) for part in parts)

    @functools.cached_property
    def rows(self) -> tuple[Any, Any]:
        """By row, the first lead, and where its numbers begin in the table; and where all end."""
        low, count = self.leads()
        begin = np.zeros(count.size + 1, np.int64)
        np.cumsum(count, out=begin[1:])
        return low.ravel().astype(np.int32), begin + self.first

    @property
    def low(self) -> Any:
        """By row, the first lead."""
        return self.rows[0]

    @property
    def begin(self) -> Any:
        """By row, where its numbers begin in the table; and where those of the last one end."""
        return self.rows[1]

    @functools.cached_property
    def end(self) -> int:
        """Where its numbers end in the table."""
        return int(self.begin[-1])

    def row(self, mover: int, other: int) -> int:
        """The row of a pair, by their places."""
        return mover * len(self.other.anchors) + other

    def state(self, number: int) -> tuple[int, int, int]:
        """What a number of the table is for: the anchors of mover and other, the mover's lead."""
        row = int(np.searchsorted(self.begin, number, side="right")) - 1
        mover, other = divmod(row, len(self.other.anchors))
        lead = int(self.low[row]) + number - int(self.begin[row])
        pair = int(self.mover.anchors[mover]), int(self.other.anchors[other])
        return *pair, -lead if self.alternate else lead


def solitaire(player: Reach, target: Side, *, whole: bool = False) -> list[Ply]:
    """How a player plays alone for scores that are to be reached, from the first turn on."""
    return [
        Ply(0, filled, side, target, alternate=False, whole=whole)
        for filled, side in player.sides.items()
    ]


def duel(players: Sequence[Reach], mover: int) -> list[Ply]:
    """How two players take turns, from the first turn on; at last, both have filled all boxes."""
    filled = [reach.filled for reach in players]
    boxes = len(players[0].anchors.card.boxes)
    turns = []
    while True:
        own, others = (players[each].sides[filled[each]] for each in (mover, 1 - mover))
        turns.append(Ply(mover, filled[mover], own, others, alternate=True))
        if filled[mover] == boxes:
            return turns
        filled[mover] += 1
        mover = 1 - mover


def laid_out(turns: Sequence[Ply], room: int | None = None) -> list[Ply]:
    """The same, the last first, each after the numbers of the one that follows it in play.

    A ValueError if they take more room than there is.
    """
    plies: list[Ply] = []
    for ply in reversed(turns):
        plies.append(dataclasses.replace(ply, first=plies[-1].end if plies else 0))
        if room is not None and plies[-1].end > room:
            raise ValueError(f"the last {len(plies)} turns alone take more than {room:,} numbers")
    return plies
