"""The equations of a Markov chain: solved without subtraction, in floats, in fractions, by digits."""

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.engines.backends.machine import zeros
from perfectplay.engines.graph.cycles import elimination, lifting
from perfectplay.engines.graph.cycles.elimination import (
    eliminate,
    empty_grid,
    lay_out,
    solve_values,
    solve_visits,
)
from tests.brute_cycles import solve_rows


@st.composite
def chains(draw):
    """Rows of chances: to each of some nodes, and out; the way out may be small."""
    size = draw(st.integers(1, 6))
    weights = st.lists(st.sampled_from([0, 0, 1, 2, 9]), min_size=size, max_size=size)
    rows = []
    for _ in range(size):
        row = [Fraction(weight) for weight in draw(weights)]
        row.append(Fraction(1, draw(st.sampled_from([1, 10, 10**9, 10**15]))))
        rows.append([weight / sum(row) for weight in row])
    known = draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))
    return rows, known


def grid_of(rows, number):
    """A grid with the chain of some rows on it."""
    size = len(rows)
    numbers = (lambda count: [Fraction(0)] * count) if number is Fraction else floats
    grid = empty_grid(100, size, numbers)
    edges = [(then, number(each)) for row in rows for then, each in enumerate(row) if each]
    first = [0]
    for row in rows:
        first.append(first[-1] + sum(map(bool, row)))
    target = [then if then < size else -1 for then, _ in edges]
    component = (first, target, [each for _, each in edges], [0] * len(edges), [-1] * size)
    scratch = ([0] * size, None, [0] * size, None, None, grid)
    assert lay_out(component, size, 2**-53 if number is float else 0, scratch)
    return grid


def floats(count):
    return zeros("d", count)


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
    grid, found = grid_of(rows, Fraction), list(map(Fraction, known))
    assert eliminate(grid, 0)
    assert solve(grid, 0, found)
    assert found == solve_rows(equations(rows, known, transposed=solve is solve_visits))


@given(chain=chains())
def test_floats_keep_their_digits_however_small_the_way_out(chain):
    rows, entering = chain[0], [abs(each) for each in chain[1]]
    grid, found = grid_of(rows, float), list(map(float, entering))
    assert eliminate(grid, 2**-53)
    assert solve_visits(grid, 2**-53, found)
    expected = solve_rows(equations(rows, entering, transposed=True))
    assert found == pytest.approx(list(map(float, expected)), rel=1e-13)


@pytest.mark.parametrize("solve", [solve_values, solve_visits])
@given(chain=chains())
def test_what_is_too_closely_knit_is_iterated(solve, chain):
    """Where no node is cheap enough to be taken out, the same comes out of iterations."""
    rows, known = chain
    rows = [[each / 2 for each in row[:-1]] + [(row[-1] + 1) / 2] for row in rows]
    grid, found = grid_of(rows, float), list(map(float, known))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elimination, "DENSE", 0)
        assert eliminate(grid, 2**-53)
        assert grid.count[elimination.GONE] == grid.count[elimination.EARLY]
        assert solve(grid, 2**-53, found)
    expected = solve_rows(equations(rows, known, transposed=solve is solve_visits))
    assert found == pytest.approx(list(map(float, expected)), rel=1e-12, abs=1e-12)


@given(chain=chains(), primes=st.sampled_from([[2, 3, 5, 7, 11, 2**61 - 1], [2**521 - 1]]))
def test_digits_add_up_to_the_fractions(chain, primes):
    """Whatever the prime, and also if the first ones divide the determinant."""
    rows, known = chain
    scales = [lcm(*(each.denominator for each in row)) for row in rows]
    whole = [
        {
            then: int((Fraction(then == node) - each) * scale)
            for then, each in enumerate(row[:-1])
            if each or then == node
        }
        for node, (row, scale) in enumerate(zip(rows, scales, strict=True))
    ]
    wanted = [each * scale for each, scale in zip(known, scales, strict=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lifting, "PRIMES", primes)
        found = lifting.solve_rows(whole, wanted)
    assert found == solve_rows(equations(rows, known, transposed=False))


def test_a_chance_that_floats_cannot_hold_is_counted():
    """Play gets out with a chance below all floats: nothing that is found then is any good."""
    tiny = Fraction(1, 10**200)
    rows = [[0, 1 - tiny, tiny, 0], [1 - tiny, 0, tiny, 0], [1 - tiny, 0, 0, tiny]]
    grid = grid_of(rows, float)
    assert eliminate(grid, 2**-53)
    assert grid.count[elimination.STUCK] > 0
