"""The chance of winning for each lead: for a player alone, or for two."""

from __future__ import annotations

import bisect
import dataclasses
import functools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from perfectplay.engines.backends.clock import duration
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.plies import Ply, laid_out
from perfectplay.engines.scorecard.score_difference.reach import Side
from perfectplay.engines.scorecard.score_difference.rows import PlyArrays
from perfectplay.errors import MemoryLimitError, in_bytes

SMALL = 1 << 23
"""Up to this many numbers are stored in 64 bits, more in 32."""
BYTES_A_ROW = 12
MOST_PAIRS = 1 << 28
"""More pairs of anchors than this are not even counted."""
LANES_A_SECOND = 5_000_000


class LeadState(NamedTuple):
    """A ply, the anchors of the mover and the other player, and the mover's lead."""

    place: int
    mover: int
    other: int
    lead: int


class Piece(NamedTuple):
    """Some rows of a ply for kernels, with the values of the next ply they lead to."""

    arrays: PlyArrays
    values: Any
    first: tuple[int, int]
    """The indices of its first mover and first other in the whole ply."""
    after: Any
    """For each card the mover can reach from here, its index among all such cards."""


@dataclasses.dataclass(frozen=True)
class Leads(ABC):
    """All plies of play, the last first, with their values once solved."""

    anchors: Anchors
    lattice: Lattice
    plies: Sequence[Ply]
    tie: float
    """The value of a tie to the player who moves last."""

    # Implemented by the ways of storing values

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of states."""

    @property
    @abstractmethod
    def large(self) -> bool:
        """Whether there are so many states that values are stored in 32 bits."""

    @abstractmethod
    def row(self, place: int, mover: int, other: int) -> tuple[int, Any]:
        """The first lead of a row, and its values; KeyError if an anchor cannot occur there."""

    @abstractmethod
    def pieces(self, place: int, movers: Any, others: Any) -> Iterator[tuple[Piece, Any]]:
        """The pieces of a ply that contain some pairs, each with the indices of its pairs.

        Pairs are given by the indices of mover and other.
        """

    @property
    @abstractmethod
    def open_states(self) -> int:
        """The number of states that are not at the end of the game."""

    @abstractmethod
    def drawn(self, many: int, seed: int) -> Iterator[LeadState]:
        """Random states that are not at the end of the game."""

    @abstractmethod
    def whole(self) -> LeadsInMemory:
        """The same, with all values in memory."""

    # What follows from these

    @functools.cached_property
    def number(self) -> dict[tuple[int, int], int]:
        """The index of each ply, by who moves and how many boxes the mover has filled."""
        return {(ply.player, ply.filled): place for place, ply in enumerate(self.plies)}

    def chance(self, place: int, mover: int, other: int, lead: int) -> float:
        """The chance of the player who has just moved, given a lead at a pair of anchors of a ply.

        Raises KeyError if an anchor cannot occur there.
        """
        low, values = self.row(place, mover, other)
        offset = lead - low
        if 0 <= offset < len(values):
            return float(values[offset])
        return float(offset >= 0)

    def mover_chance(self, place: int, mover: int, other: int, lead: int) -> float:
        """The chance of the player to move, given that player's lead."""
        if self.plies[place].alternate:
            return 1 - self.chance(place, mover, other, -lead)
        return self.chance(place, mover, other, lead)

    def after(self, place: int, then: int, other: int, lead: int) -> float:
        """The chance of the mover at a ply after reaching another anchor, with the lead there."""
        pair = (other, then) if self.plies[place].alternate else (then, other)
        return self.chance(place - 1, *pair, lead)


@dataclasses.dataclass(frozen=True)
class LeadsInMemory(Leads):
    """The values of all plies in one array; the plies know where theirs begin."""

    values: Any

    @classmethod
    def laid_out(
        cls,
        anchors: Anchors,
        lattice: Lattice,
        turns: Sequence[Ply],
        tie: float,
        values: Any = None,
    ) -> Self:
        """Room for the plies of some turns, or the values already known."""
        plies = laid_out(turns, None if values is None else len(values))
        if values is None:
            values = np.zeros(plies[-1].end, dtype_for(plies[-1].end))
        return cls(anchors, lattice, plies, tie, values)

    @property
    def count(self) -> int:
        return self.plies[-1].end

    @property
    def large(self) -> bool:
        return bool(self.values.itemsize == np.float32().itemsize)

    def arrays(self, place: int) -> PlyArrays:
        """A ply in the form kernels receive, with the ply that follows."""
        return ply_arrays(self.anchors, self.lattice, self.plies[place], self.plies[place - 1])

    def row(self, place: int, mover: int, other: int) -> tuple[int, Any]:
        ply = self.plies[place]
        row = ply.row(place_of(ply.mover.anchors, mover), place_of(ply.other.anchors, other))
        return int(ply.low[row]), self.values[ply.begin[row] : ply.begin[row + 1]]

    def pieces(
        self,
        place: int,
        movers: Any,  # noqa: ARG002  # all are in one piece
        others: Any,  # noqa: ARG002  # all are in one piece
    ) -> Iterator[tuple[Piece, Any]]:
        then = cards_after(self.plies[place], self.plies[place - 1]).anchors
        yield Piece(self.arrays(place), self.values, (0, 0), np.arange(len(then))), slice(None)

    @property
    def open_states(self) -> int:
        return self.count - self.plies[0].end

    def drawn(self, many: int, seed: int) -> Iterator[LeadState]:
        numbers: Any = range(self.plies[0].end, self.count)
        if len(numbers) > many:
            first, end = numbers.start, numbers.stop
            numbers = np.unique(np.random.default_rng(seed).integers(first, end, size=many))
        yield from (self.state(int(number)) for number in numbers)

    def state(self, number: int) -> LeadState:
        """The state with a given number."""
        place = bisect.bisect_right([ply.first for ply in self.plies], number) - 1
        return LeadState(place, *self.plies[place].state(number))

    def whole(self) -> LeadsInMemory:
        return self


def cards_after(ply: Ply, then: Ply) -> Side:
    """The cards that the mover of a ply can reach, as a side of the next ply."""
    return then.other if ply.alternate else then.mover


def ply_arrays(anchors: Anchors, lattice: Lattice, ply: Ply, then: Ply) -> PlyArrays:
    """A ply, or part of one, in the form kernels receive, with what it leads to in the next one."""
    after = cards_after(ply, then)
    place_at = np.full(anchors.count, -1, np.int32)
    place_at[after.anchors] = np.arange(len(after.anchors), dtype=np.int32)
    others = len(then.other.anchors)
    return PlyArrays(
        card=anchors.arrays,
        lattice=lattice.arrays,
        rerolls=anchors.card.rerolls,
        runs=anchors.runs(ply.filled),
        movers=ply.mover.anchors,
        others=len(ply.other.anchors),
        low=ply.low,
        begin=ply.begin,
        place=place_at,
        by_mover=1 if ply.alternate else others,
        by_other=others if ply.alternate else 1,
        next_low=then.low,
        next_begin=then.begin,
        alternate=ply.alternate,
    )


def place_of(anchors: Any, anchor: int) -> int:
    """The index of an anchor among others, which are sorted."""
    place = int(np.searchsorted(anchors, anchor))
    if place == len(anchors) or anchors[place] != anchor:
        raise KeyError(anchor)
    return place


def dtype_for(count: int) -> Any:
    """The number type in which this many values are stored."""
    return np.float64 if count <= SMALL else np.float32


def refuse_pairs(name: str, pairs: int, memory_limit: int) -> None:
    """Refuse too many pairs of anchors, whatever their leads."""
    if pairs > MOST_PAIRS or pairs * BYTES_A_ROW > memory_limit:
        raise MemoryLimitError(
            f"{name} has over {pairs:,} pairs of cards, each with many leads, which outgrow the "
            f"memory limit of {in_bytes(memory_limit)}; take fewer boxes, ask for advice later in "
            "the game, or solve it in blocks on a disk with --folder DIR (--plan tells how large)"
        )


def require_room(name: str, turns: Sequence[Ply], memory_limit: int, dtype: Any = None) -> None:
    """Refuse turns that exceed a memory limit, in a given number type, naming their states."""
    pairs = sum(ply.pairs for ply in turns)
    refuse_pairs(name, pairs, memory_limit)
    count = sum(ply.size() for ply in turns)
    need = count * (dtype or dtype_for(count))().itemsize + pairs * BYTES_A_ROW
    if need > memory_limit:
        time = duration(count / LANES_A_SECOND)
        raise MemoryLimitError(
            f"{name} has {count:,} states: solving them takes about {in_bytes(need)} and {time}, "
            f"more than the memory limit of {in_bytes(memory_limit)}; raise the limit, solve it in "
            "blocks on a disk with --folder DIR, or take fewer boxes or a later position"
        )
