"""The equations of a Markov chain: solved without subtraction, in fractions and in floats."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.engines.graph.cycles.chain import eliminate, solve_values, solve_visits
from tests.brute_cycles import solve_rows


@st.composite
def chains(draw):
    """Rows of weights: to each of some nodes, and out; the way out may be small."""
    size = draw(st.integers(1, 5))
    weights = st.lists(st.integers(0, 9), min_size=size, max_size=size)
    rows = []
    for _ in range(size):
        row = [Fraction(weight) for weight in draw(weights)]
        row.append(Fraction(1, draw(st.sampled_from([1, 10, 10**9, 10**15]))))
        rows.append([weight / sum(row) for weight in row])
    known = draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))
    return rows, known


def matrix_of(rows, known, number):
    return [number(each) for row, last in zip(rows, known, strict=True) for each in (*row, last)]


def known_of(matrix, size):
    return [matrix[row * (size + 2) + size + 1] for row in range(size)]


def equations(rows, known, transposed):
    size = len(rows)
    return [
        [
            Fraction(row == column) - (rows[column][row] if transposed else rows[row][column])
            for column in range(size)
        ]
        + [Fraction(known[row])]
        for row in range(size)
    ]


@pytest.mark.parametrize("solve", [solve_values, solve_visits])
@given(chain=chains())
def test_fractions_solve_the_equations(solve, chain):
    rows, known = chain
    matrix = matrix_of(rows, known, Fraction)
    eliminate(matrix, len(rows))
    solve(matrix, len(rows))
    expected = solve_rows(equations(rows, known, transposed=solve is solve_visits))
    assert known_of(matrix, len(rows)) == expected


@given(chain=chains())
def test_floats_keep_their_digits_however_small_the_way_out(chain):
    rows, entering = chain[0], [abs(each) for each in chain[1]]
    matrix = matrix_of(rows, entering, float)
    eliminate(matrix, len(rows))
    solve_visits(matrix, len(rows))
    expected = solve_rows(equations(rows, entering, transposed=True))
    assert known_of(matrix, len(rows)) == pytest.approx(list(map(float, expected)), rel=1e-13)
