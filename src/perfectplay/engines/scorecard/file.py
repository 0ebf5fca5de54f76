"""A solved scorecard as tensors: a value for each anchor; the card numbers them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.graph.explore import MEMORY_LIMIT
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.size import require_countable
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import Objective


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
    """The solution that a file holds."""
    if not isinstance(game, DiceAndBoxes):
        raise FileError(f"{path} holds the solution of a scorecard, which {game.name} is not")
    card = game.card
    anchors = Anchors(card)
    require_countable(anchors, MEMORY_LIMIT)
    values = np.frombuffer(tensors["value"], np.float64)
    if len(values) != anchors.count:
        raise FileError(f"{path} has {len(values):,} values; {card.name} has {anchors.count:,}")
    lattice, seconds = Lattice(card.dice, card.sides), float(header["seconds"])
    return ScorecardSolution(game, objective, MEMORY_LIMIT, seconds, anchors, lattice, values)
