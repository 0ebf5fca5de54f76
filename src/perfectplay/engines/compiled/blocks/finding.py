"""A job that finds positions: part of a step, for one round, from what leads there."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks import names
from perfectplay.engines.compiled.blocks.work import Work
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.kernels.reach import FOUND
from perfectplay.engines.compiled.layers import FEW, edges, groups, unflip
from perfectplay.engines.compiled.positions import (
    MOST_BY_PYTHON,
    SHARE_BY_PYTHON,
    PositionFinder,
    grown,
    steps_of,
)
from perfectplay.engines.compiled.program import LEAF
from perfectplay.engines.compiled.rules import BATCH, Programs, RunnableRules
from perfectplay.engines.compiled.runtime import shared
from perfectplay.engines.compiled.solving import UnorderedError

BEYOND, OWN, END = range(3)
"""What a key is to a part: left to others, followed, or an end."""


class FullError(Exception):
    """A part of a step has too many keys for memory."""


@dataclasses.dataclass(frozen=True)
class FindPart:
    """Find the positions of a part of a step; the first ones come from other files.

    A step in a single part goes down from its highest rank for as long as memory lasts. A step in
    several parts has only one rank; a part's positions that belong to its sisters are picked up by
    them in the next round.
    """

    step: int
    high: int
    parts: int
    part: int
    turn: int
    known: Sequence[str]
    """Files of what this part has found in earlier rounds."""
    sources: Sequence[str]
    """Files with positions to follow, from earlier steps or, after the first round, from
    sisters."""
    start: bool
    """Whether this part has to add the starting position."""

    @property
    def name(self) -> str:
        """The file it writes."""
        return names.found(self.step, self.parts, self.part, self.turn)

    def run(self, work: Work) -> bool:
        """Find them; False if memory runs out."""
        finder = PartFinder(work, self)
        try:
            low = finder.find()
        except FullError:
            return False
        work.folder.keep(self.name, finder.tensors(low))
        return True


@dataclasses.dataclass(frozen=True)
class FindEnds:
    """Collect the positions of a part where the game ends."""

    parts: int
    part: int
    sources: Sequence[str]
    step: int = names.ENDS

    @property
    def name(self) -> str:
        """The file it writes."""
        return names.found(self.step, self.parts, self.part, 0)

    def run(self, work: Work) -> bool:
        """Find them; False if memory runs out."""
        finder = EndFinder(work)
        for name in self.sources:
            keys = work.keys(name, "ends")
            finder.meet(keys[names.part_of(keys, self.parts) == self.part])
            if finder.count > work.terms.room:
                return False
        keys = finder.keys[: finder.count].copy()
        for first in range(0, len(keys), BATCH):
            finder.follow(keys[first : first + BATCH])
        order = in_order(keys, np.zeros(len(keys), np.int64))
        tensors = {"keys": keys[order].ravel(), "stats": finder.stats}
        work.folder.keep(self.name, told(tensors, work))
        return True


class EndFinder(PositionFinder):
    """Keys added one by one, and the programs followed from them to others."""

    def __init__(self, work: Work) -> None:
        super().__init__(work.rules, work.flip, work.request.compute.memory_limit, dense=False)
        self.work = work

    @property
    def count(self) -> int:
        """The number of keys so far."""
        return int(self.stats[FOUND])

    def check_memory(self, room: int) -> None:
        """Never refuse: the callers check for room before adding keys."""

    def meet(self, keys: Any) -> None:
        """Add those keys that are new."""
        for first in range(0, len(keys), ROWS):
            some = keys[first : first + ROWS]
            self.make_room(len(some))
            words = np.empty((len(some), 1 + self.words), np.int64)
            words[:, 0], words[:, 1:] = LEAF, some
            ends = np.arange(1, len(some) + 1) * (1 + self.words)
            self.note_leaves(Programs(words.ravel(), ends), np.zeros(len(some), np.uint8))

    def follow(self, keys: Any) -> Any:
        """Add the successors of some positions; returns which positions have none."""
        leafless = np.zeros(len(keys), np.uint8)
        done = 0
        while done < len(keys):
            programs = self.rules.programs(keys, done, len(keys))
            given = len(programs.ends)
            self.make_room(int(programs.ends[-1]) // (1 + self.words))
            self.read(programs, keys[done : done + given], leafless[done : done + given])
            done += given
        return leafless.astype(bool)


ROWS = 1 << 16
"""The number of keys added at a time."""


class PartFinder(EndFinder):
    """Finds the positions of a part, and their successors."""

    def __init__(self, work: Work, job: FindPart) -> None:
        super().__init__(work)
        self.job = job
        self.ranks = np.zeros(len(self.keys), np.int64)
        self.roles = np.zeros(len(self.keys), np.uint8)
        self.ranked = 0
        """The number of keys that have ranks."""
        self.before = 0
        """The number of keys known before this round."""
        self.followed = 0

    def make_room(self, more: int) -> None:
        super().make_room(more)
        if len(self.ranks) < len(self.keys):
            self.ranks = grown(self.ranks, len(self.keys))
            self.roles = grown(self.roles, len(self.keys))

    def find(self) -> int:
        """Find everything that fits in memory; returns the lowest rank that was followed."""
        job, work = self.job, self.work
        for name in job.known:
            for role, tensor in ((OWN, "keys"), (BEYOND, "beyond"), (END, "ends")):
                first = self.count
                self.meet(work.keys(name, tensor))
                self.roles[first : self.count] = role
        self.rank_new()
        self.before = self.count
        if job.start:
            self.meet(work.start)
        self.take(job.high, job.high)
        self.close(job.high)
        return self.go_down() if job.parts == 1 else job.high

    def take(self, low: int, high: int) -> None:
        """Add the positions of some ranks, and of this part, that other files list."""
        for name in self.job.sources:
            ranks, starts = (self.work.numbers(name, each) for each in ("ranks", "starts"))
            first, last = np.searchsorted(ranks, [low, high + 1])
            keys = self.work.keys(name, "beyond")[starts[first] : starts[last]]
            self.meet(keys[names.part_of(keys, self.job.parts) == self.job.part])
        self.rank_new()

    def rank_new(self) -> None:
        """Compute the ranks of new keys."""
        self.ranks[self.ranked : self.count] = self.work.ranks_of(
            self.keys[self.ranked : self.count]
        )
        self.ranked = self.count

    def close(self, low: int) -> None:
        """Follow all positions of this part down to a rank, including those found on the way."""
        queue = self.mine(self.before, low)
        while len(queue):
            first = self.count
            for at in range(0, len(queue), BATCH):
                some = queue[at : at + BATCH]
                self.roles[some] = OWN + self.follow(self.keys[some])
            self.followed += len(queue)
            if self.count > self.work.terms.room:
                raise FullError
            if self.rules.by_python > MOST_BY_PYTHON + self.followed * SHARE_BY_PYTHON:
                raise NotCompiledError(
                    "compiled rules would leave too many positions to the plain ones"
                )
            self.rank_new()
            self.check_order(first, queue)
            queue = self.mine(first, low)

    def mine(self, first: int, low: int) -> Any:
        """The indices of keys, from a given one on, that this part has to follow."""
        ranks = self.ranks[first : self.count]
        waiting = self.roles[first : self.count] == BEYOND
        waiting &= (ranks >= low) & (ranks <= self.job.high)
        found = first + np.flatnonzero(waiting)
        if self.job.parts == 1:
            return found
        return found[names.part_of(self.keys[found], self.job.parts) == self.job.part]

    def check_order(self, first: int, queue: Any) -> None:
        """Check that anything ranked above this step is an end, or else refuse the order."""
        above = first + np.flatnonzero(self.ranks[first : self.count] > self.job.high)
        goes_on = leads_on(self.keys[above], self.rules)
        self.roles[above] = END
        if goes_on.any():
            wrong = self.keys[above[goes_on]]
            raise UnorderedError(leading_to(wrong, self.keys[queue], self.rules, self.flip))

    def go_down(self) -> int:
        """Include lower and lower ranks for as long as memory lasts."""
        low, span = self.job.high, 1
        while self.count < self.work.terms.room // 2:
            below = self.next_below(low)
            if below < 0:
                return low
            count, roles = self.count, self.roles[: self.count].copy()
            lower = max(below - span + 1, 0)
            try:
                self.take(lower, low - 1)
                self.close(lower)
            except FullError:
                self.stats[FOUND] = count
                self.roles[:count] = roles
                return low
            low, span = lower, 2 * span
        return low

    def next_below(self, low: int) -> int:
        """The highest rank below a limit at which a position is waiting; -1 if there is none."""
        waiting = self.ranks[: self.count][self.roles[: self.count] == BEYOND]
        highest = int(waiting[waiting < low].max(initial=-1))
        for name in self.job.sources:
            ranks = self.work.numbers(name, "ranks")
            place = int(np.searchsorted(ranks, low))
            highest = max(highest, int(ranks[place - 1]) if place else -1)
        return highest

    def tensors(self, low: int) -> dict[str, Any]:
        """What was found, sorted."""
        new = slice(self.before, self.count)
        keys, ranks, roles = self.keys[new], self.ranks[new], self.roles[new]
        own, beyond, ends = (in_order(keys, ranks, roles == role) for role in (OWN, BEYOND, END))
        starts, values = groups(ranks[beyond])
        sent = keys[beyond][ranks[beyond] == self.job.high]
        return told(
            {
                "keys": keys[own].ravel(),
                "beyond": keys[beyond].ravel(),
                "ranks": values,
                "starts": starts,
                "ends": keys[ends].ravel(),
                "stats": self.stats,
                "low": np.array([low]),
                "sent": np.bincount(
                    names.part_of(sent, self.job.parts), minlength=self.job.parts
                ),
            },
            self.work,
        )  # fmt: skip


def told(tensors: dict[str, Any], work: Work) -> dict[str, Any]:
    """The header of a file of positions, with the number of mirror images left out."""
    keys = tensors["keys"].reshape(-1, work.words)
    images = np.count_nonzero(steps_of(keys[:, 0], work.flip)) if work.flip[0] else 0
    whole = {**tensors, "images": np.array([images])}
    return {name: np.ascontiguousarray(each, np.int64) for name, each in whole.items()}


def in_order(keys: Any, ranks: Any, chosen: Any = None) -> Any:
    """The indices of all keys, or the chosen ones, by rank and then by key."""
    places = np.arange(len(keys)) if chosen is None else np.flatnonzero(chosen)
    columns = [keys[places, word] for word in reversed(range(keys.shape[1]))]
    return places[np.lexsort([*columns, ranks[places]])]


def leads_on(keys: Any, rules: RunnableRules) -> Any:
    """Which of these keys have successors."""
    found = np.zeros(len(keys), bool)
    keys = np.ascontiguousarray(keys)
    for first, _, programs in rules.batches(keys, 0, len(keys)):
        room = int(programs.ends[-1])
        behind = np.zeros(room * keys.shape[1], np.int64)
        owners = np.zeros(room, np.int64)
        count = shared()["collect"](
            programs.words, programs.ends, len(programs.ends), keys.shape[1], behind, owners
        )
        found[first + owners[:count]] = True
    return found


def leading_to(wrong: Any, keys: Any, rules: RunnableRules, flip: Any) -> Any:
    """Some positions that lead to wrong ones; a few of all positions if none is found."""
    keys = np.ascontiguousarray(keys)
    bad = set(map(tuple, wrong.tolist()))
    for first in range(0, len(keys), FEW):
        owners, behind = edges(keys[first : first + FEW], rules)
        unflip(behind, flip)
        pairs = zip(owners.tolist(), behind.tolist(), strict=True)
        guilty = sorted({owner for owner, key in pairs if tuple(key) in bad})
        if guilty:
            return keys[first + np.array(guilty)]
    return keys[:: max(len(keys) // 500, 1)]
