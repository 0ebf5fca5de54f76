"""What is sure to outgrow the memory limit, before every anchor of a card is looked through."""

from __future__ import annotations

import itertools
import math

import numpy as np

from perfectplay.engines.backends.clock import duration
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lead.leads import BYTES_A_ROW, LANES_A_SECOND, refuse_pairs
from perfectplay.engines.scorecard.size import SAMPLE, SEED, SURE
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.model.scorecard import Scorecard
from perfectplay.model.scorecard.card import possible_points
from perfectplay.objectives import AtLeast, Objective

QUICKLY_SEEN = 1 << 22
"""So many anchors are looked through at once."""
BYTES_AN_ANCHOR = 36
"""What it takes to look through them, for two players."""
BYTES_A_STATE = 4


def require_seeable(anchors: Anchors, memory_limit: int) -> None:
    """Refuse a card whose anchors cannot be looked through within the limit."""
    need = BYTES_AN_ANCHOR * anchors.count
    if need > memory_limit:
        raise MemoryLimitError(
            f"{anchors.card.name} has {anchors.count:,} states between turns; to find which scores "
            f"are possible there takes {in_bytes(need)}, more than the memory limit of "
            f"{in_bytes(memory_limit)}; raise the limit, or leave out boxes or a bonus"
        )


def require_few_pairs(anchors: Anchors, memory_limit: int) -> None:
    """Refuse two players, from the start of a large card, whose anchors make too many pairs."""
    if anchors.count > QUICKLY_SEEN and all_can_come(anchors):
        layers = [anchors.runs(filled).begin for filled in range(len(anchors.card.boxes) + 1)]
        sizes = [int(begin[-1] - begin[0]) for begin in layers]
        level = sum(size * size for size in sizes)
        ahead = sum(size * after for size, after in itertools.pairwise(sizes))
        refuse_pairs(anchors.card.name, level + ahead, memory_limit)


def require_few_scores(anchors: Anchors, objective: Objective, memory_limit: int) -> None:
    """Refuse one target or all, on a large card, where too many scores leave them open."""
    if anchors.count > QUICKLY_SEEN and all_can_come(anchors):
        count = anchors.count * scores_about(anchors, objective)
        need = BYTES_A_STATE * count + BYTES_A_ROW * anchors.count
        if need > SURE * memory_limit:
            raise MemoryLimitError(
                f"{anchors.card.name} has about {count:.1e} states: solving them takes about "
                f"{in_bytes(int(need))} and {duration(count / LANES_A_SECOND)}, more than the "
                f"memory limit of {in_bytes(memory_limit)}; raise the limit, solve it in blocks on "
                "a disk with --folder DIR, or take fewer boxes"
            )


def all_can_come(anchors: Anchors) -> bool:
    """Whether every anchor can occur: no box counts towards two sections."""
    boxes = [box for section in anchors.sections for box in section.boxes]
    return len(boxes) == len(set(boxes))


def scores_about(anchors: Anchors, objective: Objective) -> float:
    """About how many scores leave a target open, at an anchor in the mean."""
    generator = np.random.default_rng(SEED)
    weights = (anchors.base >= 0).sum(axis=0) * anchors.lanes
    most = points_bound(anchors)
    target = 0, most + 1
    if isinstance(objective, AtLeast):
        target = (max(0, min(math.ceil(objective.points), most + 1)),) * 2
    found = 0
    for mask in generator.choice(len(weights), SAMPLE, p=weights / weights.sum()).tolist():
        flagged = bool(mask & anchors.repeat_mask and generator.integers(2))
        total = sum(
            int(generator.choice(section.shown(section.class_of(mask))))
            for section in anchors.sections
        )
        found += open_scores(anchors, mask, total, target, flagged=flagged)
    return found / SAMPLE


def open_scores(
    anchors: Anchors, mask: int, total: int, target: tuple[int, int], *, flagged: bool
) -> int:
    """How many scores leave a target open with a mask filled, and a total that counts already."""
    card, repeat = anchors.card, repeat_points(anchors)
    counted = sum(1 << box for section in anchors.sections for box in section.boxes)
    rest = everything(anchors) & ~mask
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
    """A score that nobody can be above."""
    card = anchors.card
    bonuses = sum(bonus.points for bonus in card.bonuses)
    repeats = repeat_points(anchors) * len(card.boxes)
    return points_in(card, everything(anchors))[1] + bonuses + repeats


def everything(anchors: Anchors) -> int:
    """The mask of all boxes."""
    return (1 << len(anchors.card.boxes)) - 1


def repeat_points(anchors: Anchors) -> int:
    """What the repeat bonus brings each time."""
    return anchors.arrays.repeat_points


def points_in(card: Scorecard, mask: int) -> tuple[int, int]:
    """The least and the most points that the boxes of a mask can hold."""
    held = [
        possible_points(card, name) for place, name in enumerate(card.names) if mask >> place & 1
    ]
    return sum(map(min, held)), sum(map(max, held))
