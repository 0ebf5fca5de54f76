"""The order of play, and where the values of each ply are stored.

A ply is a turn of one player with a given number of boxes filled. It has a row for each pair of an
anchor of the player to move and an anchor of the other, and a row has a number for each possible
lead that leaves the game open: the chance of the player who has just moved, by how many points that
player leads. Below the first lead of a row that player has lost, above the last one won.

Someone who plays alone for a number of points plays against an opponent who is done, and always
moves next.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.score_difference.reach import Reach, Side

CHUNK = 1 << 20
"""The number of pairs processed at a time when pairs are only counted."""


@dataclasses.dataclass(frozen=True)
class Ply:
    """Who moves, the anchors both players can be at, and the ply's place in the table."""

    player: int
    filled: int
    """The number of boxes the mover has filled."""
    mover: Side
    other: Side
    alternate: bool
    """Whether the other player moves next."""
    first: int = 0
    """Where its numbers begin in the table."""
    whole: bool = False
    """Whether rows have a number for every possible lead, whether the game is open or not."""

    @property
    def pairs(self) -> int:
        """The number of rows."""
        return len(self.mover.anchors) * len(self.other.anchors)

    def leads(self) -> tuple[Any, Any]:
        """For each mover and other, the first lead that leaves the game open, and how many do.

        These are the leads from which the player behind can still draw level, given the possible
        scores of both; or all possible leads, if rows are whole. For a player alone, drawing level
        wins.
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
        """The number of values; rows are generated and dropped in batches."""
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
        """For each row, the first lead and where its values begin; then where the last row ends."""
        low, count = self.leads()
        begin = np.zeros(count.size + 1, np.int64)
        np.cumsum(count, out=begin[1:])
        return low.ravel().astype(np.int32), begin + self.first

    @property
    def low(self) -> Any:
        """The first lead of each row."""
        return self.rows[0]

    @property
    def begin(self) -> Any:
        """Where each row's values begin in the table, and where the last one ends."""
        return self.rows[1]

    @functools.cached_property
    def end(self) -> int:
        """Where the ply's values end in the table."""
        return int(self.begin[-1])

    def row(self, mover: int, other: int) -> int:
        """The row of a pair, given by indices."""
        return mover * len(self.other.anchors) + other

    def state(self, number: int) -> tuple[int, int, int]:
        """What an entry in the table is for: the anchors of mover and other, and the lead."""
        row = int(np.searchsorted(self.begin, number, side="right")) - 1
        mover, other = divmod(row, len(self.other.anchors))
        lead = int(self.low[row]) + number - int(self.begin[row])
        pair = int(self.mover.anchors[mover]), int(self.other.anchors[other])
        return *pair, -lead if self.alternate else lead


def solitaire(player: Reach, target: Side, *, whole: bool = False) -> list[Ply]:
    """How a player plays alone to reach a score, from the first turn on."""
    return [
        Ply(0, filled, side, target, alternate=False, whole=whole)
        for filled, side in player.sides.items()
    ]


def duel(players: Sequence[Reach], mover: int) -> list[Ply]:
    """How two players take turns, from the first turn until both have filled all boxes."""
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
    """The turns as plies, last first, each stored after the one that follows it in play.

    Raises ValueError if they need more room than there is.
    """
    plies: list[Ply] = []
    for ply in reversed(turns):
        plies.append(dataclasses.replace(ply, first=plies[-1].end if plies else 0))
        if room is not None and plies[-1].end > room:
            raise ValueError(f"the last {len(plies)} turns alone take more than {room:,} numbers")
    return plies
