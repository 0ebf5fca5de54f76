"""One roll after another, each for points or the end of the turn: Pig and Piglet."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import ClassVar

from perfectplay.engines.turn_game.points import Offers, Points, play_turns, throw_offers
from perfectplay.model.jeopardy import Jeopardy


class JeopardyNumbering(Points):
    """Pig's scores and turns: always with one die to roll."""

    part: ClassVar[int] = 512

    def __init__(self, game: Jeopardy) -> None:
        rolls: dict[Offers, Fraction] = defaultdict(Fraction)
        for points, chance in zip(game.roll.thens, game.roll.odds.fractions(), strict=True):
            rolls[((1, points),) if points else ()] += chance
        luck = throw_offers([rolls], game.target, game.players)
        super().__init__(game, play_turns, luck, game.target)


NUMBERING = JeopardyNumbering
