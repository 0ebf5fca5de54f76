"""On any card, the engine for leads answers as the one that solves it by positions in fractions."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from perfectplay.engines.backends.threads import Threads
from perfectplay.engines.scorecard.score_difference import induction
from perfectplay.engines.scorecard.score_difference.matches import play_off
from perfectplay.engines.scorecard.score_difference.simulation import simulate
from perfectplay.objectives import AtLeast, EveryTarget, Score, Win
from tests.by_engine import solve_graph, solve_leads, solve_scorecard
from tests.engines.backends.annotated import Annotated
from tests.engines.scorecard.score_difference.both_ways import (
    CARDS,
    DUELS,
    WINS,
    BothWays,
    both_ways,
    final_scores,
    in_fractions,
    tiny_cards,
    tiny_duels,
)

CLEAR = 1e-8
"""Options that differ by less than this may tie in floats."""
FEW = settings(max_examples=settings().max_examples // 4)


def is_near(found, expected):
    return math.isclose(found, expected, rel_tol=1e-11, abs_tol=1e-13)


def require_the_same(both, most=1_000, shift=0):
    """The states between turns and the options have the same value, and the same options tie.

    States between turns are all asked for; of the choices, which follow from them, up to so many.
    """
    for position, score, value in both.between:
        assert both.engine.kind(position) == both.graph.kind(position)
        assert is_near(both.engine.value_at(position, score), value)
    for position, score, options in both.choices(most, shift):
        found = {option.label: option for option in both.engine.options(position, score)}
        assert len(found) == len(options)
        for option in options:
            assert is_near(found[option.label].value, option.value)
            assert is_near(found[option.label].cost, option.cost)
        if not any(0 < option.cost < CLEAR for option in options):
            ties = [option.label for option in options if option.best]
            assert [label for label, option in found.items() if option.best] == ties
            assert next(iter(found)) == ties[0]


# Two players


@FEW
@given(card=tiny_duels, objective=st.sampled_from(WINS))
def test_every_state_of_a_random_duel_has_the_same_value_options_and_ties(card, objective):
    require_the_same(both_ways(card, objective))


@pytest.mark.slow
@pytest.mark.parametrize("name", DUELS)
def test_every_state_of_a_duel_has_the_same_value_options_and_ties(name):
    require_the_same(both_ways(DUELS[name], Win()))


@pytest.mark.slow
@pytest.mark.parametrize("objective", WINS[1:], ids=str)
@pytest.mark.parametrize("name", ["two rerolls", "sure points"])
def test_a_tie_is_worth_what_it_is_said_to_be(name, objective):
    require_the_same(both_ways(DUELS[name], objective))


# One player


def every_way(card):
    """A card solved for every number of points, from too few to too many, both ways."""
    every = solve_leads(card, EveryTarget())
    for points in range(-1, final_scores(card)[-1] + 3):
        yield BothWays(every.reaching(points), in_fractions(card, AtLeast(points)))


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_every_target_has_the_same_values_options_and_ties(name):
    for shift, both in enumerate(every_way(CARDS[name])):
        require_the_same(both, 40, shift)


@FEW
@given(card=tiny_cards)
def test_every_target_of_a_random_card_has_the_same_values_options_and_ties(card):
    for shift, both in enumerate(every_way(card)):
        require_the_same(both, 20, shift)


# How the work is shared out


@pytest.mark.parametrize("cores", [1, 2, 5])
@pytest.mark.parametrize("name", ["four boxes", "forced jokers", "in order"])
def test_it_does_not_matter_how_the_work_is_shared_out(name, cores):
    expected = solve_leads(DUELS[name], Win()).leads
    found = dataclasses.replace(expected, values=expected.values * 0 - 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(induction, "LANES_A_PART", 50)
        induction.solve_leads(found, backend=Threads(cores))
    assert found.values.tolist() == expected.values.tolist()


@pytest.mark.parametrize("name", DUELS)
def test_kernels_do_the_same_in_plain_python(name):
    expected = solve_leads(DUELS[name], Win()).leads
    found = dataclasses.replace(expected, values=expected.values * 0 - 1)
    induction.solve_leads(found, backend=Annotated())
    assert found.values == pytest.approx(expected.values, rel=1e-13, abs=1e-15)
    with np.errstate(over="ignore"):
        margins = simulate(expected, 0, 20, seed=3, backend=Annotated())
    assert margins.tolist() == simulate(expected, 0, 20, seed=3).tolist()


@pytest.mark.parametrize("name", ["a bonus and a reroll", "forced jokers", "three coins"])
def test_matches_are_the_same_in_plain_python(name):
    leads = solve_leads(DUELS[name], Win()).leads
    scorer = solve_scorecard(CARDS[name], Score()).card_play
    again = play_off(leads, 0, dataclasses.replace(scorer, backend=Annotated()))
    for found, expected in zip(
        dataclasses.astuple(again), dataclasses.astuple(play_off(leads, 0, scorer)), strict=True
    ):
        assert found == pytest.approx(expected, rel=1e-12)


def test_steps_that_are_done_are_left_alone():
    leads = solve_leads(DUELS["four boxes"], Win()).leads
    again = dataclasses.replace(leads, values=leads.values.copy())
    done, finished = len(leads.plies) - 2, []
    again.values[leads.plies[done].first :] = -1
    induction.solve_leads(again, done=done, finished=finished.append)
    assert finished == [done, done + 1]
    assert again.values.tolist() == leads.values.tolist()


# What random cards can be like


def plays_otherwise(card):
    """Whether play to win is somewhere not play for points."""
    both = both_ways(card, Win())
    points = solve_graph(card, Score(), exact=True)
    return any(
        not ({option.label for option in options if option.best} & best)
        for position, _, options in both.choices(500)
        if (best := {option.label for option in points.options(position) if option.best})
    )


def value(card, objective):
    return solve_leads(card, objective).value


FEATURES = {
    "the lead": plays_otherwise,
    "who begins": lambda card: abs(value(card, Win()) - 0.5) > 0.01,
    "a tie": lambda card: value(card, Win(tie=1)) - value(card, Win(tie=0)) > 0.05,
}


@pytest.mark.parametrize("feature", FEATURES)
def test_random_duels_can_be_such_that_a_feature_matters(feature):
    find(
        tiny_duels, FEATURES[feature], settings=settings(max_examples=500, phases=[Phase.generate])
    )
