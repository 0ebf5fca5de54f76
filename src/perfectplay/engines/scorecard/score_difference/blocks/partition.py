"""The plies of play cut into blocks: some cards of the mover by some cards of the other.

The cards (anchors) of a player who has filled so many boxes are cut into groups, in their order. A
block of a ply is a group of the mover's by a group of the other's, and is a smaller ply itself. A
turn leaves the other's card as it is, and the roles swap: so a block (I, J) reads the blocks (J, K)
of the ply that comes next, for the groups K that cards of I lead to. They are few, as cards that
are near each other in their order have most of their boxes in common.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.score_difference.plies import Ply
from perfectplay.engines.scorecard.score_difference.reach import Side

CARDS = "cards"
"""What the header of a manifest calls the most cards of a group; other solutions have none."""


class PlyBlock(NamedTuple):
    """A block by its ply, the last of play being 0, and the groups of the mover and the other."""

    place: int
    mover: int
    other: int

    @property
    def name(self) -> str:
        """What it is called in a folder.

        >>> PlyBlock(9, 3, 0).name
        'step-9/3-0'
        """
        return f"{step_of(self.place)}/{self.mover}-{self.other}"


def step_of(place: int) -> str:
    """What the blocks of a ply are called together."""
    return f"step-{place}"


@dataclasses.dataclass(frozen=True)
class Partition:
    """How the plies of play are cut: into groups of no more than so many cards.

    >>> from perfectplay.engines.scorecard.score_difference.plies import duel
    >>> from perfectplay.engines.scorecard.score_difference.reach import Reach
    >>> from perfectplay.games.yazy import Yazy
    >>> anchors = Anchors(Yazy().card)
    >>> reach = Reach.of(anchors, anchors.count - 1, 0)
    >>> partition = Partition(anchors, duel([reach, reach], 0)[::-1], cards=100)
    >>> partition.shape(10), partition.shape(9)
    ((5, 5), (5, 4))
    >>> partition.needs(PlyBlock(10, 4, 3))
    [PlyBlock(place=9, mover=3, other=2), PlyBlock(place=9, mover=3, other=3)]
    """

    anchors: Anchors
    plies: Sequence[Ply]
    """The last of play first; where they lie in a table does not matter."""
    cards: int

    def groups(self, count: int) -> int:
        """How many groups there are of so many cards."""
        return -(-count // self.cards)

    def shape(self, place: int) -> tuple[int, int]:
        """How many groups there are of the mover's cards, and of the other's."""
        mover, other = self.sizes(place)
        return self.groups(mover), self.groups(other)

    def sizes(self, place: int) -> tuple[int, int]:
        """How many cards the mover can have, and the other."""
        ply = self.plies[place]
        return len(ply.mover.anchors), len(ply.other.anchors)

    def blocks(self, place: int) -> Iterator[PlyBlock]:
        """The blocks of a ply; those that read much the same come one after the other."""
        movers, others = self.shape(place)
        for other, mover in itertools.product(range(others), range(movers)):
            yield PlyBlock(place, mover, other)

    def ply(self, block: PlyBlock) -> Ply:
        """What is in a block, as a ply."""
        whole = self.plies[block.place]
        mover = some(whole.mover, *self.bounds(block.place, 0, block.mover))
        other = some(whole.other, *self.bounds(block.place, 1, block.other))
        return dataclasses.replace(whole, mover=mover, other=other, first=0)

    def bounds(self, place: int, role: int, group: int) -> tuple[int, int]:
        """Where a group of the mover's cards (0) or of the other's (1) begins and ends."""
        count = self.sizes(place)[role]
        groups = self.groups(count)
        return count * group // groups, count * (group + 1) // groups

    def pairs(self, block: PlyBlock) -> int:
        """How many pairs of cards are in a block."""
        begin, end = self.bounds(block.place, 0, block.mover)
        first, last = self.bounds(block.place, 1, block.other)
        return (end - begin) * (last - first)

    def group_of(self, place: int, role: int, card: Any) -> Any:
        """The group that a card of the mover's or of the other's lies in; or an array of them."""
        begins = [self.bounds(place, role, group)[0] for group in range(self.shape(place)[role])]
        return np.searchsorted(begins, card, side="right") - 1

    def needs(self, block: PlyBlock) -> list[PlyBlock]:
        """The blocks of the next ply that a block reads."""
        if block.place == 0:
            return []
        then, groups = block.place - 1, self.groups_after[block.place][block.mover]
        if self.plies[block.place].alternate:
            return [PlyBlock(then, block.other, group) for group in groups]
        return [PlyBlock(then, group, block.other) for group in groups]

    def panel(self, block: PlyBlock) -> Ply:
        """All that a block reads of the next ply, as one ply."""
        parts = [self.ply(need) for need in self.needs(block)]
        if parts[0].alternate:
            return dataclasses.replace(parts[0], other=together([part.other for part in parts]))
        return dataclasses.replace(parts[0], mover=together([part.mover for part in parts]))

    @functools.cached_property
    def groups_after(self) -> list[list[list[int]]]:
        """By ply and group of the mover's cards, the groups of cards that a turn can lead to."""
        return [[], *map(self.groups_after_from, range(1, len(self.plies)))]

    def groups_after_from(self, place: int) -> list[list[int]]:
        """The same for one ply."""
        ply, then = self.plies[place], self.plies[place - 1]
        role, after = (1, then.other) if ply.alternate else (0, then.mover)
        turns = turns_of(self.anchors, ply.filled)
        here = np.searchsorted(ply.mover.anchors, turns[:, :2])
        there = np.searchsorted(after.anchors, turns[:, 2:])
        can_come = (here[:, 0] < here[:, 1]) & (there[:, 0] < there[:, 1])
        rows = self.group_of(place, 0, here[can_come] - [0, 1])
        columns = self.group_of(place - 1, role, there[can_come] - [0, 1])
        reached = np.zeros((self.shape(place)[0], self.shape(place - 1)[role]), bool)
        for (top, bottom), (left, right) in zip(rows.tolist(), columns.tolist(), strict=True):
            reached[top : bottom + 1, left : right + 1] = True
        return [np.flatnonzero(row).tolist() for row in reached]


@functools.lru_cache(64)
def turns_of(anchors: Anchors, filled: int) -> Any:
    """From which anchors a box leads to which: the first and the end of either, for each box."""
    card, runs = anchors.card, anchors.runs(filled)
    turns = []
    for run, (mask, flag) in enumerate(zip(runs.mask.tolist(), runs.flag.tolist(), strict=True)):
        here = int(runs.begin[run]), int(runs.begin[run + 1])
        unfilled = [box for box in range(len(card.boxes)) if not mask >> box & 1]
        for box in unfilled[:1] if card.in_order else unfilled:
            then = mask | 1 << box
            for flagged in {flag, 1} if anchors.repeat_mask >> box & 1 else {flag}:
                begin = int(anchors.base[flagged, then])
                turns.append((*here, begin, begin + int(anchors.lanes[then])))
    return np.array(turns)


def some(side: Side, begin: int, end: int) -> Side:
    """Some cards of a side."""
    return Side(*(each[begin:end] for each in side))


def together(sides: Sequence[Side]) -> Side:
    """The cards of some sides, one after the other."""
    return Side(*(np.concatenate(each) for each in zip(*sides, strict=True)))
