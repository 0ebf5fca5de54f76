"""What varies: values, ranges, grids and samples of them."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.analysis.studies.axes import Axis, grid
from perfectplay.errors import ParameterError

AXES = [Axis.of("a", [1, 2]), Axis.of("b", ["x", "y", "z"]), Axis.of("c", [True, False])]


def test_a_grid_has_every_variant_once_the_last_axis_first():
    every = itertools.product([1, 2], "xyz", [True, False])
    assert [tuple(row.values()) for row in grid(AXES)] == list(every)


@given(size=st.integers(1, 20), seed=st.integers(0, 99))
def test_a_sample_is_part_of_the_grid_in_its_order(size, seed):
    whole, drawn = grid(AXES), grid(AXES, size, seed)
    assert drawn == grid(AXES, size, seed)
    assert len(drawn) == min(size, len(whole))
    assert drawn == [row for row in whole if row in drawn]


def test_a_sample_of_a_grid_too_large_to_list():
    axes = [Axis.of(str(key), {"from": 1, "to": 1000}) for key in range(4)]
    assert len(grid(axes, 5, 1)) == 5
    assert grid(axes, 5, 1) != grid(axes, 5, 2)
    with pytest.raises(ParameterError, match="the grid has 1,000,000,000,000 rows"):
        grid(axes)


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({"from": 40, "to": 60, "step": 10}, (40, 50, 60)),
        ({"from": 40, "to": 59, "step": 10}, (40, 50)),
        ({"from": 1, "to": 3}, (1, 2, 3)),
        ({"from": 0.1, "to": 0.3, "step": 0.1}, (0.1, 0.2, 0.3)),
        (7, (7,)),
        ("free", ("free",)),
    ],
)
def test_values_and_ranges(given, values):
    assert Axis.of("key", given).values == values


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"form": 1, "to": 2}, "key: there is no 'form'; did you mean 'from'?"),
        ({"from": 1}, "key: a range needs 'to'"),
        ({"from": 1, "to": "x"}, "key: to='x' is not a number"),
        ({"from": 1, "to": 5, "step": 0}, "there are no steps of 0"),
        ({"from": 5, "to": 1}, "from 5 to 1 there are no steps"),
        ({"from": 0, "to": 10**9}, "key takes 1,000,000,001 values"),
        ([1, 1], "key: 1 is given twice"),
        ([], "key has no values"),
        ([None], "None is not a number, a word or on or off"),
    ],
)
def test_what_is_no_axis(given, message):
    with pytest.raises(ParameterError) as error:
        Axis.of("key", given)
    assert message in str(error.value)
