"""A solved scorecard as tensors: a value for each anchor; the card numbers them."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.size import require_countable
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.engines.scorecard.solve.utility_weights import most_points
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.request import Request
from perfectplay.solution.storage.container import Stored

SLACK = 1e-9
"""The share of the largest value by which rounding may exceed it."""


def tensors_of(solution: ScorecardSolution) -> dict[str, Any]:
    """The values, by anchor."""
    return {"value": np.ascontiguousarray(solution.values)}


def restored(stored: Stored, game: Game[Any], request: Request) -> ScorecardSolution:
    """The solution stored in a file."""
    if not isinstance(game, DiceAndBoxes):
        raise FileError(f"{stored.path} holds the solution of a scorecard, not of {game.name}")
    card = game.card
    anchors = Anchors(card)
    require_countable(anchors, request.compute.memory_limit)
    objective = request.objective
    if not objective.linear and not (objective.memoryless and game.players == 1):
        raise ValueError(f"a scorecard's own values are not for '{objective}'")
    values = np.frombuffer(stored.numbers("value", "d"), np.float64)
    if len(values) != anchors.count:
        raise FileError(
            f"{stored.path} has {len(values):,} values; {card.name} has {anchors.count:,}"
        )
    ends = [float(objective.final(points)) for points in (0, most_points(anchors))]
    slack = SLACK * max(map(abs, ends))
    if not (min(ends) - slack <= values.min() and values.max() <= max(ends) + slack):
        raise ValueError("values that no score of the card can have")
    return ScorecardSolution(game, request, anchors, Lattice.of(card), values)
