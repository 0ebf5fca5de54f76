"""Exponential utility of the score: on small cards as by positions, and on a large one by its play."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Score, solve
from perfectplay.errors import ObjectiveError
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Box, Listed, Scorecard, Turn
from perfectplay.objectives import Exponential, read_objective
from tests.by_engine import solve_graph, solve_scorecard
from tests.engines.scorecard.score_difference.both_ways import CARDS

NAMES = ["two rerolls", "four boxes", "forced jokers", "in order"]
RATES = [-0.3, -0.01, 0.02, 0.3]
EQUAL, CLEAR = 1e-11, 1e-8
"""Options are equally good, or clearly not, if what they are worth differs by this share."""


# The utility itself

rates = st.floats(-5, -0.0001) | st.floats(0.0001, 5)


@given(rates, st.integers(-50, 50))
def test_it_is_the_score_bent(rate, score):
    expected = math.expm1(rate * score) / rate
    assert Exponential(rate).utility(score) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(st.floats(-0.2, 0.2).filter(lambda rate: abs(rate) > 0.0001), st.integers(0, 100))
def test_a_score_for_sure_is_told_from_its_worth(rate, score):
    objective = Exponential(rate)
    assert objective.certainty_equivalent(objective.utility(score)) == pytest.approx(
        score, abs=1e-5
    )


@given(rates | st.sampled_from([0.00005, -0.00001]))
def test_it_is_read_back_from_its_text(rate):
    assert read_objective(str(Exponential(rate))) == Exponential(rate)


@pytest.mark.parametrize(
    ("text", "rate"), [("exponential:-0.01", -0.01), ("exponential:1/8", 0.125)]
)
def test_a_text_stands_for_a_rate(text, rate):
    assert read_objective(text) == Exponential(rate)


def test_it_says_what_its_value_means():
    assert Exponential(-0.01).meaning == "expected exponential utility, rate -0.01"
    assert Exponential(Fraction(1, 8)) == Exponential(0.125)


@pytest.mark.parametrize(
    ("rate", "complaint"),
    [
        (0, "an exponential utility with rate 0.* the score itself; ask for the score"),
        (0.0, "ask for the score"),
        (math.inf, "must be a finite number"),
        (-math.inf, "must be a finite number"),
        (math.nan, "must be a finite number"),
        ("0.1", "must be a finite number"),
        (1e-9, "practically the score itself; ask for the score"),
        (1e300, "the rate of an exponential utility is at most 1000"),
        (10**400, "the rate of an exponential utility is at most 1000"),
        (None, "must be a finite number"),
    ],
)
def test_a_rate_that_makes_no_sense_is_refused(rate, complaint):
    with pytest.raises(ObjectiveError, match=complaint):
        Exponential(rate)


@pytest.mark.parametrize(
    "text", ["exponential", "exponential:", "exponential:0", "exponential:inf", "exponential:1:2"]
)
def test_a_text_that_is_no_rate_is_refused(text):
    with pytest.raises(ObjectiveError):
        read_objective(text)


def test_a_score_whose_worth_no_number_holds_is_refused():
    with pytest.raises(ObjectiveError, match=r"exponential:10\.0 overflows at a score"):
        Exponential(10).utility(1000)


@pytest.mark.parametrize("rate", [2, -2, 1000])
def test_a_rate_that_a_card_outgrows_is_refused_with_what_would_do(rate):
    with pytest.raises(ObjectiveError, match=r"overflows .* use a rate between -0\."):
        solve(Yahtzee(), Exponential(rate))


# On small cards, as by positions


@pytest.fixture(scope="module", params=[(name, rate) for name in NAMES for rate in RATES], ids=str)
def both(request):
    """A small card by the engine for dice and boxes, and by positions with their scores."""
    name, rate = request.param
    card, objective = CARDS[name], Exponential(rate)
    return solve_scorecard(card, objective), solve_graph(card, objective)


def states(graph, *kinds):
    """The states of some kinds: position, score, and number."""
    for node, state in graph.states(kinds):
        yield graph.names.position(node), graph.lanes.score(node, state), state


def whole(objective, score, rest):
    """The worth of a score so far and of what follows it, by the rule for exponentials."""
    rate = objective.rate
    return math.expm1(rate * score) / rate + math.exp(rate * score) * rest


def near(expected):
    return pytest.approx(expected, rel=1e-9, abs=1e-11)


def test_it_is_worth_as_much_as_by_positions(both):
    engine, graph = both
    assert engine.value == near(graph.value)
    for position, score, state in states(graph, 0, 2):
        if isinstance(position, Turn):
            found = whole(engine.objective, score, engine.value_at(position))
            assert found == near(graph.values[state])


def test_the_options_are_worth_as_much_and_tie_as_by_positions(both):
    engine, graph = both
    rate = engine.objective.rate
    for position, score, state in list(states(graph, 1))[::7]:
        found = {option.label: option for option in engine.options(position)}
        expected = {option.label: option.value for option in graph.options_of(state)}
        assert found.keys() == expected.keys()
        for label, value in expected.items():
            assert whole(engine.objective, score, found[label].value) == near(value)
        powers = {label: 1 + rate * value for label, value in expected.items()}
        best = max(powers.values()) if rate > 0 else min(powers.values())
        gaps = {label: abs(power / best - 1) for label, power in powers.items()}
        if all(gap < EQUAL or gap > CLEAR for gap in gaps.values()):
            ties = {label for label, gap in gaps.items() if gap < EQUAL}
            assert {label for label, option in found.items() if option.best} == ties


def test_how_high_the_score_is_so_far_changes_no_decision(both):
    engine, graph = both
    position = next(position for position, _, _ in states(graph, 1))
    assert engine.options(position, score=1000) == engine.options(position)


# On a large card, by its play


@pytest.fixture(scope="module")
def for_points():
    """The scores of play for the expected score."""
    return solve(Yazy()).distribution()


def certain(rate, distribution):
    """The score for sure that is worth as much as a distribution: log(E exp(rate * score)) / rate.

    The largest power is taken out first, so that nothing overflows and nothing is lost.
    """
    powers = [rate * score + math.log(chance) for score, chance in distribution.items()]
    top = max(powers)
    return (top + math.log(math.fsum(math.exp(power - top) for power in powers))) / rate


@pytest.mark.slow
@pytest.mark.parametrize("rate", [-1.9, -0.5, -0.2, -0.05, -0.001, 0.001, 0.05, 0.2, 0.5, 1.9])
def test_play_comes_to_what_it_is_said_to_be_worth_and_beats_play_for_points(rate, for_points):
    solution = solve(Yazy(), Exponential(rate))
    assert solution.certainty_equivalent == pytest.approx(
        certain(rate, solution.distribution()), rel=1e-8
    )
    assert solution.certainty_equivalent > certain(rate, for_points)


def test_the_more_risk_is_sought_the_more_a_game_is_worth_for_sure(for_points):
    worth = [
        solve(Yazy(), Exponential(rate)).certainty_equivalent
        for rate in (-1, -0.1, -0.01, -0.001, 0.001, 0.01, 0.1, 1)
    ]
    assert worth == sorted(worth)
    assert min(for_points) < worth[0] < worth[3] < for_points.mean < worth[4] < worth[-1]
    assert worth[-1] < 280


@pytest.mark.parametrize("rate", [1e-5, -1e-5])
def test_near_a_rate_of_nothing_it_is_the_expected_score(rate, for_points):
    solution = solve(Yazy(), Exponential(rate))
    half = rate / 2 * (for_points.variance + for_points.mean**2)
    assert solution.value == pytest.approx(for_points.mean + half, abs=1e-3)
    assert solution.certainty_equivalent == pytest.approx(for_points.mean, abs=0.02)


@pytest.mark.parametrize("rate", [-0.02, 0.02])
def test_simulated_games_come_to_the_value(rate):
    solution = solve(Yazy(), Exponential(rate))
    simulated = solution.simulate(50_000, seed=4)
    assert simulated.mean == pytest.approx(solution.value, abs=4.5 * simulated.error)


SIXES = "open=sixes roll=1,1,6,6,6 rerolls=1"


@pytest.mark.parametrize("rate", [-1.9, -0.1, 0.1, 0.3, 1])
def test_the_last_turn_is_not_drowned_by_what_a_whole_game_is_worth(rate):
    solution = solve(Yazy(), Exponential(rate))
    best = [option.label for option in solution.options(solution.read(SIXES)) if option.best]
    assert best == ["keep 6 6 6"]


def test_risk_is_sought_or_shunned_as_it_is_asked_for():
    """Keep 5, or roll for 5, 0 or 12: that is more in the mean, but less sure."""
    faces = {(1,): 5, (2,): 0, (3,): 12}
    gamble = Scorecard("gamble", dice=1, sides=3, rerolls=1, boxes=[Box("any", Listed(faces))])
    asked = gamble.start().rolled((1,), 1)
    best = {rate: solve_scorecard(gamble, Exponential(rate)).best(asked) for rate in (-0.1, 0.1)}
    assert best == {-0.1: "keep all", 0.1: "reroll all"}
    assert solve_scorecard(gamble, Score()).best(asked) == "reroll all"
