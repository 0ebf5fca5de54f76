"""What throws offer, as columns; and the tables of scores that follow from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.press import kernels
from perfectplay.engines.press.kernels import Luck
from perfectplay.engines.turns import least_error
from perfectplay.model.press import DICE, PressYourLuck

PARTS = 4
"""Pairs of scores that a thread takes at a time."""


def luck_of(game: PressYourLuck) -> Luck:
    """What throws offer: of several ways to leave as many dice, that with the most points."""
    first, weight, begin, gain, hand = [0, 0], [], [0], [], []
    bust = [0.0]
    for dice in range(1, DICE + 1):
        throws: dict[tuple[tuple[int, int], ...], float] = defaultdict(float)
        rolls = game.thrown(dice)
        for roll, chance in zip(rolls.thens, rolls.odds.floats(), strict=True):
            offers: dict[int, int] = {}
            for points, left in game.asides(roll).values():
                offers[left] = max(offers.get(left, 0), points // game.unit)
            throws[tuple(sorted(offers.items()))] += chance
        bust.append(throws.pop((), 0.0))
        for offered, chance in throws.items():
            weight.append(chance)
            hand += [left for left, _ in offered]
            gain += [points for _, points in offered]
            begin.append(len(gain))
        first.append(len(weight))
    whole = (np.array(column, np.int64) for column in (first, begin, gain, hand))
    starts, begins, gains, hands = whole
    return Luck(starts, np.array(weight), begins, gains, hands, np.array(bust))


def scratch_for(luck: Luck, most: int) -> tuple[Any, ...]:
    """What turns are worked out in: two columns for banking, the worth and its slope."""
    longest = int(luck.gain.max())
    shape = most + longest + 1, DICE + 1
    return np.zeros(shape[0]), np.zeros(shape[0]), np.zeros(shape), np.zeros(shape)


def solve_pairs(luck: Luck, target: int, least: int, tell: Callable[[int], None]) -> Any:
    """The chance of who moves, by their score and the other one's, from the highest scores down."""
    values = np.zeros((target, target))
    for level in range(2 * target - 2, -1, -1):
        low, high = max(0, level - target + 1), level // 2 + 1
        parts = ((*part, level) for part in parts_of(low, high, PARTS))
        columns = values, least, luck
        THREADS.for_each(
            kernels.solve_level, parts, *columns, scratch=lambda: scratch_for(luck, target)
        )
        tell((2 * target - 1 - level) ** 2 // 4)
    return values


def proved(luck: Luck, values: Any, least: int) -> float:
    """By how much the value of the start may be off, proved: bounds that hold at every pair."""
    target = len(values)

    def holds(error: float) -> bool:
        broken = np.zeros(target, np.int64)
        for level in range(2 * target - 2, -1, -1):
            low, high = max(0, level - target + 1), min(level, target - 1) + 1
            parts = ((*part, level) for part in parts_of(low, high, 2 * PARTS))
            columns = values, least, luck, error, broken
            THREADS.for_each(
                kernels.check_level, parts, *columns, scratch=lambda: scratch_for(luck, target)
            )
        return not broken.any()

    return least_error(holds) * (2 * target - 1)


def solve_alone(luck: Luck, target: int, least: int) -> Any:
    """Minus the fewest expected turns, by score."""
    turns = np.zeros(target)
    THREADS.compile(kernels.solve_alone)(turns, least, luck, scratch_for(luck, target))
    return turns


def turn_of(luck: Luck, holding: Any, to_go: int, lost: float) -> Any:
    """What a turn is worth, by its points so far and the dice in hand."""
    worth = np.zeros((len(holding) + 1, DICE + 1))
    THREADS.compile(kernels.turn)(holding, to_go, lost, luck, worth, np.zeros_like(worth))
    return worth[:to_go]
