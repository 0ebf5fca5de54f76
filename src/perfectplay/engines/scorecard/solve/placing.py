"""Put rolls into boxes: the value of doing so, for some lanes of one set of filled boxes.

A figure is a box with points it can hold; an entry is a figure, or a figure with the repeat bonus.
The value of an entry depends on the lane, but not on the roll that makes it: so there is one row
for each entry, and a roll takes the best of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.scorecard.anchors import JOKERS, AnchorRuns, CardArrays
from perfectplay.engines.scorecard.lattice import LANES, LatticeArrays
from perfectplay.engines.scorecard.solve.utility_weights import UtilityWeights
from perfectplay.engines.scorecard.solve.walk import aligned_zeros

FORCED = JOKERS["forced"]
NEVER = -1e30


class Scratch(NamedTuple):
    """What a kernel works on: the block, and the values that go into it.

    The rows of `block` are keeps, those of `value` entries and those of `after` figures; `mean` is
    a single row. The last row of `value` is the best entry worth no points. `rows` lists for each
    roll the rows of `value` it may take, two by two, and `begin` where those of each roll begin.
    `known` says what is already there: the mask and flag of these rows, and the anchor of `after`.
    """

    block: Any
    mean: Any
    classes: Any
    totals: Any
    lanes: Any
    value: Any
    after: Any
    rows: Any
    begin: Any
    known: Any


def new_scratch(card: CardArrays, lattice: LatticeArrays, dtype: Any = np.float64) -> Scratch:
    """Working memory for one worker, of a given number type.

    The last row of the block stays zero; see `Lattice.up`.
    """
    sections, rolls = len(card.section_at), len(card.repeats)
    return Scratch(
        block=aligned_zeros((len(lattice.up) + 1) * LANES, dtype),
        mean=np.zeros(LANES),
        classes=np.zeros(sections, np.int64),
        totals=np.zeros((sections, LANES), np.uint32),
        lanes=np.zeros(LANES, np.int64),
        value=aligned_zeros((len(card.entry_points) + 1) * LANES, dtype),
        after=np.zeros(len(card.figure_points) * LANES, np.int64),
        rows=np.zeros(rolls * (card.boxes + 2), np.uint32),
        begin=np.zeros(rolls + 1, np.int64),
        known=np.full(3, -1),
    )


def run_of(runs: AnchorRuns, anchor: int) -> int:
    """The run that contains an anchor."""
    return last_from(runs.begin, anchor)


def last_from(begin: Any, number: int) -> int:
    """The last range that begins no later than a number, given where each begins."""
    low, end = 0, len(begin)
    while end - low > 1:
        middle = (low + end) // 2
        if begin[middle] <= number:
            low = middle
        else:
            end = middle
    return low


def entries(
    card: CardArrays,
    weights: UtilityWeights,
    values: Any,
    mask: int,
    flag: int,
    lane: int,
    column: int,
    count: int,
    scratch: Scratch,
) -> None:
    """The value of each entry that can be made next: its points plus what follows.

    For some lanes of a mask, which fill the columns of a block from `column` on.
    """
    choices = playable(card, mask)
    classes, totals, lanes, value = scratch.classes, scratch.totals, scratch.lanes, scratch.value
    lane_totals(card, mask, lane, count, classes, totals)
    figures = len(card.figure_points)
    for box in range(card.boxes):
        if not choices >> box & 1:
            continue
        counted = counts(card, box)
        for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
            points = card.figure_points[figure]
            first = card.base[flag_after(card, flag, box, points), mask | 1 << box]
            to = np.uint64(figure * LANES + column)
            gain, factor = weights.gain[figure], weights.factor[figure]
            if counted:
                lanes_after(card, classes, box, points, totals, count, lanes)
                for place in range(count):
                    then = values[np.uint64(first + lanes[place])]
                    value[to + np.uint64(place)] = gain + factor * then
            else:
                begin = np.uint64(first + lane)
                for place in range(count):
                    u = np.uint64(place)
                    value[to + u] = gain + factor * values[begin + u]
        if flag:
            for each in range(card.again_begin[box], card.again_begin[box + 1]):
                figure = np.int64(card.again[each])
                of = np.uint64(figure * LANES + column)
                to = np.uint64((figures + figure) * LANES + column)
                for place in range(count):
                    u = np.uint64(place)
                    value[to + u] = weights.again_gain + weights.again_factor * value[of + u]


def lane_totals(
    card: CardArrays, mask: int, lane: int, count: int, classes: Any, totals: Any
) -> None:
    """The classes of a mask, and the totals of some of its lanes."""
    for section in range(len(card.section_at)):
        classes[section] = class_of(card, section, mask)
    totals_of(card, classes, lane, count, totals)


def totals_of(card: CardArrays, classes: Any, lane: int, count: int, totals: Any) -> None:
    """The totals of some lanes of a mask, section by section."""
    scale = 1
    for back in range(len(card.section_at)):
        section = len(card.section_at) - 1 - back
        row = np.int64(card.section_begin[section]) + classes[section]
        begin = np.int64(card.lane_begin[row])
        lanes = np.int64(card.lane_begin[row + 1]) - begin
        for place in range(count):
            own = (lane + place) // scale % lanes
            totals[section, place] = card.totals[begin + own]
        scale *= lanes


def lanes_after(
    card: CardArrays, classes: Any, box: int, points: int, totals: Any, count: int, lanes: Any
) -> None:
    """The lanes reached by filling a box with points, from lanes with these totals."""
    for place in range(count):
        lanes[place] = 0
    for section in range(len(card.section_at)):
        bit = np.int64(card.section_bit[section, box])
        filled = classes[section] | bit
        row = np.int64(card.section_begin[section]) + filled
        after = np.int64(card.lane_begin[row + 1]) - np.int64(card.lane_begin[row])
        at = np.int64(card.section_at[section])
        more = points if bit else 0
        begin = np.int64(card.lane_of_begin[section]) + filled * (at + 1)
        for place in range(count):
            total = min(np.int64(totals[section, place]) + more, at)
            own = np.int64(card.lane_of[np.uint64(begin + total)])
            lanes[place] = lanes[place] * after + own


def class_of(card: CardArrays, section: int, mask: int) -> int:
    """The filled boxes of a section."""
    filled = 0
    for box in range(card.boxes):
        if mask >> box & 1:
            filled |= np.int64(card.section_bit[section, box])
    return filled


def counts(card: CardArrays, box: int) -> bool:
    """Whether a box counts towards a section bonus."""
    counted = False
    for section in range(len(card.section_at)):
        counted |= card.section_bit[section, box] > 0
    return counted


def flag_after(card: CardArrays, flag: int, box: int, points: int) -> int:
    """Whether the repeat bonus can be earned after filling a box with points."""
    return 1 if flag or (1 << box == card.repeat_box and points and card.repeat_points) else 0


def playable(card: CardArrays, mask: int) -> int:
    """The boxes that may be filled next, as a mask."""
    still_open = ~mask & ((1 << card.boxes) - 1)
    return still_open & -still_open if card.in_order else still_open


def joker_boxes(card: CardArrays, mask: int, roll: int) -> tuple[int, int]:
    """The boxes a repeated roll may go into, as a mask, and whether it scores as a joker."""
    choices = playable(card, mask)
    own = np.int64(card.own_box[roll]) & choices
    as_joker = 1 if card.joker and not own else 0
    if card.joker == FORCED:
        others = choices & ~card.face_boxes
        choices = own or (others or choices)
    return choices, as_joker


def list_rows(card: CardArrays, mask: int, flag: int, scratch: Scratch) -> None:
    """The rows of `value` that each roll may take once a mask is filled.

    Filling a box with no points is worth the same whatever the roll, so one row serves for all
    boxes. It does no harm that a roll which scores in a box could score nothing there instead.
    """
    if scratch.known[0] == mask and scratch.known[1] == flag:
        return
    scratch.known[0], scratch.known[1] = mask, flag
    choices = playable(card, mask)
    rows, entries = scratch.rows, len(card.entry_points)
    end = 0
    for roll in range(len(card.repeats)):
        scratch.begin[roll] = end
        if card.repeat_box & mask and card.repeats[roll]:
            end = list_repeat(card, mask, flag, roll, rows, end)
        else:
            rows[end] = entries
            end += 1
            for scoring in range(card.scoring_begin[roll], card.scoring_begin[roll + 1]):
                box = card.scoring_box[scoring]
                if choices >> box & 1:
                    rows[end] = card.figure_of[0, box, roll]
                    end += 1
        if (end - scratch.begin[roll]) & 1:
            rows[end] = rows[end - 1]
            end += 1
    scratch.begin[len(card.repeats)] = end


def list_repeat(card: CardArrays, mask: int, flag: int, roll: int, rows: Any, end: int) -> int:
    """The same for a roll that scores in a filled repeat box; returns where the list ends."""
    choices, as_joker = joker_boxes(card, mask, roll)
    first = len(card.figure_points) if flag else 0
    for box in range(card.boxes):
        if choices >> box & 1:
            rows[end] = first + card.figure_of[as_joker, box, roll]
            end += 1
    return end


def place_best(card: CardArrays, mask: int, column: int, count: int, scratch: Scratch) -> None:
    """The value of each roll once rolling is over: the best of the rows it may take."""
    block, value, rows = scratch.block, scratch.value, scratch.rows
    find_nothing(card, mask, column, count, value)
    for roll in range(len(card.repeats)):
        to = np.uint64(roll * LANES + column)
        first = scratch.begin[roll]
        for pair in range(first, scratch.begin[roll + 1], 2):
            a = np.uint64(rows[pair]) * np.uint64(LANES) + np.uint64(column)
            b = np.uint64(rows[pair + 1]) * np.uint64(LANES) + np.uint64(column)
            if pair == first:
                take_better(value, a, b, count, block, to)
            else:
                take_best(value, a, b, count, block, to)


def find_nothing(card: CardArrays, mask: int, column: int, count: int, value: Any) -> None:
    """The best box to fill with no points, into the last row of `value`."""
    choices = playable(card, mask)
    to = np.uint64(len(card.entry_points) * LANES + column)
    for lane in range(count):
        value[to + np.uint64(lane)] = NEVER
    for box in range(card.boxes):
        figure = np.int64(card.figure_begin[box])
        if choices >> box & 1 and card.figure_points[figure] == 0:
            of = np.uint64(figure * LANES + column)
            take_best(value, of, of, count, value, to)


def take_better(value: Any, a: int, b: int, count: int, block: Any, to: int) -> None:
    """The better of two rows. A whole block is a loop of known length, which is much faster."""
    if count == LANES:
        for lane in range(LANES):
            u = np.uint64(lane)
            block[to + u] = max(value[a + u], value[b + u])
    else:
        for lane in range(count):
            u = np.uint64(lane)
            block[to + u] = max(value[a + u], value[b + u])


def take_best(value: Any, a: int, b: int, count: int, block: Any, to: int) -> None:
    """The best of a row of a block and two other rows."""
    if count == LANES:
        for lane in range(LANES):
            u = np.uint64(lane)
            block[to + u] = max(block[to + u], value[a + u], value[b + u])
    else:
        for lane in range(count):
            u = np.uint64(lane)
            block[to + u] = max(block[to + u], value[a + u], value[b + u])
