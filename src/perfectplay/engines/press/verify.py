"""A second opinion on turns at one's luck: positions drawn at random, worked out from the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from perfectplay.engines import Progress
from perfectplay.engines.press.solution import PressSolution
from perfectplay.model.press import DICE, Pair, Place, Solo
from perfectplay.solution.verification import Verification, verify_at

PLACES = 40
SEED = 7


def verified(solution: PressSolution, progress: Progress | None = None) -> Verification:
    """Check some positions before a throw."""
    return verify_at(solution, drawn(solution), progress, of=solution.positions)


def drawn(solution: PressSolution) -> Iterator[tuple[Place, Any]]:
    """The start, and positions within turns."""
    game, generator = solution.game, random.Random(SEED)  # noqa: S311  # a sample
    yield game.start(), None
    for number in range(PLACES):
        enough = game.enough // game.unit
        mine = generator.randrange(enough) if game.goal else 0
        turn = generator.randrange(enough - mine)
        dice = generator.randint(1, DICE) if turn else DICE
        scores = mine * game.unit, generator.randrange(enough) * game.unit
        if game.players == 2:
            yield Pair(*scores, turn * game.unit, dice, number % 2), None
        else:
            yield Solo(scores[0], turn * game.unit, dice), None
