"""What came out of climbing columns: what boards are worth; turns are worked out anew."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines import Request
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.climb import kernels
from perfectplay.engines.climb.course import course_of, levels_of, proved, solve_boards, turn_for
from perfectplay.engines.climb.kernels import Course, Turn
from perfectplay.engines.turns import TurnDuelSolution, TurnSolution
from perfectplay.model.climb import RUNNERS, Climbing, Pair, places
from perfectplay.model.nodes import Number


@dataclasses.dataclass(repr=False)
class ClimbSolution(TurnSolution):
    """What boards are worth to who is to roll, with bounds that are proved.

    >>> from perfectplay import solve
    >>> from perfectplay.games.cant_stop import CantStop
    >>> alone = solve(CantStop(sides=2), engine="climb")
    >>> round(alone.value, 12)
    -1.297948189812
    >>> alone.best(alone.read("turn=0,1,1"))
    'roll'
    """

    engine: ClassVar[str] = "climb"

    game: Climbing
    values: Any
    """By the number of a board."""
    off: float
    """By how much the value of the start may be off."""

    @property
    def positions(self) -> int:
        return places(self.game.tops, self.game.players, 0)

    @property
    def cyclic(self) -> bool:
        return True

    @property
    def lower(self) -> Number:
        return float(self.value) - self.off

    @property
    def upper(self) -> Number:
        return float(self.value) + self.off

    @functools.cached_property
    def course(self) -> Course:
        """The columns, and what rolls offer."""
        return course_of(self.game)

    def anchored(self, position: Hashable) -> Number | None:
        place: Any = position
        if place.dice:
            return None
        board = int(np.dot(place.mine, self.course.stride))
        if isinstance(place, Pair):
            board = board * self.course.boards + int(np.dot(place.theirs, self.course.stride))
        turn, columns = self.turn(board), len(self.game.tops)
        ran = [(column, steps) for column, steps in enumerate(place.turn) if steps]
        (a, sa), (b, sb), (c, sc) = (ran + [(columns, 1)] * RUNNERS)[:RUNNERS]
        steps = ((sa - 1) * turn.room[b] + sb - 1) * turn.room[c] + sc - 1
        worth = float(turn.worth[turn.at[a, b, c] + steps])
        if not isinstance(place, Pair):
            return worth - 1.0  # the turn under way counts
        worth = min(max(worth, 0.0), 1.0)  # rounded, a chance may be beyond
        return 1.0 - worth if place.player else worth

    def worked_out(self, start: int) -> Turn:
        """The turn of a board."""
        turn, lost = turn_for(self.course), self.values[start]
        if self.game.players == 2:
            mine, theirs = divmod(start, self.course.boards)
            lost = 1.0 - self.values[theirs * self.course.boards + mine]
        THREADS.compile(kernels.turn_of_board)(self.course, turn, start, self.values, lost)
        return turn


@dataclasses.dataclass(repr=False)
class ClimbDuelSolution(TurnDuelSolution, ClimbSolution):
    """The same for two, whose chances they are."""


def solved(game: Climbing, request: Request) -> ClimbSolution:
    """Solve a game of climbing columns."""
    course = course_of(game)
    levels = levels_of(course)
    request.tell("climbing", 0)
    values = solve_boards(course, levels, lambda boards: request.tell("climbing", boards))
    request.tell("proving bounds", len(levels.boards))
    off = proved(course, levels, values) * (1 + int(levels.to_go[0]))
    kind = ClimbDuelSolution if game.players == 2 else ClimbSolution
    return kind(game, request, values, off)
