"""Kernels that follow given play of both players, to see what it yields besides its own aim.

A channel is something to be known about the end of the game: the chance of winning, or of a tie. It
is computed backwards like the values, but with the choices that the values dictate, or those of a
player who plays for the expected score.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.anchors import CardArrays
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.score_difference.rows import (
    PlyArrays,
    copy_row,
    entries,
    follow,
    lead_at,
    row_of,
)
from perfectplay.engines.scorecard.solve.placing import (
    Scratch,
    joker_boxes,
    list_rows,
    new_scratch,
    place_best,
    playable,
    run_of,
)
from perfectplay.engines.scorecard.solve.walk import FAST, aligned_zeros, average, reroll


class Channels(NamedTuple):
    """What is known at the next ply, and at this one; a row for each channel."""

    then: Any
    here: Any
    above: Any
    """For each channel, its value where the player who has just moved has won."""
    complement: Any
    """For each channel, whether it is 1 minus the other player's."""


class Following(NamedTuple):
    """What a kernel that follows play to win works on.

    The rows of `followed` and `worth` are channels, with what is known of each keep and entry.
    `kept` holds, for each keep, the keep chosen from it. `better` marks lanes, and `taken` those
    marked earlier.
    """

    scratch: Scratch
    followed: Any
    value: Any
    kept: Any
    better: Any
    taken: Any


def new_following(card: CardArrays, lattice: LatticeArrays, channels: int, dtype: Any) -> Following:
    """Working memory for one worker that follows some channels, in a number type."""
    scratch = new_scratch(card, lattice, dtype)
    return Following(
        scratch=scratch,
        followed=np.zeros((channels, len(scratch.block)), dtype),
        value=np.zeros((channels, len(scratch.value)), dtype),
        kept=aligned_zeros(len(scratch.block), dtype),
        better=np.zeros(LANES, dtype),
        taken=np.zeros(LANES, dtype),
    )


@fast(*FAST)
def follow_win(
    ply: PlyArrays,
    local: PlyArrays,
    values: Any,
    slack: float,
    which: Any,
    channels: Channels,
    following: Following,
    first: int,
    last: int,
) -> None:
    """Follow some lanes of a ply whose mover plays to win, for some channels.

    Options count as best if they are less than `slack` behind. The lanes, and the rows of the next
    ply in `local`, are counted from the first of their ply.
    """
    lattice, rolls = ply.lattice, len(ply.lattice.chance)
    block, mean, followed = following.scratch.block, following.scratch.mean, following.followed
    slack = values.dtype.type(slack)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        fill(ply, local, values, slack, which, channels, begin, count, following)
        for _ in range(ply.rerolls):
            reroll(block, lattice.up, rolls, lattice.sides)
            for each in range(len(which)):
                reroll(followed[each], lattice.up, rolls, lattice.sides)
            keep_best(lattice.down, lattice.parents, slack, following)
        for each in range(len(which)):
            average(followed[each], lattice.chance, mean)
            store(local, mean, begin, count, channels, which[each])


def fill(
    ply: PlyArrays,
    local: PlyArrays,
    values: Any,
    slack: float,
    which: Any,
    channels: Channels,
    first: int,
    count: int,
    following: Following,
) -> None:
    """The values of the rolls, and what is known of them, once rolling is over."""
    card, scratch, value = ply.card, following.scratch, following.value
    known = scratch.known
    row = row_of(local, first)
    column = begin = 0
    while column < count:
        lane = first + column
        if local.begin[row + 1] <= lane:
            row += 1
            continue
        anchor = ply.movers[row // ply.others]
        if anchor != known[2]:
            run = run_of(ply.runs, anchor)
            mask, flag = ply.runs.mask[run], ply.runs.flag[run]
            if mask != known[0] or flag != known[1]:
                place(card, slack, begin, column - begin, following)
                list_rows(card, mask, flag, scratch)
                begin = column
            follow(ply, anchor, run, scratch)
        taken = min(local.begin[row + 1] - lane, count - column)
        lead, other = lead_at(local, row, lane), row % ply.others
        entries(ply, values, 1.0, other, lead, column, taken, scratch, scratch.value)
        for each in range(len(which)):
            then, above = channels.then[which[each]], channels.above[which[each]]
            entries(local, then, above, other, lead, column, taken, scratch, value[each])
        column += taken
    place(card, slack, begin, count - begin, following)


def place(card: CardArrays, slack: float, column: int, count: int, following: Following) -> None:
    """The value of each roll once rolling is over, and what is known of the box it then takes.

    Among boxes that are equally good, the first of the card is taken.
    """
    if not count:
        return
    scratch, better, taken = following.scratch, following.better, following.taken
    mask, flag = scratch.known[0], scratch.known[1]
    place_best(card, mask, column, count, scratch)
    for roll in range(len(card.repeats)):
        choices, as_joker, first = playable(card, mask), 0, 0
        if card.repeat_box & mask and card.repeats[roll]:
            choices, as_joker = joker_boxes(card, mask, roll)
            first = len(card.figure_points) if flag else 0
        to = np.uint64(roll * LANES + column)
        taken[:] = 0
        for box in range(card.boxes):
            if choices >> box & 1:
                of = np.uint64((first + card.figure_of[as_joker, box, roll]) * LANES + column)
                mark_first(scratch.value, of, count, slack, taken, scratch.block, to, better)
                for each in range(len(following.followed)):
                    take(better, following.value[each], of, following.followed[each], to, count)


def mark_first(
    value: Any, of: Any, count: int, slack: float, taken: Any, block: Any, to: Any, better: Any
) -> None:
    """Mark the lanes at which a row counts as best, and none was taken before."""
    none, one = slack * 0, slack * 0 + 1
    for lane in range(count):
        u = np.uint64(lane)
        before = taken[u]
        behind = block[to + u] - value[of + u]
        now = one - before if behind <= slack else none
        better[u] = now
        taken[u] = before + now


def take(better: Any, source: Any, of: Any, target: Any, to: Any, count: int) -> None:
    """Take over what is known of another row at the marked lanes.

    Both are read before choosing, so that the loop has no branch; a whole block is a loop of known
    length.
    """
    if count == LANES:
        for lane in range(LANES):
            u = np.uint64(lane)
            new, old = source[of + u], target[to + u]
            target[to + u] = new if better[u] > 0 else old
    else:
        for lane in range(count):
            u = np.uint64(lane)
            new, old = source[of + u], target[to + u]
            target[to + u] = new if better[u] > 0 else old


def keep_best(down: Any, parents: Any, slack: float, following: Following) -> None:
    """The best keep of each roll, one die at a time, and what is known of it.

    Among equally good keeps, the one with the lowest number is taken: the first in the order of the
    game.
    """
    block, kept, better = following.scratch.block, following.kept, following.better
    followed, size = following.followed, down.shape[0]
    for node in range(size):
        kept[node * LANES : (node + 1) * LANES] = node
    for back in range(2, size + 1):
        node = size - back
        to = np.uint64(node) * np.uint64(LANES)
        for parent in range(parents[node]):
            of = np.uint64(down[node, parent]) * np.uint64(LANES)
            mark_better(block, kept, of, to, slack, better)
            for each in range(len(followed)):
                take(better, followed[each], of, followed[each], to, LANES)
            take(better, kept, of, kept, to, LANES)
            for lane in range(LANES):
                u = np.uint64(lane)
                block[to + u] = max(block[to + u], block[of + u])


def mark_better(block: Any, kept: Any, of: Any, to: Any, slack: float, better: Any) -> None:
    """Mark the lanes at which a keep is better than another, or as good and earlier."""
    for lane in range(LANES):
        u = np.uint64(lane)
        gap = block[of + u] - block[to + u]
        order = kept[to + u] - kept[of + u]
        better[u] = order if abs(gap) <= slack else gap


@fast(*FAST)
def follow_score(
    ply: PlyArrays,
    made: Any,
    which: Any,
    channels: Channels,
    scratch: Scratch,
    first: int,
    last: int,
) -> None:
    """Follow some lanes of a ply whose mover makes entries as in `made`, whatever the lead.

    Lanes and rows are counted from the first of their ply.
    """
    mean = scratch.mean
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        for channel in which:
            mean[:] = 0.0
            mix(ply, made, channels, channel, begin, count, scratch, mean)
            store(ply, mean, begin, count, channels, channel)


def mix(
    ply: PlyArrays,
    made: Any,
    channels: Channels,
    channel: int,
    first: int,
    count: int,
    scratch: Scratch,
    mean: Any,
) -> None:
    """The mean of a channel over the entries a turn can end with."""
    known, value = scratch.known, scratch.value
    row = row_of(ply, first)
    column = 0
    while column < count:
        lane = first + column
        if ply.begin[row + 1] <= lane:
            row += 1
            continue
        place = row // ply.others
        anchor = ply.movers[place]
        if anchor != known[2]:
            run = run_of(ply.runs, anchor)
            known[0], known[1] = ply.runs.mask[run], ply.runs.flag[run]
            follow(ply, anchor, run, scratch)
        taken = min(ply.begin[row + 1] - lane, count - column)
        lead, other = lead_at(ply, row, lane), row % ply.others
        then, above = channels.then[channel], channels.above[channel]
        for entry in range(made.shape[1]):
            likely = made[place, entry]
            if likely > 0.0:
                copy_row(ply, then, above, entry, other, lead, column, taken, scratch, value)
                of = np.uint64(entry * LANES + column)
                to = np.uint64(column)
                for each in range(taken):
                    u = np.uint64(each)
                    mean[to + u] += likely * value[of + u]
        column += taken


def store(
    local: PlyArrays, mean: Any, first: int, count: int, channels: Channels, channel: int
) -> None:
    """Store what is known at some lanes for the other player, who moves next."""
    row = row_of(local, first)
    here, complement = channels.here[channel], channels.complement[channel]
    for column in range(count):
        lane = first + column
        while local.begin[row + 1] <= lane:
            row += 1
        to = local.begin[row] + local.begin[row + 1] - 1 - lane
        here[to] = 1.0 - mean[column] if complement else mean[column]
