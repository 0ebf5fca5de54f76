"""The rules of a game, ready to run for many positions at once.

Compiled rules do the work wherever they can. The plain rules answer the rest: arguments that a
table has not seen, and single positions that compiled rules cannot handle.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.compiled.compiler import driver
from perfectplay.engines.compiled.compiler.front import CompiledRules as Source
from perfectplay.engines.compiled.compiler.kernels import MASK, mix
from perfectplay.engines.compiled.compiler.llvm import MachineCode
from perfectplay.engines.compiled.compiler.tree import DONE, MISS, Type
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.layout import Layout
from perfectplay.engines.compiled.record import Labels, Numbers, Recorder, decoded
from perfectplay.errors import ModelError
from perfectplay.model.game import Game

BATCH = 1024
ROOM = 1 << 16
MISSES = 1 << 18
CHECKED = 30_000
"""How many words of programs are compared with those of the plain rules."""
ROUNDS = 64
"""How often a batch is run again because tables were missing entries."""


class Programs(NamedTuple):
    """The programs of some positions, one after another, and where each ends."""

    words: Any
    ends: Any


class RunnableRules:
    """Runs the rules of a game for the keys of a layout."""

    def __init__(
        self,
        game: Game[Any],
        layout: Layout,
        source: Source,
        numbers: Numbers,
        labels: Labels | None = None,
    ) -> None:
        tracked = layout.score is not None
        self.layout, self.source, self.numbers = layout, source, numbers
        self.recorder = Recorder(game, numbers, layout.encode, tracked, layout.inlined, labels)
        plain, *called = driver.for_many(source.code, layout.words)
        record, room = driver.off_stack(plain)
        self.code = MachineCode.of_rules([record, *called])
        self.record = self.code["record"]
        self.scratch = np.empty(max(room, 1), np.int64)
        """Memory for local arrays that are too large for the stack."""
        self.tables = TableColumns(source)
        self.out = np.zeros(ROOM, np.int64)
        self.ends = np.zeros(BATCH, np.int64)
        self.statuses = np.zeros(BATCH, np.uint8)
        self.by_python = 0
        """The number of positions left to the plain rules."""

    def batches(self, keys: Any, first: int, last: int) -> Iterator[tuple[int, int, Programs]]:
        """The programs of some positions, in batches; each batch is overwritten by the next."""
        while first < last:
            programs = self.programs(keys, first, min(first + BATCH, last))
            yield first, first + len(programs.ends), programs
            first += len(programs.ends)

    def check(self, keys: Any) -> None:
        """Compare compiled rules with the plain ones at up to `CHECKED` positions."""
        done = 0
        keys = np.ascontiguousarray(keys)
        for first, _, programs in self.batches(keys, 0, len(keys)):
            words, at = programs.words[: programs.ends[-1]].tolist(), 0
            for place, end in enumerate(programs.ends.tolist(), first):
                self.check_program(keys[place], words[at:end])
                done += end - at
                at = end
                if done > CHECKED:
                    return

    def check_program(self, key: Any, found: list[int]) -> None:
        """Compare the program that was found for a key with that of the plain rules."""
        position, score = self.layout.decode(key)
        plain = self.recorder.program(position, score)
        if found == plain:
            return
        numbers, words = self.numbers.values, self.layout.words
        if decoded(found, numbers, words) != decoded(plain, numbers, words):
            raise NotCompiledError(
                f"the rules at {self.recorder.game.text(position)} are compiled to something "
                "else; please report this game"
            )

    def check_symmetries(self, symmetries: Mapping[Hashable, Hashable]) -> None:
        """Refuse a `canonical` that changes the value: both positions must be worth the same."""
        game, looked = self.recorder.game, 0
        pairs = list(symmetries.items())
        random.Random(0).shuffle(pairs)  # noqa: S311  # those that are looked at are spread
        for position, chosen in pairs:
            if looked > CHECKED:
                break
            found, words = self.made_up(position)
            expected, more = self.made_up(chosen)
            looked += words + more
            same = math.isclose(found, expected, rel_tol=1e-9)
            if not same or game.canonical(chosen) != chosen:
                raise ModelError(
                    f"{game.name}: canonical({game.text(position)}) gives {game.text(chosen)}, but "
                    "these two positions do not lead to the same thing"
                )

    def made_up(self, position: Hashable) -> tuple[float, int]:
        """The value of a position if its successors had values made up from their hashes.

        Returned with the length of its program.
        """
        stack: list[float] = []
        words = self.layout.words
        hashed = dataclasses.replace(
            self.recorder, encode=lambda then, score: (hash((then, score)) & MASK,) * words
        )
        program = hashed.program(position)
        for name, *rest in decoded(program, self.numbers.values, words):
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
        return stack[0], len(program)

    def programs(self, keys: Any, first: int, last: int) -> Programs:
        """The programs of some positions, or of as many of them as fit; at least one."""
        for _ in range(ROUNDS):
            done = self.run(keys, first, last)
            if not (self.statuses[:done] == MISS).any() or not self.tables.answer(self.source):
                break
        if not self.statuses[:done].any():
            return Programs(self.out, self.ends[:done])
        return self.completed(keys, first, done)

    def run(self, keys: Any, first: int, last: int) -> int:
        """Run the compiled rules; returns for how many positions there was room."""
        while True:
            done: int = self.record(
                keys, first, last, self.out, len(self.out), self.ends, self.statuses,
                *self.tables.arguments, self.scratch,
            )  # fmt: skip
            if done:
                return done
            self.out = np.zeros(2 * len(self.out), np.int64)

    def completed(self, keys: Any, first: int, done: int) -> Programs:
        """The programs, filled in by the plain rules where the compiled ones gave up."""
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


class TableColumns:
    """The tables of compiled rules as columns that machine code can read."""

    def __init__(self, source: Source) -> None:
        self.misses = np.zeros(MISSES, np.int64)
        self.misses[0] = 1
        self.columns = [np.zeros(0, kind_of(kind)) for kind in source.tables.types]
        self.rows = [0] * len(source.tables.memos)
        """The number of rows of each memo already handed over."""
        self.words, self.starts = GrowingArray(), GrowingArray()
        self.slots = np.zeros(16, np.int32)
        self.hand_over(source)

    def answer(self, source: Source) -> bool:
        """Let Python answer the lookups that failed; returns whether there were any."""
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
        """Lay out for the machine code everything that is new in the tables."""
        tables = source.tables
        for number, column in enumerate(tables.columns):
            old = self.columns[number]
            if len(column) > len(old):
                self.columns[number] = np.append(old, np.array(column[len(old) :], old.dtype))
        self.bases = np.zeros(len(self.columns) + 1, np.int64)
        self.cells = self.laid_out("int64")
        self.reals = self.laid_out("float64")
        for number, memo in enumerate(tables.memos):
            for words, row in itertools.islice(memo.rows.items(), self.rows[number], None):
                self.add(number, words, row)
            self.rows[number] = len(memo.rows)

    def laid_out(self, dtype: str) -> Any:
        """All columns of one kind, one after another; where each begins goes into `bases`."""
        kept = [np.zeros(0, dtype)]
        length = 0
        for number, column in enumerate(self.columns):
            if column.dtype == dtype:
                self.bases[number] = length
                length += len(column)
                kept.append(column)
        return np.concatenate(kept) if length else np.zeros(1, dtype)

    def add(self, memo: int, words: Sequence[int], row: int) -> None:
        """Add a row to a memo, to be found by its words."""
        entry = len(self.starts)
        self.starts.extend([len(self.words)])
        self.words.extend([memo, row, len(words), *words])
        if 4 * len(self.starts) > len(self.slots):
            self.slots = np.zeros(4 * len(self.slots), np.int32)
            for known, start in enumerate(self.starts.whole.tolist()):
                kind, _, count = self.words.whole[start : start + 3].tolist()
                self.file(known, kind, self.words.whole[start + 3 : start + 3 + count].tolist())
        else:
            self.file(entry, memo, words)

    def file(self, entry: int, memo: int, words: Sequence[int]) -> None:
        """Put an entry into the first free slot after its hash."""
        place = hash_of(memo, words) & len(self.slots) - 1
        while self.slots[place]:
            place = place + 1 & len(self.slots) - 1
        self.slots[place] = entry + 1

    @property
    def arguments(self) -> Sequence[Any]:
        """The columns in the order in which machine code expects them."""
        slots = (self.slots, len(self.slots) - 1, self.starts.room, self.words.room)
        return (self.cells, self.reals, self.bases, *slots, self.misses, len(self.misses))


class GrowingArray:
    """An array of whole numbers with room to grow."""

    def __init__(self) -> None:
        self.room = np.zeros(64, np.int64)
        self.length = 0

    def __len__(self) -> int:
        return self.length

    @property
    def whole(self) -> Any:
        """The part in use."""
        return self.room[: self.length]

    def extend(self, words: Sequence[int]) -> None:
        """Append some numbers."""
        end = self.length + len(words)
        if end > len(self.room):
            self.room = np.append(self.whole, np.zeros(end + len(self.room), np.int64))
        self.room[self.length : end] = words
        self.length = end


def kind_of(column: Type) -> str:
    """The type in which a column stores its numbers."""
    return "float64" if column == "float" else "int64"


def hash_of(memo: int, words: Sequence[int]) -> int:
    """The hash of a memo's arguments, just as `driver.find_row` computes it."""
    hashed = mix(memo, len(words))
    for word in words:
        hashed = mix(hashed, word)
    return hashed & MASK
