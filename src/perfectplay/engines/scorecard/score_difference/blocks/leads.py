"""Leads whose values are in blocks, each in a file that is opened when needed."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from perfectplay.engines.backends import Backend
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.scorecard.score_difference.blocks.partition import Partition, PlyBlock
from perfectplay.engines.scorecard.score_difference.induction import solve_rows
from perfectplay.engines.scorecard.score_difference.leads import (
    BYTES_A_ROW,
    Leads,
    LeadsInMemory,
    LeadState,
    Piece,
    cards_after,
    dtype_for,
    place_of,
    ply_arrays,
)
from perfectplay.engines.scorecard.score_difference.plies import Ply
from perfectplay.engines.scorecard.score_difference.rows import PlyArrays
from perfectplay.errors import FileError, MemoryLimitError, NotOfferedError, in_bytes
from perfectplay.solution.storage.blocks import Folder

KEPT_OPEN = 128
"""The number of blocks kept open; they are mapped, and use memory only where they are read."""


@dataclasses.dataclass(frozen=True)
class LeadsInBlocks(Leads):
    """The values of all plies, in the blocks of a folder."""

    partition: Partition
    folder: Folder
    states: Sequence[int]
    """The number of states of each ply; an estimate if there are too many to count."""
    memory: int
    """The memory available, in bytes."""

    @property
    def count(self) -> int:
        return sum(self.states)

    @functools.cached_property
    def dtype(self) -> Any:
        """The number type of the values."""
        return np.dtype(dtype_for(self.count))

    @property
    def large(self) -> bool:
        return bool(self.dtype == np.float32)

    @property
    def last(self) -> PlyBlock:
        """The block that is solved last: the one where play begins."""
        return PlyBlock(len(self.plies) - 1, 0, 0)

    # Solving

    def solve(self, block: PlyBlock, clock: Clock, backend: Backend) -> None:
        """Compute a block from the blocks of the next ply that it reads, and store it."""
        if block.place == 0:
            size = self.partition.ply(block).size()
            values = np.full(size, self.tie, self.dtype)
            clock(size)
        else:
            arrays, values = self.loaded(block)
            solve_rows(arrays, values, clock, backend)
            values = values[arrays.begin[0] :]
        self.folder.keep(block.name, {"value": values})

    def loaded(self, block: PlyBlock) -> tuple[PlyArrays, Any]:
        """A block for kernels: what it reads of the next ply, then room for its own values."""
        panel = self.partition.panel(block)
        part = dataclasses.replace(self.partition.ply(block), first=panel.end)
        values = np.empty(part.end, self.dtype)
        across = 0
        for need in self.partition.needs(block):
            read = self.read(need)
            first = across if part.alternate else across * len(panel.other.anchors)
            copy_rows(*read, panel, values, first)
            across += len(cards_after(part, read[0]).anchors)
        return ply_arrays(self.anchors, self.lattice, part, panel), values

    def read(self, block: PlyBlock) -> tuple[Ply, Any]:
        """A block as a ply, and its values."""
        if not self.folder.has(block.name):
            raise self.missing()
        part, values = self.partition.ply(block), self.values(block)
        if (len(values), values.dtype) != (part.end, self.dtype):
            raise FileError(
                f"{self.folder.file(block.name)} is damaged: its contents do not match its header"
            )
        return part, values

    def values(self, block: PlyBlock) -> Any:
        """The values of a block, mapped into memory after a check."""
        return np.asarray(self.folder.stored(block.name).numbers("value", "fd"))

    def missing(self) -> Exception:
        """The message for a missing block."""
        if self.folder.has(self.last.name):
            return NotOfferedError(
                f"of the values in {self.folder.path} only those of the first turn were kept; "
                "solve it without --keep value"
            )
        return FileError(
            f"the solve in {self.folder.path} is not finished; the same solve goes on from there"
        )

    # Looking up

    @functools.cached_property
    def opened(self) -> Callable[[PlyBlock], tuple[Ply, Any]]:
        """A block to look something up in; recently used ones stay open."""
        return functools.lru_cache(KEPT_OPEN)(self.read)

    def row(self, place: int, mover: int, other: int) -> tuple[int, Any]:
        ply = self.plies[place]
        cards = place_of(ply.mover.anchors, mover), place_of(ply.other.anchors, other)
        block = PlyBlock(
            place, *(int(self.partition.group_of(place, *each)) for each in enumerate(cards))
        )
        part, values = self.opened(block)
        first = self.first(block)
        row = part.row(cards[0] - first[0], cards[1] - first[1])
        return int(part.low[row]), values[part.begin[row] : part.begin[row + 1]]

    def first(self, block: PlyBlock) -> tuple[int, int]:
        """The indices of a block's first mover and first other in the whole ply."""
        place, mover, other = block
        return self.partition.bounds(place, 0, mover)[0], self.partition.bounds(place, 1, other)[0]

    def pieces(self, place: int, movers: Any, others: Any) -> Iterator[tuple[Piece, Any]]:
        ply, then = self.plies[place], self.plies[place - 1]
        columns = self.partition.shape(place)[1]
        at = self.partition.group_of(place, 0, movers) * columns + self.partition.group_of(
            place, 1, others
        )
        for number in np.unique(at).tolist():
            block = PlyBlock(place, *divmod(number, columns))
            arrays, values = self.loaded(block)
            come = cards_after(ply, self.partition.panel(block)).anchors
            after = np.searchsorted(cards_after(ply, then).anchors, come)
            yield Piece(arrays, values, self.first(block), after), np.flatnonzero(at == number)

    @property
    def open_states(self) -> int:
        return sum(self.states[1:])

    def drawn(self, many: int, seed: int) -> Iterator[LeadState]:
        generator = np.random.default_rng(seed)
        blocks = [
            block for place in range(1, len(self.plies)) for block in self.partition.blocks(place)
        ]
        likely = np.array([self.about(block) for block in blocks])
        counts = generator.multinomial(many, likely / likely.sum())
        for number in np.flatnonzero(counts).tolist():
            part = self.partition.ply(blocks[number])
            if part.end:
                states = generator.integers(part.end, size=counts[number])
                yield from (
                    LeadState(blocks[number].place, *part.state(int(each))) for each in states
                )

    def about(self, block: PlyBlock) -> float:
        """Roughly how many states a block has."""
        pairs = self.partition.ply(block).pairs
        return self.states[block.place] * pairs / self.plies[block.place].pairs

    def whole(self) -> LeadsInMemory:
        rows = sum(ply.pairs for ply in self.plies)
        need = self.count * self.dtype.itemsize + rows * BYTES_A_ROW
        if need > self.memory:
            raise MemoryLimitError(
                f"in one piece, these values take {in_bytes(need)}, more than the memory limit of "
                f"{in_bytes(self.memory)}; they stay in {self.folder.path}"
            )
        whole = LeadsInMemory.laid_out(self.anchors, self.lattice, self.plies[::-1], self.tie)
        for place, ply in enumerate(whole.plies):
            for block in self.partition.blocks(place):
                copy_rows(*self.read(block), ply, whole.values, ply.row(*self.first(block)))
        return whole


def copy_rows(part: Ply, numbers: Any, whole: Ply, values: Any, first: int) -> None:
    """Copy the values of part of a ply to their places in it, starting at row `first`.

    The rows of one mover are contiguous in both.
    """
    begin = part.begin[:: len(part.other.anchors)]
    to = whole.begin[first : whole.pairs : len(whole.other.anchors)]
    for place, (of, end) in enumerate(itertools.pairwise(begin.tolist())):
        values[to[place] : to[place] + end - of] = numbers[of:end]
