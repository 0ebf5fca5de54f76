"""The chance to win by how many points one leads: for a player alone, or for two."""

from __future__ import annotations

import bisect
import dataclasses
import functools
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.lead.steps import Played, Step, laid_out
from perfectplay.engines.scorecard.size import duration
from perfectplay.errors import MemoryLimitError, in_bytes

SMALL = 1 << 23
"""Up to so many numbers, they are kept in 64 bits, else in 32."""
BYTES_A_ROW = 12
MOST_PAIRS = 1 << 28
"""More pairs of anchors are not even counted through."""
LANES_A_SECOND = 5_000_000


@dataclasses.dataclass(frozen=True)
class Leads:
    """All steps of play, the last first, with their values once they are solved."""

    anchors: Anchors
    lattice: Lattice
    steps: Sequence[Step]
    tie: float
    """What a tie is worth to the player who moves last."""
    values: Any

    @classmethod
    def laid_out(
        cls,
        anchors: Anchors,
        lattice: Lattice,
        turns: Sequence[Played],
        tie: float,
        values: Any = None,
    ) -> Self:
        """Room for the steps of some turns, or the values that they have."""
        steps = laid_out(turns, None if values is None else len(values))
        if values is None:
            values = np.zeros(steps[-1].end, dtype_for(steps[-1].end))
        return cls(anchors, lattice, steps, tie, values)

    @property
    def count(self) -> int:
        """How many states there are."""
        return self.steps[-1].end

    @property
    def large(self) -> bool:
        """Whether there are so many states that their values are kept in 32 bits."""
        return bool(self.values.itemsize == np.float32().itemsize)

    @functools.cached_property
    def number(self) -> dict[tuple[int, int], int]:
        """The place of each step, by who moves and how many boxes the mover has filled."""
        return {
            (step.played.player, step.played.filled): place for place, step in enumerate(self.steps)
        }

    def chance(self, place: int, mover: int, other: int, lead: int) -> float:
        """The chance of the player who has just moved, with a lead at a pair of anchors of a step.

        A KeyError tells that an anchor cannot come there.
        """
        step = self.steps[place]
        row = self.row(step, mover, other)
        begin, end = int(step.begin[row]), int(step.begin[row + 1])
        offset = lead - int(step.low[row])
        if 0 <= offset < end - begin:
            return float(self.values[begin + offset])
        return float(offset >= 0)

    def mover_chance(self, place: int, mover: int, other: int, lead: int) -> float:
        """The chance of the player who is to move, with a lead of that player."""
        if self.steps[place].played.alternate:
            return 1 - self.chance(place, mover, other, -lead)
        return self.chance(place, mover, other, lead)

    def state(self, number: int) -> tuple[int, int, int, int]:
        """What the states are by number: the step, the anchors of mover and other, the lead."""
        place = bisect.bisect_right([step.first for step in self.steps], number) - 1
        step = self.steps[place]
        row = int(np.searchsorted(step.begin, number, side="right")) - 1
        mover, other = divmod(row, len(step.played.other.anchors))
        lead = int(step.low[row]) + number - int(step.begin[row])
        pair = int(step.played.mover.anchors[mover]), int(step.played.other.anchors[other])
        return place, *pair, -lead if step.played.alternate else lead

    def row(self, step: Step, mover: int, other: int) -> int:
        """The row of two anchors."""
        played = step.played
        return place_of(played.mover.anchors, mover) * len(played.other.anchors) + place_of(
            played.other.anchors, other
        )

    def after(self, place: int, then: int, other: int, lead: int) -> float:
        """The chance of who moves at a step, once that led to another anchor, with a lead then."""
        pair = (other, then) if self.steps[place].played.alternate else (then, other)
        return self.chance(place - 1, *pair, lead)


def place_of(anchors: Any, anchor: int) -> int:
    """The place of an anchor among others, which are in order."""
    place = int(np.searchsorted(anchors, anchor))
    if place == len(anchors) or anchors[place] != anchor:
        raise KeyError(anchor)
    return place


def dtype_for(count: int) -> Any:
    """The kind of numbers that so many of them are kept as."""
    return np.float64 if count <= SMALL else np.float32


def require_room(name: str, turns: Sequence[Played], memory_limit: int) -> None:
    """Refuse what outgrows a memory limit, with the number of states."""
    pairs = sum(played.pairs for played in turns)
    if pairs > MOST_PAIRS or pairs * BYTES_A_ROW > memory_limit:
        raise MemoryLimitError(
            f"{name} has over {pairs:,} pairs of cards, each with many leads, which outgrow the "
            f"memory limit of {in_bytes(memory_limit)}; take fewer boxes, or ask for advice later "
            "in the game"
        )
    count = sum(played.size() for played in turns)
    need = count * dtype_for(count)().itemsize + pairs * BYTES_A_ROW
    if need > memory_limit:
        time = duration(count / LANES_A_SECOND)
        raise MemoryLimitError(
            f"{name} has {count:,} states: solving them takes about {in_bytes(need)} and {time}, "
            f"more than the memory limit of {in_bytes(memory_limit)}; raise the limit, or take "
            "fewer boxes or a later position"
        )
