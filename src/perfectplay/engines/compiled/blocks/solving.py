"""A job that solves a part: its positions plus those they depend on form a small game."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks import names
from perfectplay.engines.compiled.blocks.finding import in_order
from perfectplay.engines.compiled.blocks.work import Work
from perfectplay.engines.compiled.layers import Layers, groups
from perfectplay.engines.compiled.positions import Positions
from perfectplay.engines.compiled.rules import Programs
from perfectplay.engines.compiled.solving import Solver, constants

COUNTED = ("beyond", "ends")


@dataclasses.dataclass
class PartLayers(Layers):
    """The positions of a part in order, together with those of other parts they lead to."""

    table: Layers
    """All of them, in layers."""

    def __len__(self) -> int:
        return len(self.order)

    def locate(self, programs: Programs, leaves: Any) -> int:
        return self.table.locate(programs, leaves)

    def keys_of(self, first: int, last: int) -> Any:
        return self.positions.keys[self.order[first:last]]


class PartSolver(Solver):
    """Bounds a part on a single core, so that the result is always the same."""

    def __init__(self, work: Work, layers: PartLayers, bounds: Any) -> None:
        self.work = work
        self.listed = len(work.rules.numbers.values)
        objective, game = work.request.objective, work.compiled.game
        forever = float(objective.utility(game.endless))
        super().__init__(
            layers, work.rules, self.numbers(), forever, work.request.width, bounds=bounds
        )
        self.cores = self.ordered = 1
        self.merged = True

    def numbers(self) -> Any:
        """The numbers used by programs, as far as any program has used them."""
        return constants(
            self.work.request.objective,
            self.work.rules.numbers.values,
            self.work.steps.stats,
            self.work.compiled.mirror(self.work.flip),
        )

    def located(self, first: int, last: int) -> tuple[Any, int]:
        found = super().located(first, last)
        if len(self.rules.numbers.values) > self.listed:
            self.listed = len(self.rules.numbers.values)
            self.known = self.numbers()
        return found


@dataclasses.dataclass
class Part:
    """The positions of a part, and those of others they lead to."""

    keys: Any
    """The part's own keys, by rank and then by key."""
    ranks: Any
    beyond: Any
    ends: Any

    @classmethod
    def of(cls, work: Work, step: int, part: int) -> Part:
        """A part, collected from all rounds."""
        files = found_files(work, step, part)
        own, beyond, ends = (
            np.concatenate([work.keys(name, tensor) for name in files])
            for tensor in ("keys", *COUNTED)
        )
        if len(files) > 1:
            own = own[in_order(own, np.zeros(len(own), np.int64))]
        return cls(np.ascontiguousarray(own), work.ranks_of(own), beyond, ends)

    def solver(self, work: Work, high: int) -> tuple[PartSolver, Any, Any]:
        """A solver for its bounds, the keys it needs from its sisters, and where these are.

        Sisters are the other parts of a step that has only one rank, `high`.
        """
        ranks = work.ranks_of(self.beyond)
        near = ranks == high
        far = in_order(self.beyond, ranks, ~near)
        sisters, beyond, ranks = self.beyond[near], self.beyond[far], ranks[far]
        over = work.are_ends(sisters)
        sisters, ends = sisters[~over], np.concatenate([self.ends, sisters[over]])
        bounds, over = work.bounds_of(beyond, ranks)
        ends = np.concatenate([ends, beyond[over]])
        ends = ends[in_order(ends, np.zeros(len(ends), np.int64))]
        here = np.concatenate([self.keys, sisters])
        here_ranks = np.concatenate([self.ranks, np.full(len(sisters), high)])
        merged = in_order(here, here_ranks)
        keys = np.concatenate([ends, beyond[~over], here[merged]])
        every = np.concatenate([np.full(len(ends), -1), ranks[~over], here_ranks[merged]])
        unknown = np.full((len(here), 2), np.nan)
        values = np.concatenate([work.bounds_of_ends(ends), bounds[~over], unknown])
        places = np.empty(len(here), np.int32)
        places[merged] = np.arange(len(keys) - len(here), len(keys))
        own, others = places[: len(self.keys)], places[len(self.keys) :]
        solver = PartSolver(work, layers_of(work, keys, every, own, self.ranks), values)
        return solver, sisters, others


def layers_of(work: Work, keys: Any, ranks: Any, own: Any, own_ranks: Any) -> PartLayers:
    """Keys in layers, among which those of the part have places of their own."""
    none, leafless = np.zeros(1, np.int64), np.zeros(len(keys), np.uint8)
    known = Positions(
        work.terms.layout, np.ascontiguousarray(keys), leafless, none, work.steps.stats, work.flip
    )
    before = np.zeros(1, np.int32)
    table = Layers(known, work.terms.ranking, work.code, before, before, *groups(ranks))
    starts, values = groups(own_ranks)
    return PartLayers(
        known, work.terms.ranking, work.code, own, before, starts, values, table
    )  # fmt: skip


def found_files(work: Work, step: int, part: int) -> list[str]:
    """The files of a part's positions, round by round."""
    parts = work.steps.steps[step].parts
    return files_of(work, step, parts, part)


def files_of(work: Work, step: int, parts: int, part: int) -> list[str]:
    """The same, for a step known to have this many parts."""
    prefix = names.found(step, parts, part, 0).removesuffix("0").partition("/")[2]
    folder = work.folder.path / names.folder_of(step)
    turns = [
        int(path.name.removeprefix(prefix).removesuffix(".safetensors"))
        for path in folder.glob(f"{prefix}*.safetensors")
    ]
    return [names.found(step, parts, part, turn) for turn in sorted(turns)]


@dataclasses.dataclass(frozen=True)
class SolvePart:
    """Solve a part that depends on no other part of its step."""

    step: int
    part: int

    def run(self, work: Work) -> int:
        """Solve it, unless it is done; returns the number of its positions."""
        part = Part.of(work, self.step, self.part)
        if not work.folder.has(names.block(self.step, self.part)):
            solver, *_ = part.solver(work, names.MOST)
            bounds = solver.run(lambda *_: None)[solver.layers.order]
            work.keep(self.step, self.part, part.keys, part.ranks, bounds)
        return len(part.keys)


@dataclasses.dataclass(frozen=True)
class SolveEnds:
    """Compute the values of some positions where the game ends."""

    part: int

    def run(self, work: Work) -> int:
        """Solve them, unless that is done; returns how many there are."""
        (name,) = found_files(work, names.ENDS, self.part)
        keys = work.keys(name, "keys")
        if not work.folder.has(names.block(names.ENDS, self.part)):
            ranks = np.full(len(keys), -1)
            places = np.arange(len(keys), dtype=np.int32)
            bounds = np.full((len(keys), 2), np.nan)
            solver = PartSolver(work, layers_of(work, keys, ranks, places, ranks), bounds)
            work.keep(names.ENDS, self.part, keys, ranks, solver.run(lambda *_: None))
        return len(keys)
