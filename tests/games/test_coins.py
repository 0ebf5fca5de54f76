"""The rules of Coins."""

from collections import Counter

import pytest

from perfectplay.games.coins import Coins, Purse


def flips(position, n):
    """What flipping n coins leads to, in sixteenths or the like."""
    ways = Counter()
    for then, weight in Coins().at(position).options[n].outcomes:
        ways[then] += weight
    return ways


def test_any_number_of_the_coins_may_be_flipped_but_none():
    assert list(Coins().at(Purse(3, 0)).options) == [1, 2, 3]


@pytest.mark.parametrize(
    ("n", "ways"),
    [
        (1, {Purse(3, 5): 1, Purse(2, 4): 1}),
        (2, {Purse(3, 6): 1, Purse(2, 4): 2, Purse(1, 4): 1}),
        (3, {Purse(3, 7): 1, Purse(3, 6): 3, Purse(1, 4): 3, Purse(0, 4): 1}),
    ],
)
def test_more_heads_than_tails_score_and_else_the_tails_are_lost(n, ways):
    assert flips(Purse(3, 4), n) == ways


def test_points_beyond_the_target_do_not_count():
    assert Purse(2, 10) in flips(Purse(2, 9), 2)


@pytest.mark.parametrize(("position", "payoff"), [(Purse(0, 3), 0), (Purse(1, 10), 1)])
def test_the_target_wins_and_no_coins_lose(position, payoff):
    assert Coins().at(position).payoff == payoff
