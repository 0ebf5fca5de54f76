"""The order in which positions are found: step by step, from the start of the game."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks import names
from perfectplay.engines.compiled.blocks.crew import Crew
from perfectplay.engines.compiled.blocks.finding import FindEnds, FindPart
from perfectplay.engines.compiled.blocks.manifest import Steps
from perfectplay.engines.compiled.blocks.names import RankRange
from perfectplay.engines.compiled.blocks.work import Work
from perfectplay.engines.compiled.kernels.reach import LEAST

Report = Callable[[str, int], None]


@dataclasses.dataclass
class Trail:
    """Files that list positions of later steps, with the number of positions by rank."""

    files: dict[str, tuple[Any, Any]] = dataclasses.field(default_factory=dict)

    def add(self, name: str, ranks: Any, starts: Any) -> None:
        """Add a file; the first of its ranks, that of ends, is skipped."""
        if len(ranks) > 1:
            self.files[name] = ranks[1:], np.diff(starts)[1:]

    def next(self, low: int) -> int:
        """The highest rank below a limit in any file; -1 if there is none."""
        below = [ranks[: np.searchsorted(ranks, low)] for ranks, _ in self.files.values()]
        return max((int(ranks[-1]) for ranks in below if len(ranks)), default=-1)

    def many(self, rank: int) -> int:
        """How many positions of a rank are listed, counting repetitions."""
        return sum(int(counts[ranks == rank].sum()) for ranks, counts in self.files.values())

    def sources(self, high: int) -> list[str]:
        """The files that list positions of a rank or below; all others are dropped."""
        self.files = {
            name: (ranks, counts)
            for name, (ranks, counts) in self.files.items()
            if ranks[0] <= high
        }
        return list(self.files)


class Enumeration:
    """Finds all positions of a game, continuing where an earlier run stopped."""

    def __init__(self, work: Work, crew: Crew, report: Report) -> None:
        self.work, self.crew, self.report = work, crew, report
        self.trail = Trail()
        self.steps: list[RankRange] = []
        self.files: list[list[list[str]]] = []
        """The files of positions, by step and part."""
        self.found = 0

    def run(self) -> Steps:
        """Find all positions."""
        high = int(self.work.ranks_of(self.work.start)[0])
        while high >= 0:
            step, files = self.find_step(len(self.steps) + 1, high)
            self.steps.append(step)
            self.files.append(files)
            for name in itertools.chain(*files):
                numbers = (self.work.numbers(name, tensor) for tensor in ("ranks", "starts"))
                self.trail.add(name, *numbers)
            high = self.trail.next(step.low)
        ends = self.find_ends()
        self.steps.insert(names.ENDS, RankRange(-1, -1, len(ends)))
        self.files.insert(names.ENDS, ends)
        return self.all_found()

    def find_step(self, number: int, high: int) -> tuple[RankRange, list[list[str]]]:
        """Find the positions of a step, in as many parts as memory requires; their files."""
        sources = self.trail.sources(high)
        least = self.steps[-1].parts // 2 if self.steps else 1
        parts = self.parts_for(number, self.trail.many(high), least)
        while (files := self.found_in(number, high, parts, sources)) is None:
            parts *= 2
        low = int(self.work.numbers(files[0][0], "low")[0])
        return RankRange(high, low, parts), files

    def parts_for(self, number: int, keys: int, least: int) -> int:
        """How many parts to split this many keys into, a power of two; a started split is kept."""
        parts = 1
        while parts < least or parts * self.work.terms.room < keys:
            parts *= 2
        folder = self.work.folder.path / names.folder_of(number)
        begun = [int(path.name.split("-")[1]) for path in folder.glob("found-*")]
        return max(parts, *begun, 1)

    def found_in(
        self, number: int, high: int, parts: int, sources: Sequence[str]
    ) -> list[list[str]] | None:
        """The files of a step in this many parts, round by round; None if memory runs out."""
        files: list[list[str]] = [[] for _ in range(parts)]
        active, start = list(range(parts)), number == 1
        for turn in itertools.count():
            told = (tuple(sources), start and turn == 0)
            jobs = [
                FindPart(number, high, parts, part, turn, tuple(files[part]), *told)
                for part in active
            ]
            if not self.done(jobs):
                return None
            sources = [names.found(number, parts, part, turn) for part in active]
            for part, name in zip(active, sources, strict=True):
                files[part].append(name)
                self.found += len(self.work.numbers(name, "keys")) // self.work.words
            self.report("exploring", self.found)
            sent = sum(self.work.numbers(name, "sent") for name in sources)
            active = np.flatnonzero(sent).tolist()
            if not active:
                return files
        raise AssertionError

    def done(self, jobs: Sequence[FindPart | FindEnds]) -> bool:
        """Run the jobs whose files do not exist yet; False if memory runs out."""
        missing = [job for job in jobs if not self.work.folder.has(job.name)]
        if all(self.crew.run(self.work, missing, lambda _: None).values()):
            return True
        step = self.work.folder.path / names.folder_of(jobs[0].step)
        for path in step.glob(f"found-{jobs[0].parts}-*"):  # or a later run would use them
            path.unlink()
        return False

    def find_ends(self) -> list[list[str]]:
        """Collect the positions where the game ends; returns their files."""
        sources = tuple(itertools.chain(*itertools.chain(*self.files)))
        keys = sum(len(self.work.numbers(name, "ends")) for name in sources) // self.work.words
        parts = self.parts_for(names.ENDS, keys, 1)
        while not self.done([FindEnds(parts, part, sources) for part in range(parts)]):
            parts *= 2
        return [[names.found(names.ENDS, parts, part, 0)] for part in range(parts)]

    def all_found(self) -> Steps:
        """All steps, with the counts made on the way."""
        parts = [part for files in self.files for part in files]
        every = list(itertools.chain(*parts))
        counts = [
            sum(len(self.work.numbers(name, "keys")) for name in part) // self.work.words
            for part in parts
        ]
        images = sum(int(self.work.numbers(name, "images")[0]) for name in every)
        stats = np.array([self.work.numbers(name, "stats") for name in every])
        merged = stats.max(axis=0)
        merged[LEAST] = stats[:, LEAST].min()
        return Steps(self.steps, counts, sorted(self.needs()), images, merged)

    def needs(self) -> set[tuple[int, int]]:
        """Which steps each step depends on."""
        lows = [-step.low for step in self.steps[1:]]
        found = {(number, names.ENDS) for number in range(1, len(self.steps))}
        for number, files in enumerate(self.files[1:], 1):
            for name in itertools.chain(*files):
                ranks = self.work.numbers(name, "ranks")[1:]
                steps = np.searchsorted(lows, -ranks, side="left") + 1
                found |= {(number, other) for other in np.unique(steps).tolist()}
        return {(one, other) for one, other in found if one != other}
