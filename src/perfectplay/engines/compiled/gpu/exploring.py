"""All positions of a game, found on a device."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.gpu.programs import (
    BROKEN,
    CROWDED,
    NOBODYS,
    STATS,
    Batch,
    DeviceRules,
    Index,
)
from perfectplay.engines.compiled.kernels.reach import FOUND, LEAST, MOST
from perfectplay.engines.compiled.positions import MirrorError
from perfectplay.errors import EngineError, in_bytes

FIRST_KEYS = 1 << 16
MOST_POSITIONS = (1 << 32) - 2
"""Hash slots are 32 bits wide."""
SPARSE, MANY = 4, 1 << 28
"""Hash slots per position; half as many once there is this much room."""


class Found(NamedTuple):
    """The positions found so far, in the form kernels take."""

    known: Index
    room: int
    leafless: Any
    stats: Any


@dataclasses.dataclass
class Explored:
    """All positions of a game, stored on a device."""

    rules: DeviceRules
    keys: Any
    leafless: Any
    stats: Any
    flip: Any

    def __len__(self) -> int:
        return len(self.leafless)


class Explorer:
    """Finds positions by breadth-first search."""

    def __init__(self, rules: DeviceRules, flip: Any) -> None:
        self.rules, self.device, self.xp = rules, rules.device, rules.device.xp
        self.flip = flip
        self.keys = self.xp.zeros((FIRST_KEYS, rules.key_words), np.int64)
        self.leafless = self.xp.zeros(FIRST_KEYS, np.uint8)
        self.slots = self.xp.zeros(slots_for(FIRST_KEYS), np.uint32)
        stats = np.zeros(STATS, np.int64)
        stats[LEAST], stats[MOST] = 1 << 62, -(1 << 62)
        self.stats = self.device.put(stats)
        self.others = None
        if flip[0]:
            self.others = [self.xp.zeros(0, np.int64), self.xp.zeros(0, np.int64)]

    @property
    def found(self) -> Found:
        """The description of the positions that kernels receive."""
        return Found(Index(self.keys, self.slots), len(self.keys), self.leafless, self.stats)

    def run(self, start: Any, report: Callable[[int], None]) -> Explored:
        """Find all positions."""
        self.keys[0] = self.device.put(np.array(start, np.int64))
        self.stats[FOUND] = 1
        self.file(1)
        done, found = 0, 1
        while done < found:
            count = min(found - done, self.rules.batch_size)
            batch = self.rules.run(self.rules.batch(self.keys, done, count))
            done += self.read(batch) if batch else 0
            stats = self.device.fetched(self.stats)
            if stats[BROKEN]:
                raise MirrorError
            found = min(int(stats[FOUND]), len(self.keys))
            report(done)
        return self.explored(done, stats)

    def read(self, batch: Batch) -> int:
        """Record where the programs of a batch lead; returns how many positions are done."""
        rules = self.rules
        rules.launch("reach", batch.size, batch, self.found)
        if self.device.fetched(self.stats[CROWDED : CROWDED + 1])[0]:
            self.grow()
            return 0
        if self.others:
            self.compare_mirrors(batch)
        return batch.size

    def compare_mirrors(self, batch: Batch) -> None:
        """Compare programs with those of their mirror images."""
        assert self.others is not None
        if len(self.others[0]) != len(batch.words):
            self.others = [self.xp.zeros_like(batch.words), self.xp.zeros_like(batch.ends)]
        words, ends = self.others
        others = self.rules.run(batch._replace(words=words, ends=ends), turned=True)
        if others is None:
            raise MirrorError
        self.rules.launch("compare_mirrors", batch.size, batch, others, self.found)

    def grow(self) -> None:
        """Make room for twice as many positions, or for all that are possible."""
        before = len(self.keys)
        room = min(2 * before, MOST_POSITIONS)
        if room == before:
            raise EngineError(f"{before:,} positions were found, too many for a GPU")
        self.slots = self.xp.zeros(1, np.uint32)
        self.device.release()
        need = 8 * self.rules.key_words * room + room + 4 * slots_for(room)
        left = self.device.free()
        if need - self.keys.nbytes > left:
            raise EngineError(
                f"{self.rules.game.game.name} has more than {before:,} positions; room for "
                f"{room:,} takes {in_bytes(need)}, and the GPU has {in_bytes(left)} left"
            )
        for name in ("keys", "leafless"):
            old = getattr(self, name)
            new = self.xp.zeros((room, *old.shape[1:]), old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)
            del old, new
            self.device.release()
        self.slots = self.xp.zeros(slots_for(room), np.uint32)
        self.stats[CROWDED] = 0
        self.stats[FOUND] = before
        self.file(before)

    def file(self, count: int) -> None:
        """Enter existing keys into the hash slots."""
        batch = self.rules.batch(self.keys, 0, count)
        self.rules.launch("file_keys", count, self.found.known, batch)

    def explored(self, count: int, stats: Any) -> Explored:
        """Everything found, without slots left unused."""
        self.slots = self.xp.zeros(1, np.uint32)
        self.device.release()
        keys, leafless = self.keys[:count], self.leafless[:count]
        if stats[NOBODYS]:
            real = keys[:, 0] >= 0
            keys, leafless = keys[real], leafless[real]
        stats[FOUND] = len(leafless)
        return Explored(self.rules, keys, leafless, stats, self.flip)


def slots_for(room: int) -> int:
    """The number of slots for this many positions, a power of two.

    >>> slots_for(1 << 16), slots_for(MOST_POSITIONS) == 1 << 33
    (262144, True)
    """
    return (SPARSE if room < MANY else SPARSE // 2) << (room - 1).bit_length()


def explore(
    rules: DeviceRules, game: CompiledGame, flip: Any, report: Callable[[int], None]
) -> Explored:
    """All reachable positions of a game."""
    return Explorer(rules, flip).run(game.start(), report)
