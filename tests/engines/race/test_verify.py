"""A second opinion on a solved race: right ratings are accepted, and none that was changed."""

import dataclasses
import math
from copy import deepcopy
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay.engines.race.verify import verify_race
from perfectplay.games.greed import Greed
from perfectplay.objectives import Win
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_race
from tests.engines.race.races import OTHER_RULES, TIES, races

NUDGE = 1e-6
GAME = Greed(max=8, sides=3)


def changed(solution, table, place, by):
    """A solution with one entry of a table changed."""
    mover, mine, theirs = place
    entries = deepcopy(getattr(solution.ratings, table))
    entries[mover][mine][theirs] += by
    ratings = dataclasses.replace(solution.ratings, **{table: entries})
    return dataclasses.replace(solution, ratings=ratings)


@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
@pytest.mark.parametrize("tie", TIES, ids=str)
@pytest.mark.parametrize("game", [GAME, Greed(max=0), *OTHER_RULES[:2]], ids=repr)
def test_a_right_solution_is_accepted(game, tie, exact):
    checked = verify(solve_race(game, Win(tie), exact=exact))
    movers = 1 if tie == Fraction(1, 2) else 2
    assert checked.positions == 2 * movers * (game.max + 1) ** 2
    assert checked.largest_error <= (0 if exact else 1e-14)


def test_a_right_solution_of_a_large_race_is_accepted_by_a_sample():
    checked = verify_race(solve_race(Greed(max=60, sides=6), Win()), most_work=1)
    assert 64 <= checked.positions < 2 * 61**2
    assert checked.largest_error < 1e-13


def test_progress_is_told():
    told = []
    verify(solve_race(GAME, Win()), lambda stage, done: told.append((stage, done)))
    assert told == [("verifying", 64), ("verifying", 128)]


@pytest.mark.parametrize("by", [NUDGE, -NUDGE, math.nan])
@pytest.mark.parametrize("table", ["last", "normal"])
@pytest.mark.parametrize("place", [(0, 0, 0), (0, 3, 4), (0, 8, 8), (0, 0, 8), (0, 8, 0)])
def test_a_rating_that_was_changed_is_found(table, place, by):
    with pytest.raises(VerificationError):
        verify(changed(solve_race(GAME, Win()), table, place, by))


@pytest.mark.parametrize("by", [1, -1])
@pytest.mark.parametrize("table", ["last", "normal"])
def test_an_exact_rating_that_is_off_by_one_unit_is_found(table, by):
    with pytest.raises(VerificationError, match="a rating is off by"):
        verify(changed(solve_race(GAME, Win(), exact=True), table, (0, 3, 4), by))


@settings(max_examples=30)
@given(case=races(limit=8), data=st.data(), by=st.sampled_from([NUDGE, -NUDGE]))
def test_a_solution_with_any_rating_changed_is_refused(case, data, by):
    game, objective = case
    solution = solve_race(game, objective)
    scores = st.integers(0, game.max)
    mover = data.draw(st.integers(0, len(solution.ratings.ties) - 1))
    place = mover, data.draw(scores), data.draw(scores)
    table = data.draw(st.sampled_from(["last", "normal"]))
    with pytest.raises(VerificationError):
        verify(changed(solution, table, place, by))


@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
@pytest.mark.parametrize("table", ["last_choice", "normal_choice"])
def test_a_number_of_dice_that_was_changed_is_found(table, exact):
    solution = solve_race(GAME, Win(), exact=exact)
    with pytest.raises(VerificationError):
        verify(changed(solution, table, (0, 2, 4), 1))


def test_the_rating_of_the_start_of_a_large_race_is_always_checked():
    solution = solve_race(Greed(max=30, sides=3, first=3, second=1), Win())
    assert verify_race(solution, most_work=1).largest_error < 1e-13
    with pytest.raises(VerificationError):
        verify_race(changed(solution, "normal", (0, 3, 1), NUDGE), most_work=1)


@pytest.mark.parametrize("other", [Greed(max=8, sides=4), Greed(max=8, sides=3, dice=2)], ids=repr)
def test_a_solution_for_other_rules_is_refused(other):
    solution = solve_race(GAME, Win())
    tables = solve_race(other, Win()).ratings
    wrong = dataclasses.replace(
        solution.ratings,
        last=tables.last,
        normal=tables.normal,
        last_choice=tables.last_choice,
        normal_choice=tables.normal_choice,
    )
    with pytest.raises(VerificationError):
        verify(dataclasses.replace(solution, ratings=wrong))
