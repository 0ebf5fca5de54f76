"""The figures of a race: boards of all turns, single turns, sums of dice, going first."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from perfectplay.engines import opinions
from perfectplay.figures.kinds import POLICY, FigureKind, FigureRequest
from perfectplay.solution.answers import request_for
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def refuses_board(solution: Solution) -> str | None:
    """Refuse games that are not races; a race solved by another engine can still be rated."""
    if RatingBoard in solution.answers:
        return None
    refusal = opinions(solution.game, request_for(solution, RatingBoard))[0].refusal
    return None if refusal is None else str(refusal)


def draw_race(wish: FigureRequest, *, last: bool) -> Figure:
    """The boards of a race, or its options at one turn."""
    from perfectplay.games.greed.figures.board import board
    from perfectplay.games.greed.figures.last_turn import last_turn
    from perfectplay.games.greed.figures.options import options

    race = solution_offering(wish.solution, RatingBoard)
    ratings = race.answer(RatingBoard)
    if wish.at is None:
        return board(ratings, last=last, dark=wish.dark)
    race.best(wish.at)  # which refuses anything but a turn
    turn: Any = wish.at
    if last or turn.last:
        return last_turn(ratings, turn.mine, turn.theirs, runner_up=True, dark=wish.dark)
    return options(ratings, turn.mine, turn.theirs, dark=wish.dark)


KINDS = (
    FigureKind("policy", POLICY, refuses_board, functools.partial(draw_race, last=False), True),
    FigureKind(
        "last", "The last turn", refuses_board, functools.partial(draw_race, last=True), True
    ),
)
