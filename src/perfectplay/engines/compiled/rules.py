"""The rules of a game, ready to be run for many positions at a time.

They are compiled where that can be done, and the plain rules answer where it cannot: for words that
a table has not met, and for single positions that compiled rules leave alone.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.compiled.compiler import driver
from perfectplay.engines.compiled.compiler.front import Rules as Source
from perfectplay.engines.compiled.compiler.kernels import MASK, mix
from perfectplay.engines.compiled.compiler.llvm import MachineCode
from perfectplay.engines.compiled.compiler.tree import DONE, MISS
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.layout import Layout, OutgrownError
from perfectplay.engines.compiled.record import Numbers, Recorder, decoded
from perfectplay.errors import ModelError
from perfectplay.model.game import Game

BATCH = 1024
ROOM = 1 << 16
MISSES = 1 << 18
CHECKED = 30_000
"""Words of programs that are compared with those of the plain rules."""
ROUNDS = 64
"""How often a batch is run again for tables that it asks for more."""


class Programs(NamedTuple):
    """The programs of some positions, one after the other, and where each ends."""

    words: Any
    ends: Any


class RunnableRules:
    """Runs the rules of a game for keys of a layout."""

    def __init__(self, game: Game[Any], layout: Layout, source: Source, numbers: Numbers) -> None:
        tracked = layout.score is not None
        self.layout, self.source, self.numbers = layout, source, numbers
        self.recorder = Recorder(game, numbers, layout.encode, tracked, layout.inlined)
        self.code = MachineCode(driver.for_many(source.code, layout.words))
        self.record = self.code["record"]
        self.tables = Tables(source)
        self.out = np.zeros(ROOM, np.int64)
        self.ends = np.zeros(BATCH, np.int64)
        self.statuses = np.zeros(BATCH, np.uint8)
        self.by_python = 0
        """For how many positions the plain rules were asked."""

    def batches(self, keys: Any, first: int, last: int) -> Iterator[tuple[int, int, Programs]]:
        """The programs of some positions, in batches; each is gone when the next one comes."""
        while first < last:
            programs = self.programs(keys, first, min(first + BATCH, last))
            yield first, first + len(programs.ends), programs
            first += len(programs.ends)

    def check(self, keys: Any) -> None:
        """Compare compiled rules with the plain ones at some positions, as far as `CHECKED`."""
        numbers, words, done = self.numbers.values, self.layout.words, 0
        for key in np.ascontiguousarray(keys):
            programs = self.programs(key.reshape(1, -1), 0, 1)
            found = programs.words[: programs.ends[0]].tolist()
            position, score = self.layout.decode(key)
            plain = self.recorder.program(position, score)
            if decoded(found, numbers, words) != decoded(plain, numbers, words):
                raise NotCompiledError(
                    f"the rules at {self.recorder.game.text(position)} are compiled to something "
                    "else; please report this game"
                )
            done += len(plain)
            if done > CHECKED:
                break

    def check_symmetries(self, symmetries: Mapping[Hashable, Hashable]) -> None:
        """Refuse a `canonical` that is none: both positions must be worth the same."""
        for position, chosen in symmetries.items():
            game = self.recorder.game
            same = game.canonical(chosen) == chosen and math.isclose(
                self.made_up(position), self.made_up(chosen), rel_tol=1e-9
            )
            if not same:
                raise ModelError(
                    f"{game.name}: canonical({game.text(position)}) gives {game.text(chosen)}, but "
                    "what follows these two is not the same"
                )

    def made_up(self, position: Hashable) -> float:
        """The value of a position, if those that follow were worth what their keys make of them."""
        stack: list[float] = []
        try:
            program = self.recorder.program(position)
        except OutgrownError:  # what follows is nothing that was met near the start
            return math.nan
        for name, *rest in decoded(program, self.numbers.values, self.layout.words):
            if name == "leaf":
                stack.append(1 + mix(int(rest[0]), int(rest[-1])) / MASK)
            elif name == "final":
                stack.append(float(rest[0]))
            elif name == "gain":
                stack[-1] += float(rest[0])
            elif name == "weight":
                stack[-1] *= float(rest[0])
            else:
                values = stack[-rest[0] :]
                del stack[-rest[0] :]
                if name == "chance":
                    stack.append(sum(values) / float(rest[1]))
                else:
                    stack.append(max(values) if name == "max" else min(values))
        return stack[0]

    def programs(self, keys: Any, first: int, last: int) -> Programs:
        """The programs of some positions, or of the first of them; at least of one."""
        for _ in range(ROUNDS):
            done = self.run(keys, first, last)
            if not (self.statuses[:done] == MISS).any() or not self.tables.answer(self.source):
                break
        if not self.statuses[:done].any():
            return Programs(self.out, self.ends[:done])
        return self.completed(keys, first, done)

    def run(self, keys: Any, first: int, last: int) -> int:
        """Run the compiled rules; for how many positions there was room."""
        while True:
            done: int = self.record(
                keys, first, last, self.out, len(self.out), self.ends, self.statuses,
                *self.tables.arguments,
            )  # fmt: skip
            if done:
                return done
            self.out = np.zeros(2 * len(self.out), np.int64)

    def completed(self, keys: Any, first: int, done: int) -> Programs:
        """The programs with those of the plain rules for positions that the compiled left alone."""
        pieces, ends, at, end = [], np.zeros(done, np.int64), 0, 0
        for place in range(done):
            if self.statuses[place] == DONE:
                piece: Any = self.out[at : self.ends[place]]
            else:
                position, score = self.layout.decode(keys[first + place])
                piece = np.array(self.recorder.program(position, score), np.int64)
                self.by_python += 1
            at = self.ends[place]
            pieces.append(piece)
            ends[place] = end = end + len(piece)
        return Programs(np.concatenate(pieces), ends)


class Tables:
    """The tables of compiled rules as columns that machine code reads."""

    def __init__(self, source: Source) -> None:
        self.misses = np.zeros(MISSES, np.int64)
        self.misses[0] = 1
        self.hand_over(source)

    def answer(self, source: Source) -> bool:
        """Let Python answer what tables were asked in vain; whether that was anything."""
        words: list[int] = self.misses[1 : self.misses[0]].tolist()
        self.misses[0] = 1
        at, asked = 0, 0
        while at < len(words):
            memo, count = source.tables.memos[words[at]], words[at + 1]
            row = tuple(words[at + 2 : at + 2 + count])
            at += 2 + count
            if row not in memo.rows:
                memo.answer(row)
                asked += 1
        if asked:
            self.hand_over(source)
        return asked > 0

    def hand_over(self, source: Source) -> None:
        """Lay the columns out for the machine code, with what they have more of."""
        tables = source.tables
        bases = np.zeros(len(tables.columns) + 1, np.int64)
        whole: list[int] = []
        real: list[float] = []
        for number, column in enumerate(tables.columns):
            kept: list[Any] = real if tables.types[number] == "float" else whole
            bases[number] = len(kept)
            kept.extend(column)
        self.cells = np.array(whole or [0], np.int64)
        self.reals = np.array(real or [0.0], np.float64)
        self.bases = bases
        known: list[int] = []
        starts: list[int] = []
        for number, memo in enumerate(tables.memos):
            for words, row in memo.rows.items():
                starts.append(len(known))
                known += [number, row, len(words), *words]
        self.starts = np.array(starts or [0], np.int64)
        self.words = np.array(known or [0], np.int64)
        size = 1 << max(2 * len(starts), 8).bit_length()
        slots = [0] * size
        for entry, start in enumerate(starts):
            memo_number, count = known[start], known[start + 2]
            place = hash_of(memo_number, known[start + 3 : start + 3 + count]) & size - 1
            while slots[place]:
                place = place + 1 & size - 1
            slots[place] = entry + 1
        self.slots = np.array(slots, np.int32)

    @property
    def arguments(self) -> Sequence[Any]:
        """The columns in the order in which machine code takes them."""
        slots = (self.slots, len(self.slots) - 1, self.starts, self.words)
        return (self.cells, self.reals, self.bases, *slots, self.misses, len(self.misses))


def hash_of(memo: int, words: Sequence[int]) -> int:
    """The hash of the words that a memo is asked, as `driver.find_row` has it."""
    hashed = mix(memo, len(words))
    for word in words:
        hashed = mix(hashed, word)
    return hashed & MASK
