"""Put rolls into boxes: what that is worth, for some lanes of one set of filled boxes.

A figure is a box with points that it can hold. What a figure is worth depends on the lane, but not
on the roll that makes it: so there is a row for each figure, and a roll takes the best of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.scorecard.anchors import JOKERS
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.walking import aligned_zeros, compiled

FORCED = JOKERS["forced"]
NEVER = -1e300


class Scratch(NamedTuple):
    """Room that a kernel works in. The rows of `worth` and `after` are figures, of 64 lanes."""

    classes: Any
    totals: Any
    lanes: Any
    worth: Any
    after: Any


@compiled
def new_scratch(card: Any) -> Any:
    """Room for one kernel."""
    sections, rows = len(card.section_at), len(card.figure_points)
    return Scratch(
        np.zeros(sections, np.int64),
        np.zeros((sections, LANES), np.uint32),
        np.zeros(LANES, np.int64),
        aligned_zeros(rows * LANES),
        np.zeros(rows * LANES, np.int64),
    )


@compiled
def figures(
    card: Any, values: Any, mask: int, flag: int, lane: int, count: int, scratch: Any
) -> None:
    """What each figure that can be made next is worth: its points, and the value of what follows.

    So it is for some lanes of a mask.
    """
    choices = playable(card, mask)
    classes, totals, lanes, worth, _ = scratch
    for section in range(len(card.section_at)):
        classes[section] = class_of(card, section, mask)
    totals_of(card, classes, lane, count, totals)
    for box in range(card.boxes):
        if not choices >> box & 1:
            continue
        counted = counts(card, box)
        for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
            points = np.int64(card.figure_points[figure])
            first = card.base[flag_after(card, flag, box, points), mask | 1 << box]
            to = np.uint64(figure) * np.uint64(LANES)
            if counted:
                lanes_after(card, classes, box, points, totals, count, lanes)
                for place in range(count):
                    worth[to + np.uint64(place)] = points + values[np.uint64(first + lanes[place])]
            else:
                begin = np.uint64(first + lane)
                for place in range(count):
                    u = np.uint64(place)
                    worth[to + u] = points + values[begin + u]


@compiled
def totals_of(card: Any, classes: Any, lane: int, count: int, totals: Any) -> None:
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


@compiled
def lanes_after(
    card: Any, classes: Any, box: int, points: int, totals: Any, count: int, lanes: Any
) -> None:
    """The lanes that filling a box with points leads to, from lanes with these totals."""
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


@compiled
def class_of(card: Any, section: int, mask: int) -> int:
    """Which of a section's boxes are filled."""
    filled = 0
    for box in range(card.boxes):
        if mask >> box & 1:
            filled |= np.int64(card.section_bit[section, box])
    return filled


@compiled
def counts(card: Any, box: int) -> bool:
    """Whether a box counts towards a section bonus."""
    counted = False
    for section in range(len(card.section_at)):
        counted |= card.section_bit[section, box] > 0
    return counted


@compiled
def flag_after(card: Any, flag: int, box: int, points: int) -> int:
    """Whether the repeat bonus can be earned after a box was filled with points."""
    return 1 if flag or (1 << box == card.repeat_box and points and card.repeat_points) else 0


@compiled
def playable(card: Any, mask: int) -> int:
    """The boxes that may be filled next, as a mask."""
    still_open = ~mask & ((1 << card.boxes) - 1)
    return still_open & -still_open if card.in_order else still_open


@compiled
def joker_boxes(card: Any, mask: int, roll: int) -> tuple[int, int]:
    """Where a repeated roll may go, as a mask, and whether it scores as a joker."""
    choices = playable(card, mask)
    own = np.int64(card.own_box[roll]) & choices
    as_joker = 1 if card.joker and not own else 0
    if card.joker == FORCED:
        others = choices & ~card.face_boxes
        choices = own or (others or choices)
    return choices, as_joker


@compiled
def place_best(
    card: Any, mask: int, flag: int, column: int, count: int, worth: Any, block: Any
) -> None:
    """The worth of each roll once the dice are down: the best box for it.

    Filling a box with nothing is worth the same whatever the roll: it is reckoned once, for all
    boxes. That a roll which scores in a box could as well score nothing there does no harm.
    """
    rolls = len(card.repeats)
    choices = playable(card, mask)
    nothing = np.full(LANES, NEVER)
    for box in range(card.boxes):
        figure = card.figure_begin[box]
        if choices >> box & 1 and card.figure_points[figure] == 0:
            of = np.uint64(figure) * np.uint64(LANES)
            for place in range(count):
                u = np.uint64(place)
                nothing[u] = max(nothing[u], worth[of + u])
    for roll in range(rolls):
        to = np.uint64(roll) * np.uint64(LANES) + np.uint64(column)
        for place in range(count):
            block[to + np.uint64(place)] = nothing[np.uint64(place)]
        for scoring in range(card.scoring_begin[roll], card.scoring_begin[roll + 1]):
            box = card.scoring_box[scoring]
            if choices >> box & 1:
                of = np.uint64(card.figure_of[0, box, roll]) * np.uint64(LANES)
                for place in range(count):
                    u = np.uint64(place)
                    block[to + u] = max(block[to + u], worth[of + u])
    if card.repeat_box & mask:
        place_repeats(card, mask, flag, column, count, worth, block)


@compiled
def place_repeats(
    card: Any, mask: int, flag: int, column: int, count: int, worth: Any, block: Any
) -> None:
    """The same for the rolls that score in the repeat box when it is filled."""
    extra = float(card.repeat_points) if flag else 0.0
    for roll in range(len(card.repeats)):
        if not card.repeats[roll]:
            continue
        choices, as_joker = joker_boxes(card, mask, roll)
        to = np.uint64(roll) * np.uint64(LANES) + np.uint64(column)
        for place in range(count):
            block[to + np.uint64(place)] = NEVER
        for box in range(card.boxes):
            if choices >> box & 1:
                of = np.uint64(card.figure_of[as_joker, box, roll]) * np.uint64(LANES)
                for place in range(count):
                    u = np.uint64(place)
                    block[to + u] = max(block[to + u], worth[of + u] + extra)
