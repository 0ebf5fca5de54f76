"""The rules of Hog."""

from fractions import Fraction

import pytest

from perfectplay import solve
from perfectplay.games.hog import Hog
from perfectplay.model.one_roll import OneRollDuel, OneRollSolo
from perfectplay.model.turn_game import Over


def chances(node, dice):
    chance = node.options[dice]
    return {then: Fraction(weight, chance.odds.total) for then, weight in chance.outcomes}


def test_one_may_roll_up_to_so_many_dice():
    node = Hog(dice=4).at(OneRollDuel(0, 0, 1))
    assert list(node.options) == [1, 2, 3, 4]
    assert node.player == 1


def test_any_one_scores_nothing():
    two = chances(Hog().at(OneRollDuel(10, 20, 0)), 2)
    assert two[OneRollDuel(20, 10, 1)] == Fraction(11, 36)
    assert two[OneRollDuel(20, 14, 1)] == Fraction(1, 36)
    assert two[OneRollDuel(20, 17, 1)] == Fraction(4, 36)
    assert sum(two.values()) == 1


def test_the_target_wins():
    thens = Hog(target=12).at(OneRollDuel(10, 0, 1)).options[1].thens
    assert thens == [OneRollDuel(0, 10, 0), *[Over(1)] * 5]
    assert [Hog().at(Over(winner)).payoff for winner in (0, 1)] == [1, -1]


def test_alone_every_turn_costs_a_point():
    rolled = Hog(target=12, players=1).at(OneRollSolo(10)).options[1]
    assert [(then.points, then.then) for then in rolled.thens] == [
        (-1, OneRollSolo(10)),
        *[(-1, OneRollSolo(12))] * 5,
    ]


@pytest.mark.parametrize("target", [1, 2])
def test_one_die_is_best_where_anything_wins(target):
    """p = 5/6 + 1/6 (1 - p)."""
    solution = solve(Hog(target=target), exact=True)
    assert solution.value == Fraction(6, 7)
    assert solution.best(OneRollDuel(0, 0, 0)) == 1


def test_alone_one_waits_for_the_first_good_roll():
    assert solve(Hog(target=2, players=1), exact=True).value == Fraction(-6, 5)
