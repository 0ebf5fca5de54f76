"""What a player can reach: the anchors on the way, and the scores possible at each."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np

from perfectplay.engines.backends import fast, parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.scorecard.anchors import AnchorRuns, Anchors, CardArrays
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.solve.placing import (
    class_of,
    counts,
    flag_after,
    lane_totals,
    lanes_after,
    playable,
)
from perfectplay.engines.scorecard.solve.walk import FAST
from perfectplay.request import Progress

UNREACHED = np.iinfo(np.int32).max
"""The least score at an unreachable anchor."""
RUNS_A_PART = 64

Found: TypeAlias = Callable[[int, int], None]
"""Called with the number of reachable anchors as layers are added; it may refuse them."""


class Side(NamedTuple):
    """A player's anchors with a given number of boxes filled, and the range of points at each."""

    anchors: Any
    low: Any
    """The least score so far."""
    high: Any
    """The highest score so far."""
    least: Any
    """The fewest points still to come, including bonuses."""
    most: Any
    """The most points still to come, including bonuses."""


def finished(low: int, high: int) -> Side:
    """An opponent who is done with one of these scores, for a player who plays alone."""
    nothing = np.zeros(1, np.int32)
    return Side(nothing, nothing + low, nothing + high, nothing, nothing)


@dataclasses.dataclass(frozen=True)
class Reach:
    """The anchors a player can reach from a given one, at which the score is known."""

    anchors: Anchors
    start: int
    filled: int
    """The number of boxes filled at the start."""
    low: Any
    high: Any
    least: Any
    most: Any

    @classmethod
    def of(
        cls,
        anchors: Anchors,
        start: int,
        filled: int,
        score: int = 0,
        progress: Progress | None = None,
        found: Found | None = None,
    ) -> Self:
        """Follow a player from an anchor to the end of the game, and back again."""
        boxes, card = len(anchors.card.boxes), anchors.arrays
        scratch = functools.partial(room_for, card)
        clock = Clock("finding the scores that are possible", 2 * anchors.count, progress)
        low = np.full(anchors.count, UNREACHED, np.int32)
        high = np.full(anchors.count, -1, np.int32)
        low[start] = high[start] = score
        for layer in range(filled + 1, boxes + 1):
            runs = anchors.runs(layer)
            columns = card, runs, low, high
            THREADS.for_each(bound_past, parts_of_runs(runs), *columns, scratch=scratch)
            clock(int(runs.begin[-1] - runs.begin[0]))
            if found:
                found(layer, int(np.count_nonzero(low[layer_of(anchors, layer)] < UNREACHED)))
        least = np.zeros(anchors.count, np.int32)
        final = anchors.runs(boxes)
        least[: final.begin[-1]] = np.tile(anchors.bonuses(), len(final.mask))
        most = least.copy()
        for layer in range(boxes - 1, filled - 1, -1):
            runs = anchors.runs(layer)
            bounds = card, runs, low, least, most
            THREADS.for_each(bound_future, parts_of_runs(runs), *bounds, scratch=scratch)
            clock(int(runs.begin[-1] - runs.begin[0]))
        return cls(anchors, start, filled, low, high, least, most)

    @functools.cached_property
    def sides(self) -> dict[int, Side]:
        """The reachable anchors, by number of filled boxes."""
        sides = {}
        for filled in range(self.filled, len(self.anchors.card.boxes) + 1):
            layer = layer_of(self.anchors, filled)
            found = layer.start + np.flatnonzero(self.low[layer] != UNREACHED)
            bounds = (each[found] for each in (self.low, self.high, self.least, self.most))
            sides[filled] = Side(found, *bounds)
        return sides


def layer_of(anchors: Anchors, filled: int) -> slice:
    """The anchors with this many boxes filled."""
    runs = anchors.runs(filled)
    return slice(int(runs.begin[0]), int(runs.begin[-1]))


def room_for(card: CardArrays) -> tuple[Any, Any, Any]:
    """Working memory for the classes, totals and lanes of up to 64 anchors."""
    sections = len(card.section_at)
    totals = np.zeros((sections, LANES), np.uint32)
    return np.zeros(sections, np.int64), totals, np.zeros(LANES, np.int64)


def parts_of_runs(runs: AnchorRuns) -> Iterator[tuple[int, int]]:
    """The runs of a layer, split into parts."""
    return parts_of(0, len(runs.mask), RUNS_A_PART)


def is_extreme(card: CardArrays, box: int, figure: int) -> bool:
    """Whether a figure can bound a score: no other of its box leads both to less and to more.

    If no bonus counts the points, all that matters for later turns is whether there are any.
    """
    first, end = card.figure_begin[box], card.figure_begin[box + 1]
    return figure <= first + 1 or figure == end - 1 or counts(card, box)


@fast(*FAST)
def bound_past(
    card: CardArrays, runs: AnchorRuns, low: Any, high: Any, room: Any, begin: int, end: int
) -> None:
    """The ranges of scores at the anchors of some runs, from those of the anchors before them."""
    for run in range(begin, end):
        mask, flag = runs.mask[run], runs.flag[run]
        for box in range(card.boxes):
            before = mask & ~(1 << box)
            if before != mask and playable(card, before) >> box & 1:
                for earned in range(flag + 1):
                    if card.base[earned, before] >= 0:
                        fill_box(card, before, earned, box, flag, runs.begin[run], low, high, room)


def fill_box(
    card: CardArrays,
    mask: int,
    flag: int,
    box: int,
    flag_then: int,
    then: int,
    low: Any,
    high: Any,
    room: Any,
) -> None:
    """Update the ranges of scores by filling a box, at the anchors that begin at `then`."""
    classes, totals, lanes = room
    extra = card.repeat_points if flag else 0
    size = lanes_of(card, mask)
    for lane in range(0, size, LANES):
        first, count = card.base[flag, mask] + lane, min(LANES, size - lane)
        if none_reached(low, first, count):
            continue
        lane_totals(card, mask, lane, count, classes, totals)
        for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
            points = card.figure_points[figure]
            if flag_after(card, flag, box, points) != flag_then:
                continue
            if not is_extreme(card, box, figure):
                continue
            lanes_after(card, classes, box, points, totals, count, lanes)
            for place in range(count):
                if low[first + place] != UNREACHED:
                    after = then + lanes[place]
                    low[after] = min(low[after], low[first + place] + points)
                    high[after] = max(high[after], high[first + place] + points + extra)


def none_reached(low: Any, first: int, count: int) -> bool:
    """Whether none of these anchors is reachable; Numba's own minimum needs Numba."""
    least = UNREACHED
    for place in range(first, first + count):
        least = min(least, low[place])
    return least == UNREACHED


def lanes_of(card: CardArrays, mask: int) -> int:
    """The number of lanes of a mask."""
    count = 1
    for section in range(len(card.section_at)):
        row = card.section_begin[section] + class_of(card, section, mask)
        count *= card.lane_begin[row + 1] - card.lane_begin[row]
    return count


@fast(*FAST)
def bound_future(
    card: CardArrays,
    runs: AnchorRuns,
    low: Any,
    least: Any,
    most: Any,
    room: Any,
    begin: int,
    end: int,
) -> None:
    """The range of points still to come at the anchors of some runs."""
    classes, totals, lanes = room
    for run in range(begin, end):
        mask, flag = runs.mask[run], runs.flag[run]
        choices = playable(card, mask)
        extra = card.repeat_points if flag else 0
        for first in range(runs.begin[run], runs.begin[run + 1], LANES):
            count = min(LANES, runs.begin[run + 1] - first)
            if none_reached(low, first, count):
                continue
            lane_totals(card, mask, first - runs.begin[run], count, classes, totals)
            least[first : first + count] = UNREACHED
            most[first : first + count] = 0
            for box in range(card.boxes):
                if not choices >> box & 1:
                    continue
                for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
                    if not is_extreme(card, box, figure):
                        continue
                    points = card.figure_points[figure]
                    then = card.base[flag_after(card, flag, box, points), mask | 1 << box]
                    lanes_after(card, classes, box, points, totals, count, lanes)
                    for place in range(count):
                        after, here = then + lanes[place], first + place
                        least[here] = min(least[here], least[after] + points)
                        most[here] = max(most[here], most[after] + points + extra)
