"""Random positions of a game of turns: turns from any start, and places within them."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator

from perfectplay.engines.turn_game.solution import TurnGameSolution
from perfectplay.model.walk import node_at, positions_after

TURNS = 40
LONGEST = 6
"""The number of positions examined in a turn."""
SEED = 7


def sample(solution: TurnGameSolution) -> Iterator[Hashable]:
    """The start, and some turns from other possible starts."""
    game, generator = solution.game, random.Random(SEED)  # noqa: S311  # a sample
    starts = solution.turns.starts.tolist()
    yield game.start()
    for turn in range(TURNS):
        place = solution.turns.start(generator.choice(starts), turn % game.players)
        for _ in range(LONGEST):
            if not solution.covers(place):
                break
            yield place
            after = [then for then, _ in positions_after(place, node_at(game, place), None)]
            if not after:
                break
            place = generator.choice(after)
