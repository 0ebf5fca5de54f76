"""Bounds hold the truth, whatever numbers the rules are made of."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Utility, load, solve
from perfectplay.solution.verification import verify
from tests.random_cycles import EndlessGame
from tests.table_game import TableGame

BIT = Fraction(1, 2**60)


def once(*outcomes):
    """A chance, and no more."""
    return TableGame({"start": Chance(list(outcomes))})


def again(*outcomes):
    """The same, but half of the time it is tried again."""
    return TableGame({"start": Chance([("start", 1), *outcomes], total=2)})


@pytest.mark.parametrize("kind", [once, again])
@pytest.mark.parametrize(
    "payoff", [1 + BIT, Fraction(2**53 + 1), -1 - BIT, Fraction(10**30 + 1, 3), Fraction(1, 3)]
)
def test_payoffs_that_no_float_holds_lie_between_the_bounds(kind, payoff):
    solution = solve(kind((Final(payoff), 1)))
    assert solution.lower <= payoff <= solution.upper
    assert solution.lower < solution.upper
    solution = solve(kind((Gain(payoff, Final(0)), 1)))
    assert solution.lower <= payoff <= solution.upper


def test_what_endless_play_pays_may_be_no_float():
    nodes = {"here": Choice({"wait": "here", "leave": Final(0)})}
    solution = solve(EndlessGame(nodes, 1, Fraction(1, 3)))
    assert solution.lower < Fraction(1, 3) < solution.upper


def test_payoffs_that_floats_hold_are_not_widened():
    solution = solve(once((Final(0.25), 0.5), (Final(0.25), 0.5)))
    assert solution.lower == solution.value == solution.upper == 0.25


def test_a_value_that_is_rounded_lies_between_its_bounds():
    nodes = {0: Chance([(1, 1), (2, 1), (1, 4)], total=6), 1: Choice({0: 2}), 2: Final(1)}
    solution = solve(TableGame(nodes))
    assert solution.lower <= solution.value < 1 <= solution.upper
    verify(solution)


def test_without_cycles_the_bounds_tell_what_rounding_leaves_open():
    game = TableGame(
        {0: Chance([(1, Fraction(1, 3)), (2, Fraction(2, 3))]), 1: Final(0.1), 2: Final(7)}
    )
    solution = solve(game)
    exact = solve(game, exact=True)
    assert solution.lower < exact.value < solution.upper
    assert solution.upper - solution.lower < 1e-14
    assert exact.lower == exact.value == exact.upper


def test_a_utility_may_be_no_float():
    solution = solve(once((Final(1), 1)), Utility(lambda score: Fraction(score, 3)))
    assert solution.lower < Fraction(1, 3) < solution.upper


@pytest.mark.parametrize("off", [9e-10, -9e-10])
@pytest.mark.parametrize("kind", [once, again])
def test_probabilities_that_do_not_quite_add_up_are_weights(kind, off):
    weights = [0.5 + off, 0.5]
    game = kind((Final(0), weights[0]), (Final(10**6), weights[1]))
    solution = solve(game)
    truth = 10**6 * Fraction("0.5") / (1 + Fraction(str(off)))
    assert solution.value == pytest.approx(float(truth), abs=1e-6)
    assert solution.lower <= truth <= solution.upper
    assert sum(solution.distribution().values()) == pytest.approx(1, abs=1e-15)
    verify(solution)


@given(
    st.lists(st.tuples(st.fractions(-10, 10), st.integers(1, 10**9)), min_size=1, max_size=5).map(
        lambda ends: [(Final(payoff), weight) for payoff, weight in ends]
    ),
    st.integers(0, 10**6),
)
def test_the_truth_lies_between_the_bounds(solver, outcomes, stay):
    game = TableGame({"start": Chance.weighted([*outcomes, ("start", stay)])})
    solution = solver(game, width=1.0)
    total = sum(weight for _, weight in outcomes)
    truth = sum(Fraction(end.payoff) * weight for end, weight in outcomes) / total
    assert solution.lower <= truth <= solution.upper


# Scores are exact until their utility is taken


@pytest.mark.parametrize("q", [10**7 + 19, 10**8 + 7, 3**40])
def test_a_score_is_compared_with_a_target_without_rounding(solver, q):
    share = Fraction(1, q)
    assert solver(once((Final(share), 1)), AtLeast(share)).value == 1
    assert solver(once((Final(share), 1)), AtLeast(share + Fraction(1, 3**80))).value == 0
    assert solver(once((Gain(share, Final(share)), 1)), AtLeast(2 * share)).value == 1


def test_a_kept_solution_knows_its_scores_without_rounding(tmp_path):
    share = Fraction(1, 3**40)
    solution = solve(once((Final(share), Fraction(1, 2)), (Gain(share, Final(1)), Fraction(1, 2))))
    solution.save(tmp_path / "kept.safetensors")
    for known in (solution, load(tmp_path / "kept.safetensors", game=solution.game)):
        assert list(known.distribution()) == [share, 1 + share]
        assert known.lower <= (1 + 2 * share) / 2 <= known.upper
