"""Numbers without rounding."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.exact import exactly


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (7, 7),
        (2.0, 2),
        (-0.1, Fraction(-1, 10)),
        (1 / 3, Fraction(1, 3)),
        (Decimal("0.35"), Fraction(7, 20)),
        (Fraction(4, 2), 2),
        (1e20, 10**20),
    ],
)
def test_a_number_is_what_was_written(written, meant):
    assert exactly(written) == meant


@pytest.mark.parametrize("written", [2.0, Fraction(6, 3), 5])
def test_a_whole_number_is_an_int(written):
    assert type(exactly(written)) is int


@given(st.integers(-(10**6), 10**6), st.integers(0, 6))
def test_every_decimal_of_six_places_is_read_as_written(digits, places):
    text = str(Decimal(digits).scaleb(-places))
    assert exactly(float(text)) == Fraction(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_float_changes_its_value(number):
    assert float(exactly(number)) == number


@pytest.mark.parametrize("text", ["0.1234567", "1e-7", "123456.789012", "0.30000000000000004"])
def test_a_decimal_of_many_digits_is_read_as_it_is_written(text):
    assert exactly(float(text)) == Fraction(text)


def test_a_whole_number_of_another_library_becomes_pythons_own():
    assert type(exactly(np.int64(5))) is int
