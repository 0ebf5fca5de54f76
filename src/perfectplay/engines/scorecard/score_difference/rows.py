"""The rows of a ply, as kernels read them: lanes are leads, one point apart.

Putting points into a box moves along a row of the next ply, so that what an entry is worth for
many leads is a piece of that row, read in one go.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.scorecard.anchors import AnchorRuns, CardArrays
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.solve.placing import (
    Scratch,
    flag_after,
    lane_totals,
    lanes_after,
    last_from,
    playable,
)


class PlyArrays(NamedTuple):
    """What a kernel needs to know of a ply, and of the next one."""

    card: CardArrays
    lattice: LatticeArrays
    rerolls: int
    runs: AnchorRuns
    """The anchors of the mover's layer."""
    movers: Any
    others: int
    """How many anchors the other can be at."""
    low: Any
    begin: Any
    place: Any
    """By anchor, its place among those that the mover can come to."""
    by_mover: int
    """How far apart the rows of the next ply are where that place differs by one."""
    by_other: int
    """The same for the place of the other."""
    next_low: Any
    next_begin: Any
    alternate: bool


def row_of(ply: PlyArrays, lane: int) -> Any:
    """The row that a lane lies in."""
    return last_from(ply.begin, lane)


def lead_at(ply: PlyArrays, row: int, lane: int) -> Any:
    """The lead of the mover at a lane.

    Where players alternate, a row is kept for the other, so its lanes are taken from its end: then
    the mover's leads rise from lane to lane.
    """
    if ply.alternate:
        return lane - ply.begin[row + 1] + 1 - ply.low[row]
    return lane - ply.begin[row] + ply.low[row]


def follow(ply: PlyArrays, anchor: int, run: int, scratch: Scratch) -> None:
    """The places that the figures of an anchor lead to, into `scratch.after`."""
    card = ply.card
    mask, flag = scratch.known[0], scratch.known[1]
    scratch.known[2] = anchor
    choices = playable(card, mask)
    classes, totals, lanes = scratch.classes, scratch.totals, scratch.lanes
    lane_totals(card, mask, anchor - ply.runs.begin[run], 1, classes, totals)
    for box in range(card.boxes):
        if choices >> box & 1:
            for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
                points = card.figure_points[figure]
                begin = card.base[flag_after(card, flag, box, points), mask | 1 << box]
                lanes_after(card, classes, box, points, totals, 1, lanes)
                scratch.after[figure] = ply.place[begin + lanes[0]]


def entries(
    ply: PlyArrays,
    values: Any,
    above: float,
    other: int,
    lead: int,
    column: int,
    count: int,
    scratch: Scratch,
    value: Any,
) -> None:
    """What each entry that can be made next is worth, for some leads from one on."""
    card = ply.card
    mask, flag = scratch.known[0], scratch.known[1]
    choices = playable(card, mask)
    figures = len(card.figure_points)
    for box in range(card.boxes):
        if not choices >> box & 1:
            continue
        for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
            copy_row(ply, values, above, figure, other, lead, column, count, scratch, value)
        if flag:
            for each in range(card.again_begin[box], card.again_begin[box + 1]):
                entry = figures + card.again[each]
                copy_row(ply, values, above, entry, other, lead, column, count, scratch, value)


def copy_row(
    ply: PlyArrays,
    values: Any,
    above: float,
    entry: int,
    other: int,
    lead: int,
    column: int,
    count: int,
    scratch: Scratch,
    value: Any,
) -> None:
    """A piece of the row that an entry leads to: zeros, what is open, and what is above it."""
    card = ply.card
    place = scratch.after[entry % len(card.figure_points)]
    row = place * ply.by_mover + other * ply.by_other
    begin = ply.next_begin[row]
    offset = lead + card.entry_points[entry] - ply.next_low[row]
    opened = min(max(-offset, 0), count)
    closed = min(max(ply.next_begin[row + 1] - begin - offset, opened), count)
    to = np.uint64(entry * LANES + column)
    for lane in range(opened):
        value[to + np.uint64(lane)] = 0
    of = np.uint64(begin + offset + opened)
    into = to + np.uint64(opened)
    for lane in range(closed - opened):
        value[into + np.uint64(lane)] = values[of + np.uint64(lane)]
    for lane in range(closed, count):
        value[to + np.uint64(lane)] = above
