"""The rules of Farkle, and what is known of it.

Source: M. Busche, "Maximizing Expected Scores in the Game of Zilch" (2010), whose best play scores
620.855 points a turn in the long run, 500 being lost with every third turn in a row that is lost.
"""

import pytest

from perfectplay import Compute, solve
from perfectplay.errors import ParameterError
from perfectplay.games.farkle import LOADED, TABLES, Farkle, asides_of, points_of
from perfectplay.model.loaded import throws


@pytest.mark.parametrize(
    ("rules", "dice", "points"),
    [
        ("simple", (1, 1, 1, 5), 1050),
        ("simple", (2, 2, 2, 2), 0),
        ("zilch", (2, 2, 2, 2), 400),
        ("zilch", (1,) * 6, 8000),
        ("zilch", (1, 2, 3, 4, 5, 6), 1500),
        ("zilch", (2, 2, 3, 3, 6, 6), 1500),
        ("zilch", (2, 2, 2, 2, 3, 3), 1500),
        ("online", (6, 6, 6, 6, 6), 1800),
        ("online", (2, 2, 3, 3, 6, 6), 750),
        ("medieval", (1, 2, 3, 4, 5), 500),
        ("medieval", (2, 3, 4, 5, 6), 750),
        ("medieval", (1, 2, 3, 4, 5, 5), 550),
    ],
)
def test_dice_score_by_the_table(rules, dice, points):
    assert points_of(TABLES[rules], dice) == points


def test_six_dice_of_which_none_scores_are_worth_something_in_zilch_only():
    roll = (2, 2, 3, 3, 4, 6)
    assert dict(asides_of(TABLES["zilch"], roll)) == {"nothing": (500, 6)}
    assert not asides_of(TABLES["online"], roll)


def test_all_dice_are_thrown_again_when_all_are_set_aside():
    assert asides_of(TABLES["simple"], (1, 5))["1 5"] == (150, 6)


def test_loaded_dice_fall_as_their_weights_say():
    chance = throws(2, LOADED["lucky"])
    odds = dict(zip(chance.thens, chance.odds.fractions(), strict=True))
    assert odds[1, 1] * 22**2 == 36
    assert odds[1, 6] * 22**2 == 72


def test_zilch_scores_as_much_a_turn_as_is_published():
    """At the best rate, a turn is worth it: what a lost turn is worth follows from the next one."""

    def turn(lost):
        return solve(Farkle(rules="zilch", farkle=lost), compute=Compute(engine="turn-game")).value

    low, high = 600.0, 640.0
    while high - low > 1e-3:
        rate = (low + high) / 2
        lost_twice = turn(-500.0) - rate
        lost_once = turn(lost_twice) - rate
        low, high = (rate, high) if turn(lost_once) > rate else (low, rate)
    assert low == pytest.approx(620.855, abs=0.001)


def test_targets_are_multiples_of_fifty():
    with pytest.raises(ParameterError, match="target=1020 is not a multiple of 50"):
        Farkle(target=1020)
    with pytest.raises(ParameterError, match="longest=75 is not a multiple of 50"):
        Farkle(longest=75)
