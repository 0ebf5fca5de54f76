"""The values of turns at their start: a fixed point for each, those closest to the end first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.turn_game.numbering import TurnNumbering

MOST_ROUNDS = 200
NEWTON_ROUNDS = 30
SETTLED = 1e-14
STEEPEST = 1 - 2.0**-20
"""The slope of turns that are almost surely lost, so that lines always cross."""


class TurnLines(NamedTuple):
    """Turns as lines: their value as a function of the value if lost, with choices kept.

    The latter is the value of the next turn or, for two, what the opponent's turn leaves.
    """

    at: Any
    """The assumed value of each turn itself."""
    found: Any
    """The resulting value, given the assumed values of the others."""
    slope: Any

    def of(self, places: Any) -> TurnLines:
        """A selection of the lines."""
        return TurnLines(*(column[places] for column in self))

    def crossing(self, others: TurnLines | None) -> Any:
        """Where lines meet those of the next player: the opponent's or, alone, themselves."""
        x, new_x, rise_x = self.at, self.found, self.slope.clip(0.0, STEEPEST)
        if others is None:
            return x + (new_x - x) / (1 - rise_x)
        y, new_y, rise_y = others.at, others.found, others.slope.clip(0.0, STEEPEST)
        return (new_x + rise_x * (y - new_y - rise_y * x)) / (1 - rise_x * rise_y)


def solve_levels(numbering: TurnNumbering, tell: Callable[[int], None]) -> Any:
    """The value of each turn to the player to move."""
    values = np.zeros(len(numbering.to_go))
    done = 0
    for starts in numbering.levels():
        values[starts] = numbering.guessed(values, starts)
        solve_level(numbering, values, starts)
        done += len(starts)
        tell(done)
    return values


def solve_level(numbering: TurnNumbering, values: Any, starts: Any) -> None:
    """Solve starts that only lead to one another by a lost turn: by Newton's method."""
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
