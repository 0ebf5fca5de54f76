"""Play as a Markov chain of turns: how often each occurs, and how points add up on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import Backend, fast, parts_of
from perfectplay.engines.scorecard.evaluate.transition_kernels import TurnTransitions
from perfectplay.engines.scorecard.solve.induction import ANCHORS_A_PART
from perfectplay.engines.scorecard.solve.walk import FAST


def new_turns(first: int, end: int, most: int) -> TurnTransitions:
    """Memory for the turns at some anchors."""
    size = (end - first) * most
    points, after, chance = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size)
    return TurnTransitions(first, np.zeros(end - first + 1, np.int64), points, after, chance)


def joined(parts: Sequence[TurnTransitions]) -> TurnTransitions:
    """Concatenate the turns of several parts, dropping unused memory."""
    sizes = [int(part.begin[-1]) for part in parts]
    starts = np.cumsum([0, *sizes])
    begin = [part.begin[:-1] + start for part, start in zip(parts, starts, strict=False)]
    columns = zip(*[(part.points, part.after, part.chance) for part in parts], strict=True)
    lists = [
        np.concatenate([column[:size] for column, size in zip(each, sizes, strict=True)])
        for each in columns
    ]
    return TurnTransitions(parts[0].first, np.concatenate([*begin, starts[-1:]]), *lists)


def owners(turns: TurnTransitions) -> Any:
    """For each turn, the anchor it begins at, counted from the first."""
    return np.repeat(np.arange(len(turns.begin) - 1), np.diff(turns.begin))


def visits_after(turns: TurnTransitions, visits: Any) -> Any:
    """How often play reaches each anchor of the later layers, given the layer's visits."""
    often = visits[turns.first + owners(turns)] * turns.chance
    return np.bincount(turns.after, often, minlength=turns.first)


def carried_back(turns: TurnTransitions, value: Any) -> Any:
    """For each anchor, the expected value over its turns."""
    return np.bincount(owners(turns), turns.chance * value, minlength=len(turns.begin) - 1)


def layer_of(turns: TurnTransitions) -> slice:
    """The anchors of a layer."""
    return slice(turns.first, turns.first + len(turns.begin) - 1)


def moments(chain: Sequence[TurnTransitions], bonuses: Any) -> tuple[float, float]:
    """The means of the final score and of its square, at the start."""
    count = layer_of(chain[0]).stop
    mean, square = np.zeros(count), np.zeros(count)
    mean[: len(bonuses)], square[: len(bonuses)] = bonuses, np.square(bonuses)
    for turns in reversed(chain):
        points, still = turns.points, mean[turns.after]
        squares = points * (points + 2 * still) + square[turns.after]
        mean[layer_of(turns)] = carried_back(turns, points + still)
        square[layer_of(turns)] = carried_back(turns, squares)
    return float(mean[-1]), float(square[-1])


class Distributions(NamedTuple):
    """The distributions of the points still to come, for the anchors of a layer.

    The distribution of an anchor begins at `begin[anchor - first]` in `chance`, with the
    probability of no further points; one that play never reaches has none.
    """

    first: int
    begin: Any
    chance: Any


def spread(
    turns: TurnTransitions, later: Distributions, widths: Any, backend: Backend
) -> Distributions:
    """The distributions of a layer, given their widths and those of the layer after it."""
    begin = np.concatenate([[0], np.cumsum(widths)])
    found = Distributions(turns.first, begin, np.zeros(begin[-1]))
    parts = parts_of(0, len(widths), ANCHORS_A_PART)
    backend.for_each(spread_points, parts, turns, later, found)
    return found


@fast(*FAST)
def spread_points(
    turns: TurnTransitions, later: Distributions, found: Distributions, first: int, last: int
) -> None:
    """The distributions of some anchors of a layer, given those of the layer after it."""
    for place in range(first, last):
        for turn in range(turns.begin[place], turns.begin[place + 1]):
            likely, after = turns.chance[turn], np.int64(turns.after[turn]) - later.first
            of, size = later.begin[after], later.begin[after + 1] - later.begin[after]
            to = np.uint64(found.begin[place] + turns.points[turn])
            for more in range(size):
                u = np.uint64(more)
                found.chance[to + u] += likely * later.chance[np.uint64(of) + u]
