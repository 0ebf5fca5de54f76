"""What turns are worth at their start: from the fewest steps to go on, a fixed point for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.turn_game.numbering import TurnNumbering

MOST_ROUNDS = 200
NEWTON_ROUNDS = 30
SETTLED = 1e-14
STEEPEST = 1 - 2.0**-20
"""The slope of turns that are all but lost, so that lines always cross."""


class TurnLines(NamedTuple):
    """Turns as lines: what they are worth by what they are worth lost, while choices are kept.

    That is what the next turn is worth, or for two, what the other one's turn leaves.
    """

    at: Any
    """What each is taken to be worth itself."""
    found: Any
    """What it is worth then, by what the others are taken to be worth."""
    slope: Any

    def of(self, places: Any) -> TurnLines:
        """Some of the lines."""
        return TurnLines(*(column[places] for column in self))

    def crossing(self, others: TurnLines | None) -> Any:
        """Where lines meet those of who is next: the other players' ones or, alone, themselves."""
        x, new_x, rise_x = self.at, self.found, self.slope.clip(0.0, STEEPEST)
        if others is None:
            return x + (new_x - x) / (1 - rise_x)
        y, new_y, rise_y = others.at, others.found, others.slope.clip(0.0, STEEPEST)
        return (new_x + rise_x * (y - new_y - rise_y * x)) / (1 - rise_x * rise_y)


def solve_levels(numbering: TurnNumbering, tell: Callable[[int], None]) -> Any:
    """By number, what a turn is worth to who moves."""
    values = np.zeros(len(numbering.to_go))
    done = 0
    for starts in numbering.levels():
        values[starts] = numbering.guessed(values, starts)
        solve_level(numbering, values, starts)
        done += len(starts)
        tell(done)
    return values


def solve_level(numbering: TurnNumbering, values: Any, starts: Any) -> None:
    """Starts of which none leads to another but by a lost turn: by Newton's method."""
    for rounds in range(MOST_ROUNDS):
        lines = TurnLines(values[starts], *numbering.evaluate_turns(values, starts))
        other = numbering.partners(starts)
        now = lines.found
        if rounds < NEWTON_ROUNDS:
            now = lines.crossing(None if other is None else lines.of(other))
        values[starts] = now.clip(0.0, 1.0) if numbering.two else now
        moved = abs(lines.found - lines.at) > SETTLED * np.maximum(1.0, abs(now))
        if other is not None:
            moved |= moved[other]
        starts = starts[moved]
        if not len(starts):
            return
