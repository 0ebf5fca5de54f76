"""Strategies side by side."""

from perfectplay import compare, solve
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.objectives import Win
from perfectplay.strategies.strategy import at_random, first_option


def test_in_a_game_for_one_each_strategy_plays_alone():
    results = compare(Coins(), {"best": solve(Coins()).play, "dice": at_random})
    assert [result.strategies for result in results] == [("best",), ("dice",)]


def test_in_a_game_for_two_each_plays_each_from_both_sides():
    results = compare(Greed(max=3), {"dice": at_random, "stop": first_option})
    assert [result.strategies for result in results] == [
        ("dice", "dice"),
        ("dice", "stop"),
        ("stop", "dice"),
        ("stop", "stop"),
    ]


def test_a_result_is_what_the_objective_makes_of_its_distribution():
    greed = Greed(max=3)
    for result in compare(greed, {"best": solve(greed).play, "dice": at_random}, exact=True):
        assert result.value == result.distribution.expected(Win().utility)
