"""How large blocks may be, and how many states there are: counted, or estimated if too many."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.score_difference.blocks.partition import Partition, PlyBlock
from perfectplay.engines.scorecard.score_difference.leads import MOST_PAIRS, dtype_for
from perfectplay.engines.scorecard.score_difference.plies import Ply
from perfectplay.engines.scorecard.score_difference.reach import Side
from perfectplay.errors import MemoryLimitError, in_bytes

SAMPLE = 1 << 20
"""The number of pairs sampled from a ply if there are too many to count."""
SEED = 5
BYTES_A_ROW = 48
"""The memory for a row's layout, apart from its values."""
SHARE = 0.5
"""The share of the memory that blocks may use; the rest is for the program, and for blocks that are
larger than average."""


def states_of(plies: Sequence[Ply], most: int = MOST_PAIRS, sample: int = SAMPLE) -> list[int]:
    """The number of states of each ply: exact, or an estimate if there are very many pairs."""
    if sum(ply.pairs for ply in plies) <= most:
        return [ply.size() for ply in plies]
    return [ply.size() if ply.pairs <= sample else states_about(ply, sample) for ply in plies]


def states_about(ply: Ply, pairs: int) -> int:
    """An estimate of the states of a ply, from a sample of its pairs.

    Some movers and some others are drawn, and all pairs of these are counted.
    """
    generator = np.random.default_rng(SEED)
    many = math.isqrt(pairs)

    def drawn(side: Side) -> Side:
        chosen = generator.integers(len(side.anchors), size=many)
        return Side(*(each[chosen] for each in side))

    sample = Ply(ply.player, ply.filled, drawn(ply.mover), drawn(ply.other), ply.alternate)
    return round(ply.pairs * sample.size() / sample.pairs)


def partition_to_fit(
    anchors: Anchors, plies: Sequence[Ply], states: Sequence[int], memory_limit: int
) -> Partition:
    """The plies cut into blocks that can each be solved within a memory limit."""
    most = max(len(ply.mover.anchors) for ply in plies)
    groups = fewest_groups(plies, states, most, SHARE * memory_limit)
    while True:
        partition = Partition(anchors, plies, -(-most // groups))
        need = memory_for(partition, states)
        if need <= SHARE * memory_limit:
            return partition
        if partition.cards == 1:
            raise MemoryLimitError(
                f"two cards of {anchors.card.name} alone, with what follows them, take "
                f"{in_bytes(round(need / SHARE))}, more than the memory limit of "
                f"{in_bytes(memory_limit)}; raise the limit"
            )
        groups += max(1, groups // 4)


def fewest_groups(plies: Sequence[Ply], states: Sequence[int], most: int, room: float) -> int:
    """The fewest groups with which a block of the largest ply alone fits into memory."""
    largest = max(range(len(plies)), key=lambda place: states[place])
    row = dtype_for(sum(states))().itemsize * states[largest] / plies[largest].pairs
    return max(1, math.ceil(most / max(1, math.sqrt(room / row))))


def memory_for(partition: Partition, states: Sequence[int]) -> float:
    """The memory used while solving the largest block, including what it reads."""
    size = dtype_for(sum(states))().itemsize
    row = [
        BYTES_A_ROW + size * many / ply.pairs
        for many, ply in zip(states, partition.plies, strict=True)
    ]
    largest = 0.0
    for place in range(1, len(partition.plies)):
        for mover in range(partition.shape(place)[0]):
            block = PlyBlock(place, mover, 0)
            parts = [partition.pairs(need) * row[place - 1] for need in partition.needs(block)]
            largest = max(largest, sum(parts) + max(parts) + partition.pairs(block) * row[place])
    return largest
