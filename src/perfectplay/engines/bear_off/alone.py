"""One side alone, a die at a time: the fewest expected rolls for every board, and their spread.

Playing two dice means playing one and then the other. So the best use of each die is computed once
for every board, and reused for every roll that contains the die. Boards are processed in the order
of their pips, all with the same number at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from perfectplay.model.bear_off import FACES, POINTS, ROLLS, Board

BASE = 16
"""More than the most checkers on a point, so that counts are the digits of a number."""


class FewestRolls(NamedTuple):
    """For every board: the rolls still needed under best play, and the board after it."""

    rolls: Any
    board: Any


class OneSideBoards(NamedTuple):
    """All boards of a side alone."""

    rolls: Any
    """The fewest expected rolls."""
    plays: Any
    """The board after the best play, for each roll in the order of `ROLLS`."""


def solve_alone(boards: Sequence[Board]) -> OneSideBoards:
    """The fewest expected rolls for every board, in the order of their pips."""
    steps, pips = steps_of(boards)
    odds = np.array(list(ROLLS.values())) / sum(ROLLS.values())
    count = len(boards)
    found = OneSideBoards(np.zeros(count + 1), np.zeros((count, len(ROLLS)), np.int32))
    found.rolls[count] = np.inf  # where a move without a checker would lead
    still = FewestRolls(found.rolls, np.arange(count + 1, dtype=np.int32))
    partial = {
        (die, times): FewestRolls(np.full(count + 1, np.inf), np.zeros(count + 1, np.int32))
        for die in FACES
        for times in range(1, 5)
    }
    for best in partial.values():
        best.rolls[0] = 0  # a finished board stays finished
    ends = np.searchsorted(pips, np.arange(1, pips[-1] + 2))
    for first, end in pairwise(ends):
        here = slice(first, end)
        for (die, times), best in partial.items():
            before = still if times == 1 else partial[die, times - 1]
            best.rolls[here], best.board[here] = follow(steps[die, here], before)
        for number, (high, low) in enumerate(ROLLS):
            if high == low:
                rolls, board = partial[high, 4].rolls[here], partial[high, 4].board[here]
            else:
                rolls, board = follow(steps[high, here], partial[low, 1])
                other, instead = follow(steps[low, here], partial[high, 1])
                board = np.where(other < rolls, instead, board)
                rolls = np.minimum(rolls, other)
            found.rolls[here] += odds[number] * (1 + rolls)
            found.plays[here, number] = board
    return found._replace(rolls=found.rolls[:count])


def follow(steps: Any, then: FewestRolls) -> tuple[Any, Any]:
    """The best of some steps for every board: the rolls afterwards, and the final board."""
    rolls = then.rolls[steps]
    best = rolls.argmin(axis=1)[:, None]
    chosen = np.take_along_axis(steps, best, axis=1)[:, 0]
    return np.take_along_axis(rolls, best, axis=1)[:, 0], then.board[chosen]


def steps_of(boards: Sequence[Board]) -> tuple[Any, Any]:
    """Where each die leads from each board, by the checker's point; and the boards' pips.

    Impossible moves lead to an extra board after the last one.
    """
    longest = max(map(len, boards))
    padded = np.array([board + (0,) * (longest - len(board)) for board in boards])
    counts = np.stack([(padded == point).sum(axis=1) for point in range(1, POINTS + 1)], axis=1)
    digits = BASE ** np.arange(POINTS)
    keys = counts @ digits
    order = np.argsort(keys)
    above = counts[:, ::-1].cumsum(axis=1)[:, ::-1] - counts
    steps = np.full((len(FACES) + 1, len(boards), POINTS), len(boards), np.int32)
    for die in FACES:
        for place in range(POINTS):
            may = counts[:, place] > 0
            if place + 1 < die:
                may &= above[:, place] == 0
            after = keys - digits[place] + (digits[place - die] if place >= die else 0)
            found = order[np.searchsorted(keys, after[may], sorter=order)]
            steps[die, may, place] = found
    return steps, padded.sum(axis=1)


def spread(bearing: OneSideBoards, board: int) -> list[float]:
    """The probability of each number of rolls from a board, starting with none."""
    odds = np.array(list(ROLLS.values())) / sum(ROLLS.values())
    here = np.zeros(len(bearing.rolls))
    here[board] = 1.0
    ended = [float(here[0])]
    while here[1:].any():
        there = np.zeros_like(here)
        np.add.at(there, bearing.plays[1:], here[1:, None] * odds)
        here = there
        ended.append(float(here[0]))
    return ended
