"""A solution from compiled rules as tensors: keys, bounds, and how keys are made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.compiled.game import KeyPlan
from perfectplay.engines.compiled.layout import Layout
from perfectplay.engines.compiled.solution import CompiledSolution
from perfectplay.engines.compiled.table import BoundsTable, ranking_of
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solution.storage.container import Stored

COLUMNS = ("keys", "levels", "starts", "ranks", "flip", "stats", "dense")


def header_of(solution: CompiledSolution) -> dict[str, str]:
    """What the header adds to the game."""
    table = solution.table_of_bounds.whole()
    return {**words_of(table.plan, table.layout), "mirror": table.mirror.hex()}


def words_of(plan: KeyPlan, layout: Layout) -> dict[str, str]:
    """How positions become keys, apart from the rules."""
    outgrown = [(plan.game.text(each), score) for each, score in plan.outgrown]
    return {
        "outgrown": json.dumps(outgrown),
        "further": str(plan.further),
        "tracked": str(int(plan.tracked)),
        "layout": fingerprint(layout),
    }


def tensors_of(solution: CompiledSolution) -> dict[str, Any]:
    """The arrays that a file stores."""
    table = solution.table_of_bounds.whole()
    levels = np.array(table.ranking.levels, np.int64)
    tensors = {
        "keys": table.keys.astype(np.int64, copy=False),
        "bounds": table.bounds,
        "levels": levels,
        "starts": table.starts,
        "ranks": table.ranks,
        "flip": table.flip,
        "order": table.order,
        "stats": table.stats,
        "dense": np.array([table.dense], np.int64),
    }
    return {name: np.ascontiguousarray(tensor).ravel() for name, tensor in tensors.items()}


def fingerprint(layout: Layout) -> str:
    """A fingerprint of a layout: the digits of all kinds of position."""
    digits = [
        [
            kind.token[0].__qualname__,
            *((d.low, d.size, d.word, d.step) for d in kind.shape.digits()),
        ]
        for kind in layout.kinds
    ]
    return hashlib.sha256(repr((digits, layout.words)).encode()).hexdigest()[:32]


def plan_of(
    words: Mapping[str, str], game: Game[Any], request: Request, path: Path
) -> tuple[KeyPlan, Layout]:
    """Rebuild how positions become keys from what `words_of` stored in a file."""
    plan = KeyPlan.of(game, request.objective)
    plan.tracked = words["tracked"] == "1"
    plan.further = min(int(words["further"]), 4)
    outgrown = json.loads(words["outgrown"])
    if not isinstance(outgrown, list):
        raise ValueError("its positions do not fit")  # noqa: TRY004  # it is a file's fault
    plan.outgrown = [(game.read(text), int(score)) for text, score in outgrown]
    layout = plan.layout()
    if fingerprint(layout) != words["layout"]:
        raise FileError(f"{path} is of other rules than {game.name} has now")
    return plan, layout


def restored(stored: Stored, game: Game[Any], request: Request) -> CompiledSolution:
    """The solution stored in a file, fully checked."""
    plan, layout = plan_of(stored.header, game, request, stored.path)
    column = {name: np.asarray(stored.numbers(name, "q")) for name in COLUMNS}
    keys = column["keys"].reshape(-1, layout.words)
    bounds = np.asarray(stored.numbers("bounds", "d")).reshape(-1, 2)
    if (
        len(bounds) != len(keys)
        or not np.isfinite(bounds).all()
        or (-bounds[:, 1] < bounds[:, 0]).any()
    ):
        raise ValueError("its bounds do not fit")
    table = BoundsTable(
        plan, layout, ranking_of(layout, keys, ()), column["flip"], column["stats"],
        float.fromhex(stored.word("mirror")), keys, bounds, column["starts"], column["ranks"],
        np.asarray(stored.numbers("order", "i")), bool(column["dense"][0]),
    )  # fmt: skip
    width = len(table.ranking.features.names)
    table.ranking.levels = list(column["levels"].reshape(-1, width)) if width else []
    return CompiledSolution(game, request, table)
