"""All reachable positions: their keys, found by search from the start, and their payoffs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.kernels.reach import (
    FOUND,
    LEAST,
    MOST,
)
from perfectplay.engines.compiled.layout import DENSE, IntField, Key, Layout
from perfectplay.engines.compiled.rules import BATCH, Programs, RunnableRules
from perfectplay.engines.compiled.runtime import shared
from perfectplay.errors import MemoryLimitError, in_bytes

FIRST_ROOM = 1 << 14
NO_MIRROR = np.zeros(1, np.int64)
REPORT_EVERY = 64
MANY = 1 << 20
MOST_BY_PYTHON, SHARE_BY_PYTHON = 2_000, 0.05
"""The most positions left to the plain rules, and the largest share of all positions."""

Report = Callable[[int], None]


@dataclasses.dataclass
class Positions:
    """The keys of all positions, in the order they were found."""

    layout: Layout
    keys: Any
    leafless: Any
    """Which of them end the game."""
    bits: Any
    """A bit for each possible key, if there are few enough; else empty."""
    stats: Any
    """Statistics, see `kernels.reach`."""
    flip: Any
    """How positions are mirrored, see `kernels.mirror`; mirror images are left out."""

    def __len__(self) -> int:
        return len(self.leafless)

    @property
    def dense(self) -> bool:
        """Whether there is one bit for each possible key."""
        return len(self.bits) > 1


class MirrorError(Exception):
    """Mirror images that do not play alike."""


class ManyError(Exception):
    """There are so many positions that they have to be found elsewhere."""


class PositionFinder:
    """Finds the positions of a game by breadth-first search."""

    def __init__(
        self,
        rules: RunnableRules,
        flip: Any,
        memory: int,
        many: Callable[[], bool] | None = None,
        *,
        dense: bool = True,
    ) -> None:
        self.rules, self.flip, self.memory = rules, flip, memory
        self.many = many
        """Asked, once there are many positions, whether to stop and find them elsewhere."""
        self.layout = rules.layout
        self.words = self.layout.words
        self.keys = np.zeros((FIRST_ROOM, self.words), np.int64)
        self.leafless = np.zeros(FIRST_ROOM, np.uint8)
        dense = dense and self.words == 1 and self.layout.span <= DENSE
        self.bits = np.zeros(self.layout.span // 64 + 1 if dense else 1, np.int64)
        self.dense = int(dense)
        self.slots = np.zeros(2 if dense else 4 * FIRST_ROOM, np.int32)
        self.stats = np.zeros(6, np.int64)
        self.stats[LEAST], self.stats[MOST] = 1 << 62, -(1 << 62)

    def run(self, start: Key, report: Report) -> Positions:
        """Find all positions."""
        self.note_start(start)
        done, turn = 0, 0
        while done < self.stats[FOUND]:
            last = min(int(self.stats[FOUND]), done + BATCH)
            programs = self.rules.programs(self.keys, done, last)
            self.make_room(int(programs.ends[-1]) // (1 + self.words))
            self.read(programs, self.keys[done:last], self.leafless[done:last])
            done += len(programs.ends)
            turn += 1
            if turn % REPORT_EVERY == 0:
                report(done)
            if self.many and done >= MANY:
                if self.many():
                    raise ManyError
                self.many = None
            if self.rules.by_python > MOST_BY_PYTHON + done * SHARE_BY_PYTHON:
                raise NotCompiledError(
                    "compiled rules would leave too many positions to the plain ones"
                )
        keys, leafless = self.keys[:done], self.leafless[:done]
        return Positions(self.layout, keys, leafless, self.bits, self.stats, self.flip)

    def read(self, programs: Programs, keys: Any, leafless: Any) -> None:
        """Record where the programs of some keys lead, and which of them are `leafless`."""
        self.note_leaves(programs, leafless)
        self.check_mirror(programs, keys)

    def note_leaves(self, programs: Programs, leafless: Any) -> None:
        """Record the leaves of some programs, and which of these are `leafless`."""
        shared()["reach"](
            programs.words, programs.ends, len(programs.ends), leafless, 0, self.words,
            self.keys, self.slots, len(self.slots) - 1, self.bits, self.dense, self.stats,
            self.flip,
        )  # fmt: skip

    def note_start(self, start: Any) -> None:
        """Record the first position."""
        self.keys[0] = start
        self.stats[FOUND] = 1
        if self.dense:
            self.bits[start[0] >> 6] |= np.array(1 << (start[0] & 63), np.uint64).astype(np.int64)
        else:
            self.note(0, 1)

    def note(self, first: int, last: int) -> None:
        """Put keys into the hash table."""
        shared()["rehash"](self.keys, self.words, first, last, self.slots, len(self.slots) - 1)

    def make_room(self, more: int) -> None:
        """Make sure that this many more keys can be recorded."""
        found = int(self.stats[FOUND])
        if found + more > len(self.keys):
            room = max(len(self.keys) * 3 // 2, found + more)
            self.check_memory(room)
            self.keys = grown(self.keys, room)
            self.leafless = grown(self.leafless, room)
        if not self.dense and (found + more) * 4 > len(self.slots) * 3:
            size = len(self.slots)
            while (found + more) * 4 > size * 3:
                size *= 2
            self.slots = np.zeros(size, np.int32)
            self.note(0, found)

    def check_memory(self, room: int) -> None:
        """Refuse to exceed the memory limit."""
        if room * (8 * self.words + 16) > self.memory or room >= 1 << 31:
            raise MemoryLimitError(
                f"{self.rules.recorder.game.name} is larger than its memory limit of "
                f"{in_bytes(self.memory)}: {int(self.stats[FOUND]):,} positions were found so far; "
                "raise the limit or make the game smaller"
            )

    def check_mirror(self, programs: Programs, keys: Any) -> None:
        """Compare the programs of keys with those of their mirror images, if these are left out."""
        if not self.flip[0]:
            return
        count = len(programs.ends)
        words = programs.words[: programs.ends[-1]].copy()
        ends = programs.ends.copy()
        keys = keys[:count].copy()
        keys[:, 0] += steps_of(keys[:, 0], self.flip)
        done = 0
        while done < count:
            others = self.rules.programs(keys, done, count)
            many = len(others.ends)
            start = int(ends[done - 1]) if done else 0
            broken = shared()["mirror_break"](
                words[start:], ends[done : done + many] - start, others.words, others.ends, many,
                self.words, self.flip,
            )  # fmt: skip
            if broken >= 0:
                raise MirrorError
            done += many


def grown(column: Any, length: int) -> Any:
    """A longer column that starts with the contents of another."""
    found = np.zeros((length, *column.shape[1:]), column.dtype)
    found[: len(column)] = column
    return found


def steps_of(keys: Any, flip: Any) -> Any:
    """The differences between keys and their mirror images."""
    return flip[3:][keys // flip[1] % flip[2]]


def flip_of(layout: Layout, names: tuple[str, ...] = ("player",)) -> Any:
    """How to mirror a position by the field that says whose turn it is, if there is one."""
    steps = []
    for kind in layout.kinds:
        fields = getattr(kind.token[0], "_fields", ())
        parts = getattr(kind.shape, "parts", [])
        step = 0
        for name, part in zip(fields, parts, strict=False):
            if name in names and isinstance(part, IntField) and part.word == 0:
                step = part.step if (part.low, part.size) == (0, 2) else 0
        steps.append(step)
    if not any(steps):
        return NO_MIRROR
    return np.array([1, layout.kind.step, layout.kind.size, *steps], np.int64)
