"""Play a race many times over, by its ratings and with dice from a seeded generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines.race.ratings import Ratings
from perfectplay.model.race import RaceTurn


def play(ratings: Ratings, start: RaceTurn, games: int, generator: np.random.Generator) -> Any:
    """The results of some games for the first player: 1 for a win, 0 for a tie, -1 for a loss."""
    last_choice, choice = np.array(ratings.last_choice), np.array(ratings.normal_choice)
    scores = np.zeros((games, 2), np.int64)
    scores[:, start.player] = start.mine
    scores[:, 1 - start.player] = start.theirs
    player, last = start.player, np.full(games, start.last)
    margins = np.zeros(games, np.int64)
    running = np.arange(games)
    while len(running):
        mover = ratings.mover(player)
        mine, theirs = scores[running, player], scores[running, 1 - player]
        was_last = last[running]
        dice = np.where(was_last, last_choice[mover, mine, theirs], choice[mover, mine, theirs])
        scores[running, player] += roll(generator, dice, ratings.sides)
        bust = scores[running, player] > ratings.limit
        sign = 1 if player == 0 else -1
        margins[running[bust]] = -sign
        level_out = running[was_last & ~bust]
        margins[level_out] = np.sign(scores[level_out, 0] - scores[level_out, 1])
        last[running] = dice == 0
        running = running[~was_last & ~bust]
        player = 1 - player
    return margins


def roll(generator: np.random.Generator, dice: Any, sides: int) -> Any:
    """The sums of different numbers of dice."""
    totals = np.zeros(len(dice), np.int64)
    still = np.nonzero(dice)[0]
    left = dice.copy()
    while len(still):
        totals[still] += generator.integers(1, sides + 1, len(still))
        left[still] -= 1
        still = still[left[still] > 0]
    return totals
