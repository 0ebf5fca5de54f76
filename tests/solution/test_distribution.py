"""The distribution of a score, and the usual questions about one."""

import math
from fractions import Fraction

import pytest

from perfectplay.solution.distribution import Distribution

DIE = Distribution({face: Fraction(1, 6) for face in (3, 1, 2, 6, 5, 4)})
FLOATS = Distribution({-1: 0.1, 0: 0.2, 10: 0.7})


def test_scores_come_least_first():
    assert list(DIE) == [1, 2, 3, 4, 5, 6]


def test_scores_that_cannot_happen_are_left_out():
    assert Distribution({1: Fraction(0), 2: Fraction(1)}) == {2: 1}


def test_exact_masses_give_exact_moments():
    assert (DIE.mean, DIE.variance) == (Fraction(7, 2), Fraction(35, 12))


def test_the_deviation_is_the_root_of_the_variance():
    assert DIE.deviation == math.sqrt(35 / 12)


def test_float_masses_are_added_without_loss():
    tenths = Distribution(dict.fromkeys(range(10), 0.1))
    assert tenths.at_least(0) == 1.0


def test_the_mean_of_a_function_is_weighted_by_the_masses():
    assert FLOATS.expected(abs) == pytest.approx(7.1)


@pytest.mark.parametrize(("score", "chance"), [(-5, 1), (1, 1), (5, Fraction(1, 3)), (7, 0)])
def test_at_least_counts_the_score_itself(score, chance):
    assert DIE.at_least(score) == chance


def test_at_least_reads_a_decimal_as_it_is_written():
    assert Distribution({Fraction(1, 10): Fraction(1)}).at_least(0.1) == 1


@pytest.mark.parametrize(
    ("share", "score"), [(0, 1), (Fraction(1, 6), 1), (0.17, 2), (0.5, 3), (0.51, 4), (1, 6)]
)
def test_a_quantile_is_the_least_score_that_is_enough(share, score):
    assert DIE.quantile(share) == score


def test_a_quantile_does_not_hang_on_rounding():
    tenths = Distribution(dict.fromkeys(range(10), 0.1))
    assert [tenths.quantile(share / 10) for share in range(1, 11)] == list(range(10))


@pytest.mark.parametrize("share", [-0.1, 1.1, math.nan])
def test_a_share_outside_zero_to_one_is_refused(share):
    with pytest.raises(ValueError, match="from 0 to 1"):
        DIE.quantile(share)


def test_beating_another_counts_wins_and_ties_apart():
    wins, ties = DIE.beats(FLOATS)
    assert (wins, ties) == pytest.approx((0.3, 0))


def test_two_players_win_lose_or_tie():
    coin = Distribution({0: Fraction(1, 2), 5: Fraction(1, 2)})
    wins, ties = DIE.beats(coin)
    losses, _ = coin.beats(DIE)
    assert wins + ties + losses == 1


def test_its_repr_shows_the_masses():
    assert repr(Distribution({1: 0.5, 0: 0.5})) == "Distribution({0: 0.5, 1: 0.5})"
    many = Distribution(dict.fromkeys(range(1, 21), Fraction(1, 20)))
    assert repr(many) == "<Distribution of 20 values from 1 to 20, mean 10.5>"


def test_scores_beyond_all_squares_have_a_deviation():
    far = Distribution({-1e200: 0.5, 1e200: 0.5})
    assert far.deviation == pytest.approx(1e200)
    assert far.variance == math.inf
    exact = Distribution({-(10**200): Fraction(1, 2), 10**200: Fraction(1, 2)})
    assert exact.deviation == pytest.approx(1e200)
