"""Bounds of what turns are worth: proved for what is right, and not to be had for what is not."""

from fractions import Fraction

import pytest

from perfectplay import Compute, solve
from perfectplay.engines.turn_game.bounds import Bounds, proved_bounds
from perfectplay.errors import WidthError
from perfectplay.games.cant_stop import CantStop
from perfectplay.games.farkle import Farkle
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet

GAMES = [
    Pig(target=9, sides=4),
    Pig(target=12, players=1),
    Piglet(target=6),
    Piglet(target=6, players=1),
    Hog(target=8, dice=3),
    Hog(target=12, dice=4, players=1),
    Farkle(rules="simple", longest=100),
    CantStop(sides=2, shortest=1),
]


@pytest.mark.parametrize("game", GAMES)
def test_the_value_in_fractions_lies_within(game):
    ours = solve(game, compute=Compute(engine="turn-game"))
    exact = solve(game, exact=True, compute=Compute(engine="graph")).value
    assert Fraction(ours.lower) <= exact <= Fraction(ours.upper)
    assert ours.upper - ours.lower < 1e-12 * max(1, abs(ours.value))


@pytest.mark.parametrize("game", [Pig(target=9, sides=4), Pig(target=9, players=1)])
@pytest.mark.parametrize("off", [1e-5, -1e-5])
def test_bounds_about_other_values_are_as_wide_as_these_are_off(game, off):
    solution = solve(game, compute=Compute(engine="turn-game"))
    wrong = solution.values.copy()
    wrong[0] += off
    lower, upper = proved_bounds(solution.turns, wrong)
    assert lower[0] <= solution.values[0] <= upper[0]
    assert upper[0] - lower[0] > 1e-5


def test_bounds_that_are_too_narrow_do_not_hold():
    solution = solve(Pig(target=9, sides=4), compute=Compute(engine="turn-game"))
    bounds = Bounds(solution.turns, solution.values)
    *_, last = solution.turns.levels()
    assert bounds.broken(last, 1.0).tolist() == last.tolist()
    bounds.lower[:], bounds.upper[:] = -0.1, 1.1
    assert not len(bounds.broken(last, 1.0))


def test_a_turn_that_is_lost_for_less_than_nothing_has_bounds_all_the_same():
    """Points are weighed against a loss, so that sums are of both signs."""
    game = Farkle(rules="simple", farkle=-500.0, longest=200)
    ours, exact = (
        solve(game, compute=Compute(engine="turn-game")),
        solve(game, exact=True, compute=Compute(engine="graph")).value,
    )
    assert Fraction(ours.lower) <= exact <= Fraction(ours.upper)


def test_where_floats_are_too_coarse_that_is_told_in_one_line():
    with pytest.raises(WidthError, match="take a lower target, or solve it exactly") as error:
        solve(Piglet(target=300))
    assert "\n" not in str(error.value)
