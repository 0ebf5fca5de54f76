"""A solved scorecard as tensors: a value for each anchor, and the declaration that numbers them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.explore import MEMORY_LIMIT
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes, Scorecard
from perfectplay.model.scorecard.declaration import as_data
from perfectplay.objectives import Objective
from perfectplay.solution.scorecard_solution import ScorecardSolution


def header_of(solution: ScorecardSolution) -> dict[str, str]:
    """What the header tells of a scorecard beside the game: its declaration."""
    return {"card": declared(solution.game.card)}


def declared(card: Scorecard) -> str:
    """A declaration as text."""
    return json.dumps(as_data(card))


def tensors_of(solution: ScorecardSolution) -> dict[str, Any]:
    """The values, anchor by anchor."""
    return {"value": np.ascontiguousarray(solution.values)}


def restored(
    path: Path,
    game: Game[Any],
    objective: Objective,
    header: Mapping[str, str],
    tensors: Mapping[str, Any],
) -> ScorecardSolution:
    """The solution that a file holds, if the game has the same card today."""
    if not isinstance(game, DiceAndBoxes) or declared(game.card) != header["card"]:
        raise FileError(f"{path} holds a solution of another scorecard than that of {game!r}")
    card = game.card
    anchors = Anchors(card)
    values = np.frombuffer(tensors["value"], np.float64)
    if len(values) != anchors.count:
        raise FileError(f"{path} has {len(values):,} values; {card.name} has {anchors.count:,}")
    lattice, seconds = Lattice(card.dice, card.sides), float(header["seconds"])
    return ScorecardSolution(game, objective, MEMORY_LIMIT, seconds, anchors, lattice, values)
