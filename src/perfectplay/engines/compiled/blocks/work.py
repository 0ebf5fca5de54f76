"""What a process keeps at hand while working on a folder: compiled rules, and solved blocks."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from perfectplay.code_bundle import CodeBundle
from perfectplay.engines.compiled.blocks import names
from perfectplay.engines.compiled.blocks.manifest import Steps, Terms
from perfectplay.engines.compiled.compiler.llvm import MachineCode
from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.layers import groups, unflip
from perfectplay.engines.compiled.runtime import placing
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solution.storage.blocks import Folder
from perfectplay.solution.storage.container import Stored, open_file
from perfectplay.solution.storage.files import MANIFEST

KEPT_OPEN = 64
"""The number of files kept open; they are mapped, and use memory only where they are read."""
NONE = np.zeros(0, np.int64)


class SolvedBlock(NamedTuple):
    """A solved part: keys in layers, and their bounds."""

    keys: Any
    bounds: Any
    starts: Any
    ranks: Any

    def find(self, code: MachineCode, keys: Any) -> Any:
        """The indices of some keys; -1 for those not in this part."""
        return find_all(code, keys, self.keys, self.ranks, self.starts)


def find_all(code: MachineCode, wanted: Any, keys: Any, ranks: Any, starts: Any) -> Any:
    """The indices of some keys among others in layers; -1 for those not there."""
    places = np.empty(len(wanted), np.int64)
    wanted = np.ascontiguousarray(wanted)
    code["find_all"](
        wanted, len(wanted), keys, wanted.shape[1], len(ranks), ranks, starts, places
    )  # fmt: skip
    return places


class Blocks:
    """The files of a folder whose keys and ranks are known."""

    def __init__(self, terms: Terms, folder: Folder) -> None:
        self.terms, self.folder = terms, folder
        self.words = terms.layout.words
        self.code = placing(terms.ranking.function())
        self.opened = functools.lru_cache(KEPT_OPEN)(folder.stored)
        self.solved = functools.lru_cache(KEPT_OPEN)(self.read)

    @functools.cached_property
    def steps(self) -> Steps:
        """All steps, available once all positions are found."""
        stored = open_file(self.folder.path / MANIFEST)
        steps = Steps.told(stored)
        if steps is None:
            raise unfinished(self.folder.path)
        return steps

    def numbers(self, name: str, tensor: str) -> Any:
        """Whole numbers from a file."""
        return np.asarray(self.opened(name).numbers(tensor, "q"))

    def keys(self, name: str, tensor: str) -> Any:
        """Keys from a file."""
        return self.numbers(name, tensor).reshape(-1, self.words)

    def ranks_of(self, keys: Any) -> Any:
        """The ranks of some keys."""
        keys, ranks = np.ascontiguousarray(keys), np.zeros(len(keys), np.int64)
        self.code["rank_all"](keys, self.words, 0, len(keys), ranks)
        return ranks

    def read(self, step: int, part: int) -> SolvedBlock:
        """Read a solved part."""
        stored = self.folder.stored(names.block(step, part))
        keys = np.asarray(stored.numbers("keys", "q")).reshape(-1, self.words)
        bounds = np.asarray(stored.numbers("bounds", "d")).reshape(-1, 2)
        starts, ranks = (np.asarray(stored.numbers(each, "q")) for each in ("starts", "ranks"))
        if len(bounds) != len(keys) or len(starts) != len(ranks) + 1 or starts[-1] != len(keys):
            raise FileError(f"{stored.path} is damaged: its contents do not match its header")
        return SolvedBlock(keys, bounds, starts, ranks)

    def keep(self, step: int, part: int, keys: Any, ranks: Any, bounds: Any) -> None:
        """Write a solved part; its keys are sorted."""
        starts, values = groups(ranks)
        tensors = {"keys": keys, "bounds": bounds, "starts": starts, "ranks": values}
        flat = {name: np.ascontiguousarray(each).ravel() for name, each in tensors.items()}
        self.folder.keep(names.block(step, part), flat)

    def step_of(self, ranks: Any) -> Any:
        """The steps of positions with these ranks, unless they are ends."""
        lows = np.array([step.low for step in self.steps.steps[1:]], np.int64)
        return len(lows) - np.searchsorted(lows[::-1], ranks, side="right") + 1

    def bounds_of(self, keys: Any, ranks: Any) -> tuple[Any, Any]:
        """The bounds of positions of earlier steps, and which of them are ends."""
        bounds = np.full((len(keys), 2), np.nan)
        self.look_up(keys, self.step_of(ranks), bounds)
        ends = np.isnan(bounds[:, 0])
        bounds[ends] = self.bounds_of_ends(keys[ends])
        return bounds, ends

    def bounds_of_ends(self, keys: Any) -> Any:
        """The bounds of positions where the game ends."""
        bounds = np.full((len(keys), 2), np.nan)
        self.look_up(keys, np.full(len(keys), names.ENDS), bounds)
        if np.isnan(bounds[:, 0]).any():
            raise LookupError("a position leads to one that was not found before")
        return bounds

    def are_ends(self, keys: Any) -> Any:
        """Which of these positions end the game."""
        bounds = np.full((len(keys), 2), np.nan)
        self.look_up(keys, np.full(len(keys), names.ENDS), bounds)
        return ~np.isnan(bounds[:, 0])

    def look_up(self, keys: Any, steps: Any, bounds: Any) -> None:
        """Fill in the bounds of the keys found in their steps."""
        for step in np.unique(steps).tolist():
            here = np.flatnonzero(steps == step)
            parts = names.part_of(keys[here], self.steps.steps[step].parts)
            for part in np.unique(parts).tolist():
                some = here[parts == part]
                block = self.solved(step, part)
                places = block.find(self.code, keys[some])
                known = places >= 0
                bounds[some[known]] = block.bounds[places[known]]


class Site(NamedTuple):
    """Which solve to work on, and where: everything a worker gets besides a job."""

    bundle: CodeBundle
    folder: str
    solve: str


class Work(Blocks):
    """A game's rules together with the files of a folder: everything a job needs."""

    def __init__(
        self, compiled: CompiledGame, request: Request, terms: Terms, folder: Folder
    ) -> None:
        super().__init__(terms, folder)
        self.compiled, self.request = compiled, request
        self.rules, self.flip = compiled.rules, terms.flip
        self.start = np.array([compiled.start()], np.int64)
        """The key of the starting position."""
        unflip(self.start, self.flip)

    @classmethod
    def told(cls, stored: Stored, game: Game[Any], request: Request, folder: Folder) -> Work:
        """The work that a manifest describes, with its rules compiled."""
        terms = Terms.told(stored, game, request)
        return cls(CompiledGame(game, request.objective, terms.plan), request, terms, folder)


class FolderJob(Protocol):
    """A job that runs in a folder; each of its files is written completely or not at all."""

    def run(self, work: Work) -> Any:
        """Run the job."""


class Task(NamedTuple):
    """A job, its number within its batch, and where to run it."""

    number: int
    site: Site
    job: FolderJob


AT_WORK: dict[str, Work] = {}
"""The solve this process is working on; it keeps only one."""


def do(task: Task) -> Any:
    """Run a job, on any machine."""
    site = task.site
    if site.solve not in AT_WORK:
        folder = Folder.on_node(site.folder, site.solve)
        game, request = site.bundle.opened()
        stored = open_file(folder.path / MANIFEST)
        begin(site.solve, Work.told(stored, game, request, folder))
    return task.job.run(AT_WORK[site.solve])


def begin(solve: str, work: Work) -> None:
    """Keep the work for one solve at hand, and drop any other."""
    AT_WORK.clear()
    AT_WORK[solve] = work


def unfinished(path: Path) -> FileError:
    """The message for a solve that is not finished."""
    return FileError(f"the solve in {path} is not finished; the same solve goes on from there")
