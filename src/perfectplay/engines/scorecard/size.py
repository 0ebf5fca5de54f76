"""The size of a card: its states, and the memory and time needed to solve it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from math import prod

from perfectplay.engines.backends.clock import duration
from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.scorecard.anchors import (
    Anchors,
    apart,
    bands_of,
    bonuses_by_boxes,
    totals_with,
)
from perfectplay.engines.scorecard.lattice import LANES, Lattice
from perfectplay.errors import MemoryLimitError, in_bytes
from perfectplay.model.scorecard import Scorecard
from perfectplay.model.scorecard.card import Bonus

LARGEST_COUNT = 1 << 40
QUICKLY_COUNTED = 1 << 14
"""Totals are counted without an estimate for up to this many sets of filled boxes."""
SAMPLE = 200
"""The number of sets of filled boxes that an estimate samples."""
SEED = 3
SURE = 1.5
"""An estimate within this factor of the limit is no reason to refuse."""
STEPS_A_SECOND = 3e9
"""The steps of the lattice that a core takes in a second, roughly."""


@dataclasses.dataclass(frozen=True)
class CardSize:
    """The states between turns of a card, and what solving them takes."""

    anchors: int
    memory: int
    seconds: float

    @classmethod
    def of(cls, anchors: Anchors, lattice: Lattice) -> CardSize:
        """Estimate the size of a card."""
        card = anchors.card
        masks = 1 << len(card.boxes)
        tables = sum(len(section.reached) * (section.at + 40) for section in anchors.sections)
        steps = 2 * lattice.steps * card.rerolls + lattice.rolls * (len(card.boxes) / 4 + 2)
        return cls(
            anchors.count,
            8 * anchors.count
            + 40 * masks
            + 8 * tables
            + 8 * LANES * available_cores() * (lattice.size + lattice.rolls),
            anchors.count * steps / (STEPS_A_SECOND * available_cores()),
        )

    def require(self, name: str, memory_limit: int) -> None:
        """Refuse a card that exceeds a memory limit."""
        if self.memory > memory_limit:
            raise MemoryLimitError(
                f"{name} has {self.anchors:,} states between turns: solving them takes about "
                f"{in_bytes(self.memory)} and {duration(self.seconds)}, more than the memory limit "
                f"of {in_bytes(memory_limit)}; raise the limit, or leave out boxes or a bonus"
            )


def require_countable(anchors: Anchors, memory_limit: int) -> None:
    """Refuse a card with so many totals towards bonuses that counting them exceeds the limit.

    Where even counting would be slow, a card that is far too large is refused by an estimate.
    """
    card = anchors.card
    sets = [
        (1 << len(bonuses[0].boxes), max(bonus.at for bonus in bonuses))
        for bonuses in bonuses_by_boxes(card)
    ]
    if sum(classes * 4 * (at + 16) for classes, at in sets) <= memory_limit:
        if sum(classes for classes, _ in sets) > QUICKLY_COUNTED:
            refuse_much_too_large(card, memory_limit)
        totals = prod(max(section.lanes) for section in anchors.sections)
        if totals << len(card.boxes) < LARGEST_COUNT:
            return
    raise MemoryLimitError(
        f"the bonuses of {card.name} have so many totals that telling them apart outgrows the "
        f"memory limit of {in_bytes(memory_limit)}; leave out bonuses, or count fewer boxes in them"
    )


def refuse_much_too_large(card: Scorecard, memory_limit: int) -> None:
    """Refuse a card certain to exceed the limit, judging by a sample of sets of filled boxes."""
    count = anchors_about(card)
    if 8 * count > SURE * memory_limit:
        raise MemoryLimitError(
            f"{card.name} has about {count:.1e} states between turns, which outgrow the memory "
            f"limit of {in_bytes(memory_limit)}; raise the limit, or leave out boxes or a bonus"
        )


def anchors_about(card: Scorecard) -> float:
    """An estimate of a card's anchors.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> from perfectplay.engines.scorecard.anchors import Anchors
    >>> 0.8 < anchors_about(Yahtzee().card) / Anchors(Yahtzee().card).count < 1.25
    True
    """
    boxes, generator = len(card.boxes), random.Random(SEED)  # noqa: S311  # a sample, no secret
    everything = (1 << boxes) - 1
    if card.in_order:
        masks = [(1 << filled) - 1 for filled in range(boxes + 1)]
    else:
        masks = [generator.randint(0, everything) for _ in range(SAMPLE)]
    repeat = card.repeat
    flagged = 0 if repeat is None or not repeat.points else 1 << card.names.index(repeat.box)
    counts = [
        (2 if mask & flagged else 1)
        * prod(lanes_of(card, bonuses, mask) for bonuses in bonuses_by_boxes(card))
        for mask in masks
    ]
    return sum(counts) / len(counts) * (len(masks) if card.in_order else 1 << boxes)


def lanes_of(card: Scorecard, bonuses: Sequence[Bonus], mask: int) -> int:
    """The number of totals towards some bonuses that are distinguished once a mask is filled."""
    bands, totals, still = bands_of(bonuses), 1, 0
    for place, name in enumerate(card.names):
        if name in bonuses[0].boxes:
            points = card.possible[name]
            if mask >> place & 1:
                totals = totals_with(totals, points, bands[-1][1])
            else:
                still += max(points)
    return apart(totals, bands, still).bit_count()
