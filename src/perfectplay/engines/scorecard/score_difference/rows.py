"""The rows of a ply in the form kernels read: lanes are leads, one point apart.

Putting points into a box is a shift along a row of the next ply, so the values of an entry for many
leads are a contiguous piece of that row.
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
    """The number of anchors the other player can be at."""
    low: Any
    begin: Any
    place: Any
    """The index of each anchor among those that the mover can reach."""
    by_mover: int
    """The distance between rows of the next ply whose mover indices differ by one."""
    by_other: int
    """The same for the index of the other."""
    next_low: Any
    next_begin: Any
    alternate: bool


def row_of(ply: PlyArrays, lane: int) -> Any:
    """The row that contains a lane."""
    return last_from(ply.begin, lane)


def lead_at(ply: PlyArrays, row: int, lane: int) -> Any:
    """The lead of the mover at a lane.

    If players alternate, rows are stored for the other player, so lanes are taken from the end of a
    row: the mover's leads then rise from lane to lane.
    """
    if ply.alternate:
        return lane - ply.begin[row + 1] + 1 - ply.low[row]
    return lane - ply.begin[row] + ply.low[row]


def follow(ply: PlyArrays, anchor: int, run: int, scratch: Scratch) -> None:
    """The indices of the anchors that an anchor's figures lead to, into `scratch.after`."""
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
    """The value of each entry that can be made next, for consecutive leads."""
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
    """A piece of the row an entry leads to: zeros, then open leads, then `above`."""
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
