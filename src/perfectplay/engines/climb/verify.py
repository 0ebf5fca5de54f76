"""A second opinion on climbed columns: positions of games at random, worked out from the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from perfectplay.engines import Progress
from perfectplay.engines.climb.solution import ClimbSolution
from perfectplay.model.climb import Pair, Place, Solo
from perfectplay.model.nodes import Choice, Final, Gain
from perfectplay.solution.verification import Verification, verify_at

PLACES = 60
SEED = 7


def verified(solution: ClimbSolution, progress: Progress | None = None) -> Verification:
    """Check some positions before a roll."""
    return verify_at(solution, drawn(solution), progress, of=solution.positions)


def drawn(solution: ClimbSolution) -> Iterator[tuple[Place, Any]]:
    """Positions that games at random come through, from the start on."""
    game, generator = solution.game, random.Random(SEED)  # noqa: S311  # a sample
    place: Any = game.start()
    for _ in range(PLACES):
        yield place, None
        while True:
            node = game.at(place) if isinstance(place, (Solo, Pair)) else place
            if isinstance(node, Final):
                place = game.start()
                break
            steps = list(node.options.values()) if isinstance(node, Choice) else node.thens
            place = generator.choice(steps)
            place = place.then if isinstance(place, Gain) else place
            if isinstance(place, (Solo, Pair)) and not place.dice:
                break
