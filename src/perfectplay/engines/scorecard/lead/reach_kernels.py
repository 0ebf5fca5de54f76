"""The kernels that find which anchors can come after one, and between which scores."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.lead.reach import UNREACHED
from perfectplay.engines.scorecard.placing import (
    flag_after,
    lane_totals,
    lanes_after,
    playable,
)
from perfectplay.engines.scorecard.walk import compiled


@compiled
def bound_past(card: Any, runs: Any, low: Any, high: Any) -> None:
    """From the scores at the anchors of a layer, those at the anchors that can follow."""
    classes, totals, lanes = new_room(card)
    for run in range(len(runs.mask)):
        mask, flag = runs.mask[run], runs.flag[run]
        choices = playable(card, mask)
        extra = card.repeat_points if flag else 0
        for first in range(runs.begin[run], runs.begin[run + 1], LANES):
            count = min(LANES, runs.begin[run + 1] - first)
            if low[first : first + count].min() == UNREACHED:
                continue
            lane_totals(card, mask, first - runs.begin[run], count, classes, totals)
            for box in range(card.boxes):
                if not choices >> box & 1:
                    continue
                for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
                    points = card.figure_points[figure]
                    begin = card.base[flag_after(card, flag, box, points), mask | 1 << box]
                    lanes_after(card, classes, box, points, totals, count, lanes)
                    for place in range(count):
                        if low[first + place] != UNREACHED:
                            after = begin + lanes[place]
                            low[after] = min(low[after], low[first + place] + points)
                            high[after] = max(high[after], high[first + place] + points + extra)


@compiled
def bound_future(card: Any, runs: Any, least: Any, most: Any) -> None:
    """The least and the most points that can still come at the anchors of a layer."""
    classes, totals, lanes = new_room(card)
    for run in range(len(runs.mask)):
        mask, flag = runs.mask[run], runs.flag[run]
        choices = playable(card, mask)
        extra = card.repeat_points if flag else 0
        for first in range(runs.begin[run], runs.begin[run + 1], LANES):
            count = min(LANES, runs.begin[run + 1] - first)
            lane_totals(card, mask, first - runs.begin[run], count, classes, totals)
            least[first : first + count] = UNREACHED
            most[first : first + count] = 0
            for box in range(card.boxes):
                if not choices >> box & 1:
                    continue
                for figure in range(card.figure_begin[box], card.figure_begin[box + 1]):
                    points = card.figure_points[figure]
                    begin = card.base[flag_after(card, flag, box, points), mask | 1 << box]
                    lanes_after(card, classes, box, points, totals, count, lanes)
                    for place in range(count):
                        after, here = begin + lanes[place], first + place
                        least[here] = min(least[here], least[after] + points)
                        most[here] = max(most[here], most[after] + points + extra)


@compiled
def new_room(card: Any) -> Any:
    """Room for the classes, the totals and the lanes of up to 64 anchors."""
    sections = len(card.section_at)
    return (
        np.zeros(sections, np.int64),
        np.zeros((sections, LANES), np.uint32),
        np.zeros(LANES, np.int64),
    )
