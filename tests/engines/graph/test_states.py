"""Running scores: what counts as the same score, and how they are counted."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Choice, Final, Gain, solve
from perfectplay.engines.graph.states import common_unit
from perfectplay.errors import MemoryLimitError
from tests.by_engine import by_machine_code
from tests.table_game import TableGame


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
def test_scores_beyond_all_counting_are_refused(points, compiled):
    ways = {i: Choice({"a": Gain(points, i + 1), "b": Gain(1, i + 1)}) for i in range(20_000)}
    game = TableGame({**ways, 20_000: Final()})
    refused = pytest.raises(MemoryLimitError, match="cannot be counted in steps of 1")
    with by_machine_code(always=compiled), refused:
        solve(game, AtLeast(5))


def test_large_scores_that_are_few_are_counted():
    ways = {i: Choice({"a": Gain(2**49, i + 1), "b": Gain(2**48, i + 1)}) for i in range(9)}
    game = TableGame({**ways, 9: Final()})
    assert solve(game, AtLeast(9 * 2**49)).value == 1
    assert solve(game, AtLeast(9 * 2**49 + 1)).value == 0
