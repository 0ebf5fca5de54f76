"""A second opinion on bearing off: positions drawn at random, worked out anew from the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from perfectplay.engines import Progress
from perfectplay.engines.bearing.pairs import OWNERS
from perfectplay.engines.bearing.solution import BoardsSolution
from perfectplay.model.bearing import Alone, Board, Place, Sides, Stakes
from perfectplay.solution.verification import Verification, verify_at

PLACES = 300
SEED = 7


def verified(solution: BoardsSolution, progress: Progress | None = None) -> Verification:
    """Check some positions before a roll, and after it."""
    return verify_at(solution, drawn(solution), progress, of=solution.positions)


def drawn(solution: BoardsSolution) -> Iterator[tuple[Place, Any]]:
    """Positions of all kinds."""
    generator, every = random.Random(SEED), list(solution.numbers)[1:]  # noqa: S311  # a sample

    def board() -> Board:
        return generator.choice(every)

    yield solution.game.start(), None
    for number in range(PLACES):
        player, owner = number % 2, OWNERS[number % 3]
        if solution.game.players == 1:
            yield Alone(board()), None
        elif solution.game.doubling:
            yield Stakes(board(), board(), player, 1 if owner == "nobody" else 4, owner), None
        else:
            yield Sides(board(), board(), player), None
