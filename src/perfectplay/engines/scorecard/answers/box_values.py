"""The value of an open box on a scorecard, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


def box_values(solution: ScorecardSolution) -> dict[str, list[float]]:
    """For each box and turn, the value of the box still being open: points, averaged over play.

    This is the value with the box open minus the value with it gone, that is, filled with the least
    it can hold and without its points. Turns are weighted by how often they arise in best play with
    the box open. The value is nan where that never happens, or where boxes before it must be filled
    first.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> values = box_values(solve(Yazy()))
    >>> [round(points, 2) for points in values["sixes"]][:3]
    [20.25, 20.17, 20.03]
    """
    anchors, values, visits = solution.anchors, solution.values, solution.card_play.visits
    names = solution.game.card.names
    total = np.zeros((len(names), len(names)))
    often = np.zeros((len(names), len(names)))
    for filled in range(len(names)):
        runs = anchors.runs(filled)
        for begin, end, mask, flag in zip(
            runs.begin[:-1], runs.begin[1:], runs.mask, runs.flag, strict=True
        ):
            here = visits[begin:end]
            if not here.any():
                continue
            for box in range(len(names)):
                if not mask >> box & 1 and anchors.base[flag, mask | 1 << box] >= 0:
                    gone = without(anchors, int(mask), int(flag), box)
                    total[box, filled] += here @ (values[begin:end] - values[gone])
                    often[box, filled] += here.sum()
    with np.errstate(invalid="ignore"):
        return {name: (total[box] / often[box]).tolist() for box, name in enumerate(names)}


def without(anchors: Anchors, mask: int, flag: int, box: int) -> Any:
    """The anchors that those of a mask lead to by filling a box with its minimum, by lane."""
    after = mask | 1 << box
    least = anchors.card.possible[anchors.card.names[box]][0]
    lanes = np.zeros(1, np.int64)
    for section in anchors.sections:
        now, then = section.class_of(mask), section.class_of(after)
        more = least if box in section.boxes else 0
        own = [section.lane(then, min(total + more, section.at)) for total in section.shown(now)]
        lanes = (lanes[:, None] * section.lanes[then] + np.array(own)).ravel()
    return anchors.base[flag, after] + lanes
