"""The programs of positions on a GPU, computed by compiled rules one batch at a time."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends.gpu import Device, Module
from perfectplay.engines.compiled.compiler import driver
from perfectplay.engines.compiled.compiler.context import Rooms
from perfectplay.engines.compiled.compiler.cuda import source_of
from perfectplay.engines.compiled.compiler.front import compile_rules
from perfectplay.engines.compiled.compiler.kernels import functions_of
from perfectplay.engines.compiled.compiler.tree import DONE, FULL, MISS, Function
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.kernels import mirror, words
from perfectplay.engines.compiled.kernels.reach import (
    DEPTH,
    FOUND,
    GAINS,
    LEAST,
    LISTED_FINALS,
    MOST,
)
from perfectplay.engines.compiled.program import CHANCE, FINAL, GAIN, LEAF, MAX, MIN
from perfectplay.engines.compiled.rules import ROUNDS, TableColumns

FOLDER = "engines/compiled/gpu"
THREADS = 128
WARP = 32
FIRST_ROOM = 128
"""The words a program may have at first; it grows on demand."""
ROOMS = (Rooms(16, 1 << 9), Rooms(256, 1 << 12))
"""Limits on lists and programs: small ones, so that thousands of threads fit, or larger ones."""
LOOKED_AT = 100
CROWDED, NOBODYS, BROKEN = range(6, 9)
"""Counters besides those of `kernels.reach`: positions without room, slots left unused, and mirror
images that do not match."""
STATS = 9


class Batch(NamedTuple):
    """Some positions, with room for the program of each, in the form kernels take."""

    keys: Any
    order: Any
    first: int
    size: int
    words: Any
    room: int
    ends: Any
    flip: Any


class Tables(NamedTuple):
    """The tables of compiled rules, on a device."""

    cells: Any
    reals: Any
    bases: Any
    slots: Any
    mask: int
    starts: Any
    known: Any
    misses: Any


class Runs(NamedTuple):
    """How runs ended."""

    statuses: Any
    counts: Any
    turned: int


class Index(NamedTuple):
    """All keys, and the hash slots for finding them."""

    keys: Any
    slots: Any


def numbers(**given: int) -> str:
    """Numbers in CUDA's form."""
    return "\n".join(f"const Number {name} = {number};" for name, number in given.items())


def prelude(key_words: int, functions: list[Function], **more: int) -> str:
    """What precedes the kernels: numbers, arithmetic, and functions translated from Python."""
    known = numbers(
        KEY_WORDS=key_words, DONE=DONE, FULL=FULL, LEAF=LEAF, FINAL=FINAL, GAIN=GAIN, MAX=MAX,
        MIN=MIN, CHANCE=CHANCE, **more,
    )  # fmt: skip
    arithmetic = files("perfectplay").joinpath(FOLDER, "arithmetic.cu").read_text(encoding="utf-8")
    shared = functions_of(words.next_operation, mirror.flipped, mirror.unflipped)
    names = {each.name for each in shared}
    rest = [each for each in functions if each.name not in names and each.name != "note_miss"]
    return "\n".join([known, arithmetic, source_of(shared), source_of(rest)])


class DeviceRules:
    """Runs the rules of a game on a device; programs stay there."""

    def __init__(self, device: Device, game: CompiledGame, flip: Any, memory: int) -> None:
        self.device, self.game, self.memory = device, game, memory
        self.rules = game.rules
        self.key_words = self.rules.layout.words
        self.flip = device.put(flip)
        self.room = FIRST_ROOM
        self.compile(ROOMS[0])

    def compile(self, rooms: Rooms) -> None:
        """Compile the rules, with some room for everything of unknown length."""
        plan = self.game.plan
        some = list(plan.sample.positions)
        self.source = compile_rules(
            self.game.game, self.rules.layout, some, self.rules.numbers,
            tracked=plan.tracked, rooms=rooms,
        )  # fmt: skip
        self.rooms = rooms
        self.tables = TableColumns(self.source)
        functions = driver.for_many(self.source.code, self.key_words)
        stats = numbers(
            GAINS=GAINS, LEAST_FINAL=LEAST, MOST_FINAL=MOST, LISTED_FINALS=LISTED_FINALS,
            DEPTH=DEPTH, FOUND=FOUND, CROWDED=CROWDED, NOBODYS=NOBODYS, BROKEN=BROKEN,
        )  # fmt: skip
        text = prelude(self.key_words, [*functions_of(mirror.mirror_break), *functions])
        self.module: Module = self.device.module((f"{FOLDER}/rules.cu",), f"{text}\n{stats}")
        self.hand_over()
        self.make_room()

    def hand_over(self) -> None:
        """Copy the tables to the device."""
        put, known = self.device.put, self.tables
        self.on_device = Tables(
            put(known.cells), put(known.reals), put(known.bases), put(known.slots),
            len(known.slots) - 1, put(known.starts.room), put(known.words.room), put(known.misses),
        )  # fmt: skip

    def make_room(self) -> None:
        """Make room for the programs of as many positions as memory allows."""
        self.batch_size = max(self.memory // (8 * (self.room + 2)) // THREADS, 1) * THREADS
        self.out = self.device.empty(self.batch_size * self.room, np.int64)
        self.ends = self.device.empty(self.batch_size, np.int64)
        self.statuses = self.device.empty(self.batch_size, np.uint8)

    def batch(self, keys: Any, first: int, count: int, order: Any = None) -> Batch:
        """Some positions, given by index, or by position in an order."""
        if order is None:
            order = self.device.xp.zeros(0, np.int32)
        return Batch(keys, order, first, count, self.out, self.room, self.ends, self.flip)

    def batches(self, keys: Any, first: int, last: int, order: Any = None) -> Iterator[Batch]:
        """The programs of some positions, in batches; each batch is overwritten by the next."""
        while first < last:
            count = min(last - first, self.batch_size)
            batch = self.run(self.batch(keys, first, count, order))
            if batch is not None:
                yield batch
                first += count

    def run(self, batch: Batch, *, turned: bool = False) -> Batch | None:
        """Compute the programs of a batch; None if that needed more room, which is then made."""
        for _ in range(ROUNDS):
            counts = self.device.xp.zeros(FULL + 1, np.int64)
            runs = Runs(self.statuses, counts, int(turned))
            self.launch("run_rules", batch.size, batch, self.on_device, runs)
            ended = self.device.fetched(counts)
            if not ended.any():
                return batch
            if ended[MISS]:
                self.tables.misses[:] = self.device.fetched(self.on_device.misses)
                if self.tables.answer(self.source):
                    self.hand_over()
                    continue
            self.explain(batch, ended)
            return None
        raise NotCompiledError("tables keep missing entries")

    def explain(self, batch: Batch, ended: Any) -> None:
        """Make more room for programs, or explain why some positions have none."""
        xp = self.device.xp
        if ended[FULL] and self.room < self.rooms.words:
            self.room *= 2
            self.make_room()
            return
        if self.rooms is ROOMS[0]:
            self.compile(ROOMS[1])
            return
        left = xp.flatnonzero(self.statuses[: batch.size])[:LOOKED_AT] + batch.first
        places = batch.order[left] if len(batch.order) else left
        keys = self.device.fetched(batch.keys.reshape(-1, self.key_words)[places])
        for key in keys:
            position, score = self.rules.layout.decode(key)
            self.rules.recorder.program(position, score)  # raises if the position outgrows its keys
        raise NotCompiledError(f"a GPU leaves {len(keys):,} or more positions to Python")

    def launch(self, kernel: str, count: int, *arguments: Any) -> None:
        """Run a kernel of the rules, with one thread per position."""
        self.module.launch(kernel, (-(-count // THREADS), THREADS), arguments)
