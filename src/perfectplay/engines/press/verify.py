"""A second opinion on turns at one's luck: positions drawn at random, worked out from the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from perfectplay.engines import Progress
from perfectplay.engines.press.solution import PressSolution
from perfectplay.model.press import Pair, Place, Solo, reach_of
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
    reach = reach_of(game)
    turns, scores = sorted(reach.turns), [score for score, counts in reach.rounds.items() if counts]
    for number in range(PLACES):
        mine, theirs = generator.choices(scores or [0], k=2)
        turn, dice = generator.choice([each for each in turns if mine + each[0] < game.enough])
        pair = Pair(mine, theirs, turn, dice, number % 2)
        place = pair if game.players == 2 else Solo(mine, turn, dice)
        if not game.complaint(place):
            yield place, None
