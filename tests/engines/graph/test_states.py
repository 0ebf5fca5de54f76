"""Ties and scores: what counts as equally good, and as the same score."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Chance, Choice, Final, Gain, solve
from perfectplay.engines.backends import machine
from perfectplay.engines.graph.states import common_unit
from perfectplay.errors import MemoryLimitError
from tests.table_game import TableGame


def choose(**worths):
    return TableGame({"start": Choice({label: Final(worth) for label, worth in worths.items()})})


def best_options(solution):
    return [option.label for option in solution.options("start") if option.best]


@pytest.mark.parametrize(
    ("one", "other"),
    [(0.1 + 0.2, 0.3), (1e12 + 1e-4, 1e12), (1e-12, 1.0000000001e-12), (0.0, 0.0)],
)
def test_options_that_differ_by_rounding_tie(one, other):
    assert best_options(solve(choose(one=one, other=other))) == ["one", "other"]


@pytest.mark.parametrize(("less", "more"), [(1, 1 + 1e-8), (1e-12, 2e-12), (-1e-9, 1e-9)])
def test_options_that_differ_by_more_than_rounding_do_not_tie(less, more):
    assert best_options(solve(choose(less=less, more=more))) == ["more"]


def test_exact_options_that_differ_at_all_do_not_tie():
    more = 1 + Fraction(1, 10**30)
    assert best_options(solve(choose(less=1, more=more), exact=True)) == ["more"]


def test_what_large_values_that_cancel_leave_below_their_rounding_ties():
    bet = Chance.weighted([(Final(1e15), 1), (Final(-1e15), 1)])
    game = TableGame({"start": Choice({"nothing": Final(), "bet": Gain(0.05, bet)})})
    assert best_options(solve(game)) == ["nothing", "bet"]


def test_the_cost_of_an_option_that_ties_is_nothing():
    costs = [option.cost for option in solve(choose(one=0.1 + 0.2, other=0.3)).options("start")]
    assert costs == [0, 0]


@given(
    st.lists(
        st.sampled_from([0, 1, -6, 2.5, 0.1, 0.3, Fraction(2, 7), Fraction(-5, 6), 50]), max_size=6
    )
)
def test_the_unit_divides_all_points(points):
    unit = common_unit(points)
    units = [Fraction(repr(each) if isinstance(each, float) else each) / unit for each in points]
    assert all(each.denominator == 1 for each in units)


@pytest.mark.parametrize(
    ("points", "unit"),
    [
        ([], 1),
        ([0, 0], 1),
        ([6, -4], 2),
        ([0.1, 0.25], Fraction(1, 20)),
        ([Fraction(2, 3)], Fraction(2, 3)),
    ],
)
def test_the_unit_is_the_largest_that_does(points, unit):
    assert common_unit(points) == unit


@pytest.mark.parametrize("exact", [False, True])
def test_a_target_is_reached_by_decimals_that_add_up_to_it(exact):
    tenths = TableGame(
        {n: Choice({"on": Gain(0.1, n + 1)}) if n < 10 else Final() for n in range(11)}
    )
    assert solve(tenths, AtLeast(1), exact=exact).value == 1


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("payoff", [0.1, 0.3, 0.7, 1.1, 2.2])
def test_a_decimal_payoff_reaches_the_same_decimal(payoff, exact):
    assert solve(TableGame({"start": Final(payoff)}), AtLeast(payoff), exact=exact).value == 1


@pytest.mark.parametrize("points", [2**49, 2**52])
@pytest.mark.parametrize("compiled", [False, True])
def test_scores_beyond_all_counting_are_refused(points, compiled, monkeypatch):
    if compiled:
        monkeypatch.setattr(machine, "LARGE", 0)
    ways = {i: Choice({"a": Gain(points, i + 1), "b": Gain(1, i + 1)}) for i in range(20_000)}
    game = TableGame({**ways, 20_000: Final()})
    with pytest.raises(MemoryLimitError, match="cannot be counted in steps of 1"):
        solve(game, AtLeast(5))


def test_large_scores_that_are_few_are_counted():
    ways = {i: Choice({"a": Gain(2**49, i + 1), "b": Gain(2**48, i + 1)}) for i in range(9)}
    game = TableGame({**ways, 9: Final()})
    assert solve(game, AtLeast(9 * 2**49)).value == 1
    assert solve(game, AtLeast(9 * 2**49 + 1)).value == 0
