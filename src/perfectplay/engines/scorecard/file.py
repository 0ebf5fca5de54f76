"""A solved scorecard as tensors: a value for each anchor; the card numbers them."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.size import require_countable
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.solution.storage.container import Stored


def tensors_of(solution: ScorecardSolution) -> dict[str, Any]:
    """The values, anchor by anchor."""
    return {"value": np.ascontiguousarray(solution.values)}


def restored(stored: Stored, game: Game[Any], request: Request) -> ScorecardSolution:
    """The solution that a file holds."""
    if not isinstance(game, DiceAndBoxes):
        raise FileError(f"{stored.path} holds the solution of a scorecard, not of {game.name}")
    card = game.card
    anchors = Anchors(card)
    require_countable(anchors, request.memory)
    values = np.frombuffer(stored.tensors["value"], np.float64)
    if len(values) != anchors.count:
        raise FileError(
            f"{stored.path} has {len(values):,} values; {card.name} has {anchors.count:,}"
        )
    return ScorecardSolution(game, request, anchors, Lattice(card.dice, card.sides), values)
