"""The values of a step, given those of the next: lanes are leads, one point apart.

Putting points into a box moves along a row of the next step, so that what an entry is worth for
many leads is a piece of that row, read in one go.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.kernels import average, run_of
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.placing import (
    flag_after,
    lane_totals,
    lanes_after,
    list_rows,
    place_best,
    playable,
)
from perfectplay.engines.scorecard.walk import FAST, keep_best, reroll


class Board(NamedTuple):
    """What a kernel needs to know of a step."""

    card: Any
    lattice: Any
    rerolls: int
    runs: Any
    """The anchors of the mover's layer."""
    movers: Any
    others: int
    """How many anchors the other can be at."""
    low: Any
    begin: Any
    place: Any
    """By anchor, its place among those that the mover can come to."""
    by_mover: int
    """How far apart the rows of the next step are where that place differs by one."""
    by_other: int
    """The same for the place of the other."""
    next_low: Any
    next_begin: Any
    alternate: bool


@fast(*FAST)
def solve_lanes(board: Any, values: Any, scratch: Any, first: int, last: int) -> None:
    """The values of some lanes of a step, given those of the next step."""
    lattice, block, mean = board.lattice, scratch.block, scratch.mean
    rolls = len(lattice.chance)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        fill(board, values, begin, count, scratch)
        for _ in range(board.rerolls):
            reroll(block, lattice.up, rolls, lattice.sides)
            keep_best(block, lattice.down, lattice.parents)
        average(block, lattice.chance, mean)
        store(board, mean, begin, count, values)


def fill(board: Any, values: Any, first: int, count: int, scratch: Any) -> None:
    """What the rolls are worth when the dice are down, for some lanes of a step."""
    card, known = board.card, scratch.known
    row = row_of(board, first)
    column = begin = 0
    while column < count:
        lane = first + column
        if board.begin[row + 1] <= lane:
            row += 1
            continue
        anchor = board.movers[row // board.others]
        if anchor != known[2]:
            run = run_of(board.runs, anchor)
            mask, flag = board.runs.mask[run], board.runs.flag[run]
            if mask != known[0] or flag != known[1]:
                place_best(card, known[0], begin, column - begin, scratch)
                list_rows(card, mask, flag, scratch)
                begin = column
            follow(board, anchor, run, scratch)
        taken = min(board.begin[row + 1] - lane, count - column)
        lead = lead_at(board, row, lane)
        other = row % board.others
        entries(board, values, 1.0, other, lead, column, taken, scratch, scratch.worth)
        column += taken
    place_best(card, known[0], begin, count - begin, scratch)


def row_of(board: Any, lane: int) -> Any:
    """The row that a lane lies in."""
    return np.searchsorted(board.begin, lane, side="right") - 1


def lead_at(board: Any, row: int, lane: int) -> Any:
    """The lead of the mover at a lane.

    Where players alternate, a row is kept for the other, so its lanes are taken from its end: then
    the mover's leads rise from lane to lane.
    """
    if board.alternate:
        return lane - board.begin[row + 1] + 1 - board.low[row]
    return lane - board.begin[row] + board.low[row]


def follow(board: Any, anchor: int, run: int, scratch: Any) -> None:
    """The places that the figures of an anchor lead to, into `scratch.after`."""
    card = board.card
    mask, flag = scratch.known[0], scratch.known[1]
    scratch.known[2] = anchor
    choices = playable(card, mask)
    classes, totals, lanes = scratch.classes, scratch.totals, scratch.lanes
    lane_totals(card, mask, anchor - board.runs.begin[run], 1, classes, totals)
    for box in range(card.boxes):
        if choices >> box & 1:
            for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
                points = card.figure_points[figure]
                begin = card.base[flag_after(card, flag, box, points), mask | 1 << box]
                lanes_after(card, classes, box, points, totals, 1, lanes)
                scratch.after[figure] = board.place[begin + lanes[0]]


def entries(
    board: Any,
    values: Any,
    above: float,
    other: int,
    lead: int,
    column: int,
    count: int,
    scratch: Any,
    worth: Any,
) -> None:
    """What each entry that can be made next is worth, for some leads from one on."""
    card = board.card
    mask, flag = scratch.known[0], scratch.known[1]
    choices = playable(card, mask)
    figures = len(card.figure_points)
    for box in range(card.boxes):
        if not choices >> box & 1:
            continue
        for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
            copy_row(board, values, above, figure, other, lead, column, count, scratch, worth)
        if flag:
            for each in range(card.again_begin[box], card.again_begin[box + 1]):
                entry = figures + card.again[each]
                copy_row(board, values, above, entry, other, lead, column, count, scratch, worth)


def copy_row(
    board: Any,
    values: Any,
    above: float,
    entry: int,
    other: int,
    lead: int,
    column: int,
    count: int,
    scratch: Any,
    worth: Any,
) -> None:
    """A piece of the row that an entry leads to: zeros, what is open, and what is above it."""
    card = board.card
    place = scratch.after[entry % len(card.figure_points)]
    row = place * board.by_mover + other * board.by_other
    begin = board.next_begin[row]
    offset = lead + card.entry_points[entry] - board.next_low[row]
    opened = min(max(-offset, 0), count)
    closed = min(max(board.next_begin[row + 1] - begin - offset, opened), count)
    to = np.uint64(entry * LANES + column)
    for lane in range(opened):
        worth[to + np.uint64(lane)] = 0
    of = np.uint64(begin + offset + opened)
    into = to + np.uint64(opened)
    for lane in range(closed - opened):
        worth[into + np.uint64(lane)] = values[of + np.uint64(lane)]
    for lane in range(closed, count):
        worth[to + np.uint64(lane)] = above


def store(board: Any, mean: Any, first: int, count: int, values: Any) -> None:
    """Keep the values of some lanes; where players alternate, they are the other's chances."""
    if not board.alternate:
        for column in range(count):
            values[first + column] = mean[column]
        return
    row = row_of(board, first)
    for column in range(count):
        lane = first + column
        while board.begin[row + 1] <= lane:
            row += 1
        values[board.begin[row] + board.begin[row + 1] - 1 - lane] = 1.0 - mean[column]
