"""A second opinion on a solved scorecard: right values are accepted, and none that was changed."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Score, solve
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.solution import scorecard_verification
from perfectplay.solution.scorecard_solving import solve_scorecard
from perfectplay.solution.verification import VerificationError, verify
from tests.engines.scorecard.both_ways import on_all_cards
from tests.random_cards import cards

NUDGE = 1e-6


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


def test_a_right_solution_of_a_large_card_is_accepted(yazy):
    assert verify(yazy).largest_error < 1e-10


def test_turns_worked_out_in_chunks_are_the_same(yazy, monkeypatch):
    expected = verify(yazy)
    monkeypatch.setattr(scorecard_verification, "CHUNK", 100)
    assert verify(yazy).largest_error == pytest.approx(expected.largest_error, abs=1e-10)


@pytest.mark.parametrize("by", [NUDGE, -NUDGE, np.nan])
@pytest.mark.parametrize("filled", [0, 1, 5, 10, 11])
def test_a_value_that_was_changed_is_found_in_every_layer(yazy, filled, by):
    runs = yazy.anchors.runs(filled)
    middle = int(runs.begin[0] + runs.begin[-1]) // 2
    with pytest.raises(VerificationError, match="a value is off by"):
        verify(nudged(yazy, middle, by))


@settings(max_examples=30)
@given(card=cards(), data=st.data(), by=st.sampled_from([NUDGE, -NUDGE]))
def test_a_solution_with_any_value_changed_is_refused(card, data, by):
    solution = solve_scorecard(card, Score())
    anchor = data.draw(st.integers(0, solution.positions - 1))
    with pytest.raises(VerificationError):
        verify(nudged(solution, anchor, by))


@pytest.mark.parametrize("rules", [{"joker": "free"}, {"joker": "none"}, {"bonus": False}])
def test_a_solution_for_other_rules_is_refused(rules):
    game = Yahtzee()
    small = dataclasses.replace(game.card, boxes=game.card.boxes[-5:], bonuses=(), dice=5)
    other = dataclasses.replace(small, repeat=Yahtzee(**rules).card.repeat)
    solution = solve_scorecard(small, Score())
    if len(solve_scorecard(other, Score()).values) == len(solution.values):
        with pytest.raises(VerificationError):
            verify(dataclasses.replace(solution, game=other))


def test_progress_is_told(yazy):
    told = []
    verify(yazy, lambda stage, done: told.append((stage, done)))
    assert {stage for stage, _ in told} == {"verifying"}
    assert told[-1] == ("verifying", yazy.positions)
    assert [done for _, done in told] == sorted(done for _, done in told)
