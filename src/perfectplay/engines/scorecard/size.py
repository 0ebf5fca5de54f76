"""How large a card is: its states, and the memory and time that it takes to solve them."""

from __future__ import annotations

import dataclasses
from math import prod

from perfectplay.engines.backends.clock import duration
from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import LANES, Lattice
from perfectplay.errors import MemoryLimitError, in_bytes

LARGEST_COUNT = 1 << 40
STEPS_A_SECOND = 3e9
"""Steps of the lattice that one core takes in a second, about."""


@dataclasses.dataclass(frozen=True)
class CardSize:
    """The states between turns of a card, and what it takes to solve them."""

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
        """Refuse a card that outgrows a memory limit."""
        if self.memory > memory_limit:
            raise MemoryLimitError(
                f"{name} has {self.anchors:,} states between turns: solving them takes about "
                f"{in_bytes(self.memory)} and {duration(self.seconds)}, more than the memory limit "
                f"of {in_bytes(memory_limit)}; raise the limit, or leave out boxes or a bonus"
            )


def require_countable(anchors: Anchors, memory_limit: int) -> None:
    """Refuse a card whose bonuses have so many totals that counting them outgrows the limit."""
    card = anchors.card
    sets = {frozenset(bonus.boxes): bonus.at for bonus in card.bonuses if bonus.points}
    tables = sum((1 << len(boxes)) * 4 * (at + 16) for boxes, at in sets.items())
    if tables <= memory_limit:
        totals = prod(max(section.lanes) for section in anchors.sections)
        if totals << len(card.boxes) < LARGEST_COUNT:
            return
    raise MemoryLimitError(
        f"the bonuses of {card.name} have so many totals that telling them apart outgrows the "
        f"memory limit of {in_bytes(memory_limit)}; leave out bonuses, or count fewer boxes in them"
    )
