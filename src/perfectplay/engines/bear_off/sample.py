"""Positions of bearing off, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from perfectplay.engines.bear_off.pairs import OWNERS
from perfectplay.engines.bear_off.solution import BoardsSolution
from perfectplay.model.bear_off import Alone, Board, Place, Sides, Stakes

PLACES = 300
SEED = 7


def sample(solution: BoardsSolution) -> Iterator[Place]:
    """Positions of all kinds."""
    generator, every = random.Random(SEED), list(solution.numbers)[1:]  # noqa: S311  # a sample

    def board() -> Board:
        return generator.choice(every)

    yield solution.game.start()
    for number in range(PLACES):
        player, owner = number % 2, OWNERS[number % 3]
        if solution.game.players == 1:
            yield Alone(board())
        elif solution.game.doubling:
            yield Stakes(board(), board(), player, 1 if owner == "nobody" else 4, owner)
        else:
            yield Sides(board(), board(), player)
