"""Simulated races: by a seed, near the value."""

import math
from fractions import Fraction

import pytest

from perfectplay import PerfectPlayError, solve
from perfectplay.games.greed import Greed
from perfectplay.objectives import Win
from tests.by_engine import solve_race
from tests.engines.race.races import OTHER_RULES

GAMES = 100_000
SIGMAS = 4.5


@pytest.mark.parametrize("tie", [Fraction(1, 2), Fraction(0), Fraction(1)], ids=str)
@pytest.mark.parametrize(
    "game", [Greed(max=100, sides=6), Greed(max=10, sides=3), *OTHER_RULES], ids=repr
)
def test_the_mean_lies_within_a_few_standard_errors_of_the_value(game, tie):
    solution = solve_race(game, Win(tie))
    simulated = solution.simulate(GAMES, seed=11)
    mean, masses = solution.value, solution.distribution()
    deviation = math.sqrt(masses.expected(lambda margin: (Win(tie).utility(margin) - mean) ** 2))
    assert simulated.mean == pytest.approx(mean, abs=SIGMAS * deviation / math.sqrt(GAMES) + 1e-12)
    assert simulated.deviation == pytest.approx(deviation, rel=0.02, abs=1e-7)


def test_how_games_end_is_as_likely_as_the_distribution_says():
    solution = solve_race(Greed(max=50, sides=6), Win())
    wins, ties = (solve_race(Greed(max=50, sides=6), Win()).distribution()[end] for end in (1, 0))
    simulated = solution.simulate(GAMES, seed=5)
    assert simulated.mean == pytest.approx(wins + ties / 2, abs=SIGMAS * simulated.error)


def test_a_seed_gives_the_same_games_again_and_another_does_not():
    solution = solve(Greed(max=100, sides=6))
    assert solution.simulate(1000, seed=4) == solution.simulate(1000, seed=4)
    assert solution.simulate(1000, seed=4).mean != solution.simulate(1000, seed=5).mean


def test_floats_and_fractions_play_the_same_games():
    floats, exact = (
        solve_race(Greed(max=40, sides=6), Win(), exact=each) for each in (False, True)
    )
    assert floats.simulate(1000, seed=2) == exact.simulate(1000, seed=2)


def test_one_game_has_no_deviation():
    simulated = solve_race(Greed(max=30, sides=6), Win()).simulate(1)
    assert simulated.mean in (0.0, 0.5, 1.0)
    assert simulated.deviation == 0


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (100_000_001, 0), (10, -1)])
def test_what_cannot_be_simulated_is_refused(games, seed):
    with pytest.raises(PerfectPlayError):
        solve_race(Greed(max=30, sides=6), Win()).simulate(games, seed)
