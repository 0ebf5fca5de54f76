"""What an open box is worth on a scorecard, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors

if TYPE_CHECKING:
    from perfectplay.engines.scorecard.solution import ScorecardSolution


def box_values(solution: ScorecardSolution) -> dict[str, list[float]]:
    """By box and turn, what it is worth that the box is still open: points, on average over play.

    It is the value with the box open less the value if it were gone: filled with the least that it
    can hold, and no points for it. Turns count as often as they arise in best play with the box
    open; where they never do, or boxes before it must be filled first, it is not a number.

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
    """The anchors that those of a mask lead to if a box is filled with its least, lane by lane."""
    after = mask | 1 << box
    least = anchors.card.possible[anchors.card.names[box]][0]
    lanes = np.zeros(1, np.int64)
    for section in anchors.sections:
        now, then = section.class_of(mask), section.class_of(after)
        more = least if box in section.boxes else 0
        own = [section.lane(then, min(total + more, section.at)) for total in section.shown(now)]
        lanes = (lanes[:, None] * section.lanes[then] + np.array(own)).ravel()
    return anchors.base[flag, after] + lanes
