"""Simulated games: by a seed, within their interval, and never too many."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import Chance, Choice, Final, PerfectPlayError, solve
from perfectplay.engines.graph.answers import simulation
from perfectplay.games.coins import Coins
from tests.random_games import games_with_aims
from tests.table_game import TableGame

GAMES = 4_000
SIGMAS = 5


def utility_deviation(solution, aim):
    """The exact standard deviation of what one game is worth."""
    distribution = solution.distribution()
    mean = float(solution.value)
    return math.sqrt(distribution.expected(lambda score: (float(aim.utility(score)) - mean) ** 2))


@settings(max_examples=50)
@given(case=games_with_aims(), seed=st.integers(0, 2**64), exact=st.booleans())
def test_the_mean_lies_within_five_standard_errors_of_the_value(case, seed, exact):
    game, aim = case
    solution = solve(game, aim.objective, exact=exact)
    reach = SIGMAS * utility_deviation(solution, aim) / math.sqrt(GAMES)
    simulated = solution.simulate(GAMES, seed)
    assert simulated.mean == pytest.approx(float(solution.value), abs=reach + 1e-9)


def test_the_deviation_is_near_the_exact_one():
    solution = solve(Coins())
    assert solution.simulate(100_000).deviation == pytest.approx(
        solution.distribution().deviation, rel=0.02
    )


def test_nineteen_in_twenty_intervals_hold_the_value():
    solution = solve(Coins())
    intervals = [solution.simulate(500, seed).interval(0.95) for seed in range(400)]
    held = sum(low <= solution.value <= high for low, high in intervals)
    spread = math.sqrt(400 * 0.95 * 0.05)
    assert held == pytest.approx(380, abs=4 * spread)


@pytest.mark.parametrize(("luck", "payoff"), [(0.0, 10), (math.nextafter(1, 0), 30)])
def test_the_least_and_the_most_of_luck_stay_among_the_outcomes(monkeypatch, luck, payoff):
    thirds = Chance.weighted([(Final(10), 1), (Final(20), 1), (Final(30), 1)])
    game = TableGame({"start": Choice({"roll": "roll", "leave": Final(-1)}), "roll": thirds})
    generator = SimpleNamespace(random=lambda size: np.full(size, luck))
    monkeypatch.setattr(np.random, "default_rng", lambda seed: generator)
    assert solve(game).simulate(5).mean == payoff


def test_a_seed_repeats_the_games():
    solution = solve(Coins())
    assert solution.simulate(1_000, seed=5) == solution.simulate(1_000, seed=5)


def test_another_seed_brings_other_games():
    solution = solve(Coins())
    assert solution.simulate(1_000, seed=5).mean != solution.simulate(1_000, seed=6).mean


def test_batches_add_up_to_the_mean_and_deviation_of_all_games(monkeypatch):
    scores = np.random.default_rng(1).normal(1e6, 2.0, 100)
    left = iter(scores)
    monkeypatch.setattr(simulation, "BATCH", 33)
    monkeypatch.setattr(
        simulation.Walk,
        "play",
        lambda walk, games, generator: np.array(list(itertools.islice(left, games))),
    )
    simulated = solve(Coins()).simulate(100)
    assert (simulated.mean, simulated.deviation) == pytest.approx(
        (scores.mean(), scores.std(ddof=1)), rel=1e-9
    )


@pytest.mark.parametrize("games", [0, -1, 10**9])
def test_a_senseless_number_of_games_is_refused(games):
    with pytest.raises(
        PerfectPlayError, match=f"{games} games cannot be simulated; ask for between 1 and"
    ):
        solve(Coins()).simulate(games)


def test_a_negative_seed_is_refused():
    with pytest.raises(PerfectPlayError, match="-1"):
        solve(Coins()).simulate(10, seed=-1)


def test_scores_whose_squares_are_no_floats_can_be_simulated():
    game = TableGame({0: Chance([(Final(1e308), 0.5), (Final(-1e308), 0.5)])})
    simulated = solve(game).simulate(1000, seed=1)
    assert abs(simulated.mean) < 1e307
    assert simulated.deviation == pytest.approx(1e308, rel=0.01)
