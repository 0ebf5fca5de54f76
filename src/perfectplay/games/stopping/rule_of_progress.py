"""Can't Stop by a rule of thumb: count the progress of a turn, and stop at a certain number.

The best known such rule, with 28, is Michael Keller's "Rule of 28" (*World Game Review* 6, 1986).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from perfectplay.model.cant_stop import RUNNERS, ClimbSolo, ColumnClimbing, Steps, added
from perfectplay.solution.solution import Solution

RULE = 28
SAME_PARITY, SAME_SIDE = 2, 4
"""Three odd columns count this much more, and three even ones this much less.

So do three columns on one side, the middle included.
"""
MOST_NUMBER = 40
MOST_PLACES = 150_000
"""With more places within turns, following the rules takes too long."""


def progress(turn: Steps) -> int:
    """The progress of a turn's steps.

    A step counts one in the middle column and one more for each column outwards; the first step of
    a turn in a column counts twice.

    >>> seven_and_six, three_odd = {7: 2, 6: 1}, {3: 1, 5: 1, 7: 1}
    >>> [
    ...     progress(tuple(steps.get(column, 0) for column in range(2, 13)))
    ...     for steps in (seven_and_six, three_odd)
    ... ]
    [7, 24]
    """
    middle = len(turn) // 2
    climbed = [column for column, steps in enumerate(turn) if steps]
    counted = sum((1 + turn[column]) * (1 + abs(column - middle)) for column in climbed)
    if len(climbed) == RUNNERS:
        odd = {column % 2 for column in climbed}
        counted += SAME_PARITY * (1 if odd == {1} else -1) if len(odd) == 1 else 0
        counted += SAME_SIDE if max(climbed) <= middle or min(climbed) >= middle else 0
    return counted


class RuleTurns(NamedTuple):
    """The turns a game takes when stopping at each number, and under best play."""

    turns: Mapping[int, float]
    best: float

    @property
    def best_number(self) -> int:
        """The number that takes the fewest turns."""
        return min(self.turns, key=self.turns.__getitem__)


def turns_by_number(solution: Solution) -> RuleTurns:
    """The expected turns of a game played alone, by the progress at which one stops.

    Columns are chosen as in best play, so only the stopping itself can lose anything.

    >>> from perfectplay import solve
    >>> from perfectplay.games.cant_stop import CantStop
    >>> found = turns_by_number(solve(CantStop(sides=2, shortest=1)))
    >>> found.best_number, round(found.turns[RULE] - found.best, 9)
    (12, 0.0)
    """
    game = solution.game
    assert isinstance(game, ColumnClimbing)
    numbers = range(1, MOST_NUMBER + 1)
    turns = RuleFollower(solution, np.array(numbers)).board(game.start().mine)
    return RuleTurns(dict(zip(numbers, map(float, turns), strict=True)), -float(solution.value))


class RuleFollower:
    """A player who stops at a number; many numbers side by side, in lanes."""

    def __init__(self, solution: Solution, numbers: Any) -> None:
        self.solution, self.numbers = solution, numbers
        game: Any = solution.game
        self.game, thrown = game, game.thrown
        self.throws = list(zip(thrown.thens, thrown.odds.floats(), strict=True))
        self.board = functools.cache(self.turns_from)
        self.place = functools.cache(self.turns_at)
        self.value = functools.cache(lambda mine, turn: solution.value_at(ClimbSolo(mine, turn)))

    def turns_from(self, mine: Steps) -> Any:
        """The expected turns from a board, to which a lost turn returns."""
        after, lost = self.rolled(mine, (0,) * len(mine))
        return after / (1 - lost)

    def turns_at(self, mine: Steps, turn: Steps) -> tuple[Any, Any]:
        """The expected turns at a place in a turn, without those from the board if it is lost.

        Returned with the probability of losing the turn.
        """
        stops = progress(turn) >= self.numbers
        stopped = 1 + self.board(added(mine, turn)) if stops.any() else 0
        after, lost = (0, 0) if stops.all() else self.rolled(mine, turn)
        return np.where(stops, stopped, after), np.where(stops, 0, lost)

    def rolled(self, mine: Steps, turn: Steps) -> tuple[Any, Any]:
        """The same before a roll."""
        after, lost = np.zeros(len(self.numbers)), np.zeros(len(self.numbers))
        able = self.game.able(ClimbSolo(mine, turn))
        for dice, chance in self.throws:
            moves = self.game.moves(ClimbSolo(mine, turn, dice), able)
            ends = any(not isinstance(then, ClimbSolo) for then in moves.values())
            if ends or not moves:
                after += chance
                lost += 0 if ends else chance
                continue
            best = max(moves.values(), key=lambda then: self.value(mine, then.turn))
            more, bust = self.place(mine, best.turn)
            after += chance * more
            lost += chance * bust
        return after, lost
