"""A second opinion on a solved scorecard: right values are accepted, and none that was changed."""

import dataclasses
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Score, solve
from perfectplay.engines.scorecard.verify import verify_card
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Repeat
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_scorecard
from tests.engines.scorecard.both_ways import SMALL, UPPER, on_all_cards
from tests.random_cards import cards

NUDGE = 1e-6
FULL = dataclasses.replace(SMALL, bonuses=[UPPER], repeat=Repeat("pair", 10))


@pytest.fixture(scope="module")
def yazy():
    return solve(Yazy())


def nudged(solution, anchor, by=NUDGE):
    """A solution with one value changed."""
    values = solution.values.copy()
    values[anchor] += by
    return dataclasses.replace(solution, values=values)


@on_all_cards
def test_a_right_solution_is_accepted(card):
    solution = solve_scorecard(card, Score())
    checked = verify(solution)
    assert checked.positions == solution.positions
    assert checked.largest_error <= 1e-12 * max(1, solution.value)


@pytest.mark.slow
def test_a_right_solution_of_a_large_card_is_accepted(yazy):
    told = []
    checked = verify(yazy, lambda stage, done: told.append((stage, done)))
    assert checked.largest_error < 1e-10
    assert told[-1] == ("verifying, 100%, 1 second left", checked.positions)


@pytest.mark.slow
def test_a_millionth_too_much_in_the_middle_of_a_large_card_is_found(yazy):
    with pytest.raises(VerificationError, match="a value is off by"):
        verify(nudged(yazy, yazy.positions // 2))


def test_it_does_not_matter_how_many_turns_are_worked_out_together():
    assert verify_card(solve_scorecard(FULL, Score()), room=20).largest_error < 1e-13


def test_of_a_very_large_card_the_start_and_a_sample_are_checked():
    solution = solve_scorecard(FULL, Score())
    checked = verify_card(solution, most_work=700)
    assert not checked.every
    assert checked.positions < solution.positions
    with pytest.raises(VerificationError, match="a value is off by"):
        verify_card(nudged(solution, solution.positions - 1), most_work=700)


@pytest.mark.parametrize("by", [NUDGE, -NUDGE, math.nan])
@pytest.mark.parametrize("filled", range(5))
def test_a_value_that_was_changed_is_found_in_every_layer(filled, by):
    solution = solve_scorecard(FULL, Score())
    runs = solution.anchors.runs(filled)
    middle = int(runs.begin[0] + runs.begin[-1]) // 2
    with pytest.raises(VerificationError, match="a value is off by"):
        verify(nudged(solution, middle, by))


@settings(max_examples=30)
@given(card=cards(), data=st.data(), by=st.sampled_from([NUDGE, -NUDGE]))
def test_a_solution_with_any_value_changed_is_refused(card, data, by):
    solution = solve_scorecard(card, Score())
    anchor = data.draw(st.integers(0, solution.positions - 1))
    with pytest.raises(VerificationError):
        verify(nudged(solution, anchor, by))


@pytest.mark.parametrize(
    "change",
    [
        {"rerolls": 1},
        {"bonuses": [dataclasses.replace(UPPER, points=6)]},
        {"repeat": Repeat("pair", 11)},
        {"repeat": Repeat("pair", 10, "none")},
    ],
)
def test_a_solution_for_other_rules_is_refused(change):
    other = solve_scorecard(dataclasses.replace(FULL, **change), Score())
    with pytest.raises(VerificationError):
        verify(dataclasses.replace(solve_scorecard(FULL, Score()), values=other.values))
