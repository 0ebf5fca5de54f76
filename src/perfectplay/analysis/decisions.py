"""Describe where a decision is made, in a few words."""

from __future__ import annotations

from typing import Any

from perfectplay.model.game import Game
from perfectplay.model.scorecard import Rolled
from perfectplay.objectives import as_text
from perfectplay.solution.decisions import WeightedDecision

MOST_TOLD = 6
"""A turn with more open boxes is described by the filled ones."""


def situation(game: Game[Any], decision: WeightedDecision) -> str:
    """A decision as a person would describe it: by its position, or by the dice and the boxes.

    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = Yazy()
    >>> roll = yazy.read("open=sixes,straight roll=2,3,4,6,6 rerolls=1")
    >>> situation(yazy, WeightedDecision(roll, None, ("keep 6 6",), "keep all", 1.0, 0.5))
    '2 3 4 6 6, 1 left; open sixes, straight'
    """
    position, card = decision.position, game.card
    words = game.text(position)
    if isinstance(position, Rolled) and card is not None:
        filled = [name for name in card.names if name not in position.open]
        boxes = f"{', '.join(filled)} filled" if filled else "first turn"
        if len(position.open) <= MOST_TOLD:
            boxes = f"open {', '.join(position.open)}"
        left = f", {position.rerolls} left" if card.rerolls else ""
        words = f"{' '.join(map(str, position.roll))}{left}; {boxes}"
    return words if decision.score is None else f"{words}, {as_text(decision.score)} points"
