"""A second opinion: right solutions are accepted, and none with a value changed."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from perfectplay import Chance, Choice, Final, solve
from perfectplay.engines.graph import verify as verification
from perfectplay.games.slots import Slots
from perfectplay.solution.verification import VerificationError, verify
from tests import rare_rules
from tests.by_engine import RUNS, solver_by
from tests.random_games import games_with_aims
from tests.table_game import TableGame

NUDGE = Fraction(1, 2**20)


@given(case=games_with_aims())
def test_a_right_solution_is_accepted(looked_at, case):
    game, aim = case
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            solution = solver(game, aim.objective)
            found = verify(solution)
        assert found.largest_error <= (0 if solution.exact else 1e-12)
        assert found.of == solution.positions
        if solution.exact or looked_at == "every position":
            assert found.every


@given(case=games_with_aims(), data=st.data())
@pytest.mark.usefixtures("looked_at")
def test_a_solution_with_any_value_changed_is_refused(case, data):
    game, aim = case
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            solution = solver(game, aim.objective)
            _, state = data.draw(st.sampled_from(list(solution.states())))
            solution.values[state] += data.draw(st.sampled_from([NUDGE, -NUDGE]))
            with pytest.raises(VerificationError):
                verify(solution)


def test_the_refusal_names_the_position_and_both_values():
    solution = solve(TableGame({"start": Choice({"go": "end"}), "end": Final(2)}), exact=True)
    solution.values[0] = 3
    with pytest.raises(VerificationError, match=r"the value at 'start' is 3; it should be 2"):
        verify(solution)


def test_a_tiny_error_in_an_exact_solution_is_no_rounding():
    solution = solve(TableGame({"start": Final(2)}), exact=True)
    solution.values[0] += Fraction(1, 10**400)
    with pytest.raises(VerificationError):
        verify(solution)


def test_what_is_left_where_large_payoffs_cancel_is_rounding():
    outcomes = [("won", 0.1), ("won", 0.1), ("won", 0.1), ("lost", 0.3), ("even", 0.4)]
    large = 1e15 / 7
    stakes = {"won": Final(large), "lost": Final(-large), "even": Final()}
    assert verify(solve(TableGame({"start": Chance(outcomes), **stakes}))).positions == 4


@pytest.mark.slow
def test_every_position_and_score_is_counted_and_progress_is_told():
    solution, told = solve(Slots()), []
    found = verify(solution, lambda stage, done: told.append((stage, done)))
    assert found.positions == solution.positions
    assert told[:2] == [("verifying", 1024), ("verifying", 2048)]


def test_options_under_other_labels_than_the_rules_give_them_are_refused():
    ends = {"x": Final(1), "y": Final(2)}
    solution = solve(TableGame({"start": Choice({"a": "x", "b": "y"}), **ends}))
    solution.game = TableGame({"start": Choice({"b": "x", "a": "y"}), **ends})
    with pytest.raises(VerificationError, match=r"the option . at 'start' is worth"):
        verify(solution)


def test_outcomes_that_are_not_those_of_the_rules_are_refused():
    ends = {"x": Final(1), "y": Final(1), "z": Final(1)}
    solution = solve(TableGame({"start": Chance({"x": 0.5, "y": 0.5}), **ends}))
    solution.game = TableGame({"start": Chance({"x": 0.25, "y": 0.75}), **ends})
    with pytest.raises(VerificationError, match="the chance at 'start' is not the one"):
        verify(solution)


def test_a_large_game_is_checked_where_play_comes_and_all_over_the_table():
    solution = solve(rare_rules.game_of("rare_branch", rare_rules.P(7, 31), 60))
    found = verification.verify_graph(solution, most=0, some=1000)
    assert 100 < found.positions < found.of == solution.positions
    places = [position for position, _ in verification.some_places(solution, 1000)]
    spread = [solution.names.number[place] for place in places[: len(places) // 2]]
    assert max(b - a for a, b in pairwise(sorted(spread))) < 4 * solution.positions / len(spread)
    assert solution.game.start() in places
