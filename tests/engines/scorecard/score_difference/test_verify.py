"""A second opinion on a card that was played to win: right chances are accepted, others not."""

import dataclasses
import math

import pytest

from perfectplay.engines.scorecard.score_difference import verify as verification
from perfectplay.objectives import AtLeast, EveryTarget, Win
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.both_ways import CARDS, DUELS

NAMES = ["a bonus and a reroll", "forced jokers", "sure points", "in order"]
NUDGE = 1e-5


def changed(solution, values):
    return dataclasses.replace(solution, leads=dataclasses.replace(solution.leads, values=values))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("objective", [AtLeast(5), AtLeast(5, 0.25), EveryTarget()], ids=str)
def test_a_right_solution_for_a_target_is_accepted(name, objective):
    solution = solve_leads(CARDS[name], objective)
    checked = verify(solution)
    assert checked.largest_error < 1e-13
    open_states = solution.leads.count - solution.leads.plies[0].end
    assert checked.every == (open_states <= verification.SAMPLE)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("tie", [0, 0.5, 1])
def test_a_right_solution_for_two_is_accepted(name, tie):
    assert verify(solve_leads(DUELS[name], Win(tie))).largest_error < 1e-13


@pytest.mark.parametrize("points", [0, 1_000])
def test_a_target_that_is_decided_from_the_start_is_checked_in_play(points):
    solution = solve_leads(CARDS["four boxes"], AtLeast(points))
    assert solution.positions == solution.leads.plies[0].end
    told = []
    checked = verify(solution, lambda *news: told.append(news))
    assert checked.positions > verification.GAMES
    assert checked.largest_error < 1e-13
    assert told[-1] == ("verifying, 100%, 1 second left", checked.positions)


@pytest.mark.parametrize("by", [NUDGE, -NUDGE, math.nan])
@pytest.mark.parametrize("objective", [AtLeast(9), EveryTarget()], ids=str)
def test_chances_that_were_changed_are_refused(objective, by):
    solution = solve_leads(CARDS["four boxes"], objective)
    values = solution.leads.values.copy()
    values[len(values) // 2 :] += by
    with pytest.raises(VerificationError, match="a chance is off by"):
        verify(changed(solution, values))


def test_of_few_states_none_can_be_changed_unnoticed():
    solution = solve_leads(DUELS["one box"], Win())
    assert verify(solution).every
    for place in range(len(solution.leads.values)):
        values = solution.leads.values.copy()
        values[place] = 0.123
        with pytest.raises(VerificationError, match="a chance is off by"):
            verify(changed(solution, values))


def test_a_tie_of_another_worth_is_refused():
    solution = solve_leads(DUELS["one box"], Win())
    assert verify(solution).largest_error < 1e-13
    with pytest.raises(VerificationError, match="a chance is off by"):
        verify(changed(solution, solve_leads(DUELS["one box"], Win(tie=0)).leads.values))
