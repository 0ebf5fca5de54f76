"""Cut the plies of play into blocks: some cards of the mover by some cards of the other player.

The cards (anchors) a player can have with a given number of filled boxes are cut into groups, in
their order. A block of a ply pairs a group of the mover's cards with a group of the other player's,
and is itself a smaller ply. A turn leaves the other player's card unchanged, and then the roles
swap: so block (I, J) reads the blocks (J, K) of the next ply, for the groups K that cards of I lead
to. These are few, as cards that are close in order have most of their boxes in common.
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
"""The header's key for the most cards in a group; only manifests have it."""


class PlyBlock(NamedTuple):
    """A block: its ply (the last of play is 0), and the groups of the mover and the other."""

    place: int
    mover: int
    other: int

    @property
    def name(self) -> str:
        """The block's name in a folder.

        >>> PlyBlock(9, 3, 0).name
        'step-9/3-0'
        """
        return f"{step_of(self.place)}/{self.mover}-{self.other}"


def step_of(place: int) -> str:
    """The common name of a ply's blocks."""
    return f"step-{place}"


@dataclasses.dataclass(frozen=True)
class Partition:
    """How the plies of play are cut: into groups of at most a given number of cards.

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
    """The last of play first; it does not matter where they are in a table."""
    cards: int

    def groups(self, count: int) -> int:
        """The number of groups for this many cards."""
        return -(-count // self.cards)

    def shape(self, place: int) -> tuple[int, int]:
        """How many groups of the mover's cards there are, and of the other player's."""
        mover, other = self.sizes(place)
        return self.groups(mover), self.groups(other)

    def sizes(self, place: int) -> tuple[int, int]:
        """How many cards the mover can have, and the other player."""
        ply = self.plies[place]
        return len(ply.mover.anchors), len(ply.other.anchors)

    def blocks(self, place: int) -> Iterator[PlyBlock]:
        """The blocks of a ply; those that read much the same follow one another."""
        movers, others = self.shape(place)
        for other, mover in itertools.product(range(others), range(movers)):
            yield PlyBlock(place, mover, other)

    def ply(self, block: PlyBlock) -> Ply:
        """A block as a ply."""
        whole = self.plies[block.place]
        mover = some(whole.mover, *self.bounds(block.place, 0, block.mover))
        other = some(whole.other, *self.bounds(block.place, 1, block.other))
        return dataclasses.replace(whole, mover=mover, other=other, first=0)

    def bounds(self, place: int, role: int, group: int) -> tuple[int, int]:
        """Where a group of the mover's cards (0) or of the other player's (1) begins and ends."""
        count = self.sizes(place)[role]
        groups = self.groups(count)
        return count * group // groups, count * (group + 1) // groups

    def pairs(self, block: PlyBlock) -> int:
        """The number of pairs of cards in a block."""
        begin, end = self.bounds(block.place, 0, block.mover)
        first, last = self.bounds(block.place, 1, block.other)
        return (end - begin) * (last - first)

    def group_of(self, place: int, role: int, card: Any) -> Any:
        """The group of a card, or of each card in an array, of the mover or the other player."""
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
        """Everything a block reads of the next ply, as one ply."""
        parts = [self.ply(need) for need in self.needs(block)]
        if parts[0].alternate:
            return dataclasses.replace(parts[0], other=together([part.other for part in parts]))
        return dataclasses.replace(parts[0], mover=together([part.mover for part in parts]))

    @functools.cached_property
    def groups_after(self) -> list[list[list[int]]]:
        """For each ply and group of the mover's cards, the groups of cards a turn can lead to."""
        return [[], *map(self.groups_after_from, range(1, len(self.plies)))]

    def groups_after_from(self, place: int) -> list[list[int]]:
        """The same for a single ply."""
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
    """For each box, the anchors it leads from and to, as the first and the end of either range."""
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
    """The cards of several sides, one after another."""
    return Side(*(np.concatenate(each) for each in zip(*sides, strict=True)))
