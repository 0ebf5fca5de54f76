"""A BoundsLookup over the blocks of a folder, each opened when it is needed."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks import names
from perfectplay.engines.compiled.blocks.manifest import Terms
from perfectplay.engines.compiled.blocks.work import Blocks, SolvedBlock
from perfectplay.engines.compiled.layers import groups
from perfectplay.engines.compiled.solution import CompiledSolution
from perfectplay.engines.compiled.table import BoundsLookup, BoundsTable
from perfectplay.errors import MemoryLimitError, NotOfferedError, in_bytes
from perfectplay.model.game import Game
from perfectplay.request import MEMORY_LIMIT, Request
from perfectplay.solution.storage.blocks import Folder, solve_of
from perfectplay.solution.storage.container import Stored


@dataclasses.dataclass
class BoundsInBlocks(BoundsLookup):
    """The bounds of all positions in the blocks of a folder, in the order they are solved.

    Ends come first, then the last step, and so on back to the step in which play begins.
    """

    blocks: Blocks
    memory: int
    """The bytes available for merging them."""

    @classmethod
    def of(cls, blocks: Blocks, mirror: float, memory: int) -> BoundsInBlocks:
        """The bounds of a solve that is finished, or nearly."""
        terms, stats = blocks.terms, blocks.steps.stats
        return cls(
            terms.plan, terms.layout, terms.ranking, terms.flip, stats, mirror, blocks, memory
        )

    def __len__(self) -> int:
        return sum(self.blocks.steps.counts)

    @property
    def positions(self) -> int:
        return len(self) + self.blocks.steps.images

    @functools.cached_property
    def parts(self) -> list[tuple[int, int]]:
        """The parts of all steps, in order."""
        steps = self.blocks.steps.steps
        order = self.blocks.steps.in_order
        return [(step, part) for step in order for part in range(steps[step].parts)]

    @functools.cached_property
    def firsts(self) -> list[int]:
        """Where each part begins, and the end of the last."""
        steps = self.blocks.steps
        counts = [steps.counts[steps.firsts[step] + part] for step, part in self.parts]
        return [0, *itertools.accumulate(counts)]

    def block(self, step: int, part: int) -> SolvedBlock:
        """A part, if it exists."""
        if self.blocks.folder.has(names.block(step, part)):
            return self.blocks.solved(step, part)
        path = self.blocks.folder.path
        raise NotOfferedError(
            f"in {path} are only the values of the first positions; solve it without --keep value, "
            "or go on with the same solve if it was stopped"
        )

    def find(self, key: Any) -> int | None:
        rank = self.blocks.ranks_of(key)
        for step in (*self.blocks.step_of(rank).tolist(), names.ENDS):
            if step < len(self.blocks.steps.steps):
                part = int(names.part_of(key, self.blocks.steps.steps[step].parts)[0])
                place = int(self.block(step, part).find(self.blocks.code, key)[0])
                if place >= 0:
                    return self.firsts[self.parts.index((step, part))] + place
        return None

    def row(self, place: int) -> tuple[Any, list[float]]:
        number = int(np.searchsorted(self.firsts, place, side="right")) - 1
        block = self.block(*self.parts[number])
        at = place - self.firsts[number]
        return block.keys[at], block.bounds[at].tolist()

    def whole(self) -> BoundsTable:
        need = len(self) * (8 * self.layout.words + 32)
        if need > self.memory:
            raise MemoryLimitError(
                f"in one piece, these bounds take {in_bytes(need)}, more than the memory limit of "
                f"{in_bytes(self.memory)}; they stay in {self.blocks.folder.path}"
            )
        blocks = [self.block(*each) for each in self.parts]
        keys = np.concatenate([block.keys for block in blocks])
        bounds = np.concatenate([block.bounds for block in blocks])
        ranks = np.concatenate([np.repeat(block.ranks, np.diff(block.starts)) for block in blocks])
        columns = [keys[:, word] for word in reversed(range(self.layout.words))]
        order = np.lexsort([*columns, ranks])  # positions of one rank may be in several parts
        starts, values = groups(ranks[order])
        return BoundsTable(
            self.plan, self.layout, self.ranking, self.flip, self.stats, self.mirror,
            np.ascontiguousarray(keys[order]), np.ascontiguousarray(bounds[order]), starts, values,
            np.zeros(1, np.int32), dense=False,
        )  # fmt: skip


def restored(stored: Stored, game: Game[Any], request: Request) -> CompiledSolution:
    """The solution whose blocks are next to a manifest."""
    terms = Terms.told(stored, game, request)
    blocks = Blocks(terms, Folder(stored.path.parent, solve_of(stored.header)))
    utility = request.objective.utility
    mirror = float(utility(1) + utility(-1)) if terms.mirrored else 0.0
    table = BoundsInBlocks.of(blocks, mirror, max(request.compute.memory_limit, MEMORY_LIMIT))
    return CompiledSolution(game, request, table)
