"""The manifest of a folder: how positions become keys and ranks, and which steps there are."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks.names import ENDS, RankRange
from perfectplay.engines.compiled.file import plan_of, words_of
from perfectplay.engines.compiled.game import KeyPlan
from perfectplay.engines.compiled.layout import Layout
from perfectplay.engines.compiled.positions import NO_MIRROR, flip_of
from perfectplay.engines.compiled.ranking import Features, Ranking
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solution.storage.blocks import manifest_before, write_manifest
from perfectplay.solution.storage.container import Stored
from perfectplay.solution.storage.files import described

CUT = "cut"
"""The header's key for how keys and ranks are made; only manifests have it."""
TENSORS = ("steps", "counts", "needs", "images", "stats")


@dataclasses.dataclass
class Terms:
    """How a game's positions become keys and ranks, and how many keys a part may hold."""

    plan: KeyPlan
    layout: Layout
    mirrored: bool
    ranking: Ranking
    sample: Any
    """The keys from which the ranking's features were made."""
    room: int

    @property
    def flip(self) -> Any:
        """How positions are mirrored."""
        return flip_of(self.layout) if self.mirrored else NO_MIRROR

    @property
    def text(self) -> str:
        """Everything that distinguishes these terms from others, as text."""
        told = {
            **words_of(self.plan, self.layout),
            "mirrored": self.mirrored,
            "levels": [list(map(int, level)) for level in self.ranking.levels],
            "sample": hashlib.sha256(self.sample.tobytes()).hexdigest()[:32],
            "room": self.room,
        }
        return json.dumps(told)

    @classmethod
    def told(cls, stored: Stored, game: Game[Any], request: Request) -> Terms:
        """The terms stored in a manifest."""
        told = json.loads(stored.header[CUT])
        plan, layout = plan_of(told, game, request, stored.path)
        plan.mirrored = bool(told["mirrored"])
        sample = np.array(stored.numbers("sample", "q"), np.int64).reshape(-1, layout.words)
        features = Features(layout, sample)
        levels = [np.array(level, np.int64) for level in told["levels"]]
        if any(len(level) != len(features.names) for level in levels):
            raise ValueError("its ranks do not fit")
        ranking = Ranking(features, levels, complete=False)
        return cls(plan, layout, plan.mirrored, ranking, sample, int(told["room"]))


@dataclasses.dataclass
class Steps:
    """All positions of a game once they are found: the steps, and how many each has."""

    steps: list[RankRange]
    """The step of the ends, then all steps from the start on."""
    counts: list[int]
    """The number of positions in each part, step by step."""
    needs: list[tuple[int, int]]
    """Pairs of steps, of which the first depends on the second."""
    images: int
    """How many positions also stand for a mirror image."""
    stats: Any
    """Statistics, see `kernels.reach`."""

    @property
    def tensors(self) -> dict[str, Any]:
        """The same as arrays."""
        return {
            "steps": np.array(self.steps, np.int64).ravel(),
            "counts": np.array(self.counts, np.int64),
            "needs": np.array(self.needs, np.int64).ravel(),
            "images": np.array([self.images], np.int64),
            "stats": np.ascontiguousarray(self.stats),
        }

    @classmethod
    def told(cls, stored: Stored) -> Steps | None:
        """The steps stored in a manifest; None until all positions are found."""
        if "steps" not in stored.tensors:
            return None
        column = {name: np.array(stored.numbers(name, "q"), np.int64) for name in TENSORS}
        steps = [RankRange(*row) for row in column["steps"].reshape(-1, 3).tolist()]
        counts = column["counts"].tolist()
        if sum(step.parts for step in steps) != len(counts) or not len(column["images"]):
            raise ValueError("its steps do not fit")
        needs = [(one, other) for one, other in column["needs"].reshape(-1, 2).tolist()]
        return cls(steps, counts, needs, int(column["images"][0]), column["stats"])

    @property
    def firsts(self) -> list[int]:
        """The number of the first part of each step, and the number of all parts."""
        return [0, *itertools.accumulate(step.parts for step in self.steps)]

    @property
    def in_order(self) -> list[int]:
        """All steps in the order they are solved: the ends, then from the last step backwards."""
        return [ENDS, *range(len(self.steps) - 1, 0, -1)]

    def states(self, step: int) -> int:
        """The number of positions in a step."""
        return sum(self.counts[self.firsts[step] : self.firsts[step + 1]])


def header_of(game: Game[Any], request: Request) -> dict[str, str]:
    """What distinguishes one solve from others; the split into parts is added to it."""
    width = "" if request.width is None else request.width.hex()
    return {**described(game, request.objective), "engine": "compiled", "width": width}


def before(path: Path, game: Game[Any], request: Request) -> Stored | None:
    """The manifest of the same solve, if it was started in this folder."""
    return manifest_before(path, header_of(game, request), CUT)


def write(path: Path, header: dict[str, str], terms: Terms, steps: Steps | None = None) -> None:
    """Record a solve that has started, or whose positions have been found."""
    sample = np.ascontiguousarray(terms.sample).ravel()
    write_manifest(path, header, {"sample": sample, **(steps.tensors if steps else {})})
