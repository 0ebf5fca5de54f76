"""Refuse cards that are certain to exceed the memory limit before listing all their anchors."""

from __future__ import annotations

import functools
import itertools
import math
import operator

import numpy as np

from perfectplay.engines.backends.clock import duration
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.score_difference.leads import (
    BYTES_A_ROW,
    LANES_A_SECOND,
    refuse_pairs,
)
from perfectplay.engines.scorecard.score_difference.reach import Found, layer_of
from perfectplay.engines.scorecard.size import SEED, SURE
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.model.scorecard import Scorecard
from perfectplay.objectives import AtLeast, Objective

QUICKLY_SEEN = 1 << 22
"""The number of anchors that can be listed in a moment."""
BYTES_AN_ANCHOR = 36
"""The memory needed to list them, for two players."""
BYTES_A_STATE = 4
SAMPLE_A_LAYER = 40
"""The number of sets of filled boxes an estimate samples in each layer."""


def require_seeable(anchors: Anchors, memory_limit: int) -> None:
    """Refuse a card whose anchors cannot be listed within the limit."""
    need = BYTES_AN_ANCHOR * anchors.count
    if need > memory_limit:
        raise MemoryLimitError(
            f"{anchors.card.name} has {anchors.count:,} states between turns; to find which scores "
            f"are possible there takes {in_bytes(need)}, more than the memory limit of "
            f"{in_bytes(memory_limit)}; raise the limit, or leave out boxes or a bonus"
        )


def few_pairs(anchors: Anchors, memory_limit: int) -> Found:
    """A check that refuses two players, from the start of a card, if it has too many pairs."""
    sizes = [1]

    def refuse(_: int, count: int) -> None:
        sizes.append(count)
        level = sum(size * size for size in sizes)
        ahead = sum(size * after for size, after in itertools.pairwise(sizes))
        refuse_pairs(anchors.card.name, level + ahead, memory_limit)

    return refuse


def few_scores(anchors: Anchors, objective: Objective, memory_limit: int) -> Found | None:
    """A check that refuses a large card if too many scores leave one target, or any, open.

    In every layer still to come, at least the same share of anchors is reachable as in the last
    one: with more boxes filled, more combinations of totals are possible.
    """
    if anchors.count <= QUICKLY_SEEN:
        return None
    layers = range(len(anchors.card.boxes) + 1)
    sizes = [(layer.stop - layer.start) for layer in (layer_of(anchors, each) for each in layers)]
    scores = [scores_about(anchors, objective, filled) for filled in layers]
    counts = [1]

    def refuse(filled: int, count: int) -> None:
        counts.append(count)
        share = count / sizes[filled]
        rows = [*counts, *(share * size for size in sizes[filled + 1 :])]
        states = sum(map(operator.mul, rows, scores))
        need = BYTES_A_STATE * states + BYTES_A_ROW * sum(rows)
        if need > SURE * memory_limit:
            raise MemoryLimitError(
                f"{anchors.card.name} has about {states:.1e} states: solving them takes about "
                f"{in_bytes(int(need))} and {duration(states / LANES_A_SECOND)}, more than the "
                f"memory limit of {in_bytes(memory_limit)}; raise the limit, solve it in blocks on "
                "a disk with --folder DIR, or take fewer boxes"
            )

    return refuse


def scores_about(anchors: Anchors, objective: Objective, filled: int) -> float:
    """An estimate of how many scores leave a target open at an average anchor of a layer."""
    generator, card = np.random.default_rng(SEED), anchors.card
    masks = anchors.layers[filled]
    weights = (anchors.base[:, masks] >= 0).sum(axis=0) * anchors.lanes[masks]
    most = points_bound(anchors)
    target = 0, most + 1
    if isinstance(objective, AtLeast):
        target = (max(0, min(math.ceil(objective.points), most + 1)),) * 2
    counted = counted_boxes(anchors)
    found = 0
    for mask in generator.choice(masks, SAMPLE_A_LAYER, p=weights / weights.sum()).tolist():
        flagged = bool(mask & anchors.repeat_mask and generator.integers(2))
        total = sum(
            int(generator.choice(card.possible[name]))
            for place, name in enumerate(card.names)
            if mask & counted & 1 << place
        )
        found += open_scores(anchors, mask, total, target, flagged=flagged)
    return found / SAMPLE_A_LAYER


def open_scores(
    anchors: Anchors, mask: int, total: int, target: tuple[int, int], *, flagged: bool
) -> int:
    """How many scores leave a target open with a mask filled, given a total towards a bonus."""
    card, repeat = anchors.card, repeat_points(anchors)
    counted, rest = counted_boxes(anchors), everything(anchors) & ~mask
    low, high = points_in(card, mask & ~counted)
    least, still = points_in(card, rest)
    if flagged:
        high += repeat * (mask.bit_count() - 1)
    if flagged or rest & anchors.repeat_mask:
        still += repeat * rest.bit_count()
    still += sum(bonus.points for bonus in card.bonuses)
    first, last = low + total - target[1], high + total - target[0]
    return max(min(-least - 1, last) - max(-still, first) + 1, 0)


def points_bound(anchors: Anchors) -> int:
    """An upper bound on scores."""
    card = anchors.card
    bonuses = sum(bonus.points for bonus in card.bonuses)
    repeats = repeat_points(anchors) * len(card.boxes)
    return points_in(card, everything(anchors))[1] + bonuses + repeats


def counted_boxes(anchors: Anchors) -> int:
    """The mask of the boxes that count towards some bonus."""
    return functools.reduce(
        operator.or_, (1 << box for section in anchors.sections for box in section.boxes), 0
    )


def everything(anchors: Anchors) -> int:
    """The mask of all boxes."""
    return (1 << len(anchors.card.boxes)) - 1


def repeat_points(anchors: Anchors) -> int:
    """The points of the repeat bonus."""
    return anchors.arrays.repeat_points


def points_in(card: Scorecard, mask: int) -> tuple[int, int]:
    """The least and the most points the boxes of a mask can hold."""
    held = [card.possible[name] for place, name in enumerate(card.names) if mask >> place & 1]
    return sum(map(min, held)), sum(map(max, held))
