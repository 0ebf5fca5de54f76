"""Verification finds what is wrong with bounds."""

import pytest

from perfectplay import Choice, Final, solve
from perfectplay.games.piglet import Piglet
from perfectplay.model.jeopardy import JeopardyDuel
from perfectplay.solution.verification import VerificationError, verify
from tests.table_game import TableGame

pytestmark = pytest.mark.usefixtures("looked_at")


@pytest.mark.parametrize("side", [0, 1])
def test_a_bound_that_is_too_tight_is_found(side):
    solution = solve(Piglet(target=4))
    node = solution.node(JeopardyDuel(0, 0, 0, 0))
    solution.bounds[side][node] = (
        solution.bounds[side][solution.node(JeopardyDuel(3, 0, 0, 0))] * side
    )
    with pytest.raises(VerificationError, match=r"(bound|value) at"):
        verify(solution)


def test_a_false_solution_of_the_equations_is_found():
    """That waiting is worth 5 satisfies the equations, but nobody pays it."""
    game = TableGame(
        {"here": Choice({"wait": "there", "leave": Final(1)}), "there": Choice({"back": "here"})}
    )
    solution = solve(game)
    for name in ("here", "there"):
        node = solution.node(name)
        solution.values[node] = 5
        for bound in solution.bounds:
            bound[node] = 5
    with pytest.raises(VerificationError, match=r"not hold for a player|should be 0"):
        verify(solution)


def test_a_bound_below_endless_play_is_found():
    game = TableGame({"here": Choice({"leave": Final(-1), "wait": "here"})})
    solution = solve(game)
    for column in (solution.values, *solution.bounds):
        column[solution.node("here")] = -1
    with pytest.raises(VerificationError, match=r"not hold for a player|should be 0"):
        verify(solution)
