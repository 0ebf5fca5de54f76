"""Two sides: the value of every pair of boards to the player about to roll, by owner of the cube.

Boards are numbered by pips, so every play leads to a lower number. Suppose all pairs of boards
below some board are known. The value of that board against each of them follows from plays to lower
boards, which are known against them; then their values against it follow, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from perfectplay.model.bear_off import ROLLS, SWAPPED, Board, Owner, plays

OWNERS: tuple[Owner, ...] = ("nobody", "mine", "theirs")
"""Who owns the cube; nobody, if there is none."""


class BoardMoves(NamedTuple):
    """Where every roll leads from every board, one roll after another, board by board.

    The boards after roll r of board b are `after[begin[k] : begin[k + 1]]` with k = 21 b + r.
    """

    after: Any
    begin: Any

    @classmethod
    def of(cls, boards: Sequence[Board]) -> BoardMoves:
        """All plays; the empty board stays as it is."""
        number = {board: place for place, board in enumerate(boards)}
        after: list[int] = []
        begin = []
        for board in boards:
            for dice in ROLLS:
                begin.append(len(after))
                after += sorted(number[then] for then in plays(board, dice).values())
        begin.append(len(after))
        return cls(np.array(after, np.int64), np.array(begin, np.int64))


def solve_pairs(
    boards: Sequence[Board], *, cube: bool, tell: Callable[[int], None]
) -> dict[Owner, Any]:
    """Equities by owner of the cube: one row for each board of the opponent."""
    ways, count = BoardMoves.of(boards), len(boards)
    odds = np.array(list(ROLLS.values())) / sum(ROLLS.values())
    owners = OWNERS if cube else OWNERS[:1]
    equity: dict[Owner, Any] = {owner: np.zeros((count, count)) for owner in owners}
    for table in equity.values():
        table[0] = -1.0  # the opponent is off
    for board in range(1, count):
        first = len(ROLLS) * board
        cuts = ways.begin[first : first + len(ROLLS) + 1]
        facing = slice(1, board)
        rolled: dict[Owner, Any] = {}
        for owner in owners:  # the board to roll, against each lower one
            table = equity[SWAPPED[owner]]
            worst = [
                table[ways.after[begin:end], facing].min(axis=0) for begin, end in pairwise(cuts)
            ]
            rolled[owner] = -(odds @ np.array(worst))
        for owner, found in doubled(rolled).items():
            equity[owner][facing, board] = found
        tail = ways.after[: cuts[-1]]
        rolled = {}
        for owner in owners:  # each board up to the one to roll, against it
            least = np.minimum.reduceat(
                equity[SWAPPED[owner]][:, board][tail], ways.begin[: first + len(ROLLS)]
            )
            rolled[owner] = -(least.reshape(board + 1, len(ROLLS)) @ odds)[1:]
        for owner, found in doubled(rolled).items():
            equity[owner][board, 1 : board + 1] = found
        tell(board * board)
    return equity


def doubled(rolled: dict[Owner, Any]) -> dict[Owner, Any]:
    """Equities before the cube, from those of rolling on: a double is offered if it pays.

    The opponent takes if that loses less than the stake.
    """
    if "theirs" not in rolled:
        return rolled
    double = np.minimum(2 * rolled["theirs"], 1.0)
    return {
        owner: found if owner == "theirs" else np.maximum(found, double)
        for owner, found in rolled.items()
    }
