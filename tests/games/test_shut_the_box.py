"""The rules of Shut the Box."""

import pytest

from perfectplay import Chance, Final, solve
from perfectplay.games.shut_the_box import OpenTiles, RolledTiles, ShutTheBox
from perfectplay.objectives import AtLeast, Score

ALL = tuple(range(1, 10))


@pytest.mark.parametrize(
    ("open_", "roll", "closings"),
    [
        (ALL, 2, ["2"]),
        (ALL, 6, ["6", "5+1", "4+2", "3+2+1"]),
        ((1, 3, 9), 12, ["9+3"]),
        ((1, 2, 3), 6, ["3+2+1"]),
    ],
)
def test_open_tiles_that_add_up_to_the_roll_may_be_closed(open_, roll, closings):
    assert list(ShutTheBox().at(RolledTiles(open_, roll)).options) == closings


def test_closed_tiles_stay_closed():
    assert ShutTheBox().at(RolledTiles((1, 2, 3), 3)).options["2+1"] == OpenTiles((3,))


def test_the_tiles_left_count_against_the_player():
    assert ShutTheBox().at(RolledTiles((8, 9), 3)).payoff == -17


def test_a_shut_box_costs_nothing():
    assert ShutTheBox().at(OpenTiles(())).payoff == 0


def test_two_dice_are_rolled():
    chance = ShutTheBox().at(OpenTiles(ALL))
    assert [(then.roll, weight) for then, weight in chance.outcomes] == [
        (total, 6 - abs(7 - total)) for total in range(2, 13)
    ]


@pytest.mark.parametrize(
    ("open_", "choices"), [((6,), ["two dice", "one die"]), ((1, 2, 3), ["two dice", "one die"])]
)
def test_one_die_may_be_rolled_when_six_or_less_are_open(open_, choices):
    assert list(ShutTheBox(one_die=True).at(OpenTiles(open_)).options) == choices


@pytest.mark.parametrize(
    ("game", "open_"), [(ShutTheBox(one_die=True), (1, 2, 4)), (ShutTheBox(), (1,))]
)
def test_else_two_dice_are_rolled(game, open_):
    assert isinstance(game.at(OpenTiles(open_)), Chance)


def test_one_tile_cannot_be_shut_by_two_dice():
    assert solve(ShutTheBox(tiles=1)).value == 0


def test_one_tile_is_shut_by_one_die_in_a_sixth_of_games():
    assert solve(ShutTheBox(tiles=1, one_die=True), exact=True).value * 6 == 1


def test_to_shut_the_box_is_to_score_at_least_nothing():
    assert ShutTheBox().objective() == AtLeast(0)


def test_the_best_expected_score_is_minus_the_least_expected_sum():
    assert -45 < solve(ShutTheBox(), Score()).value < 0


def test_the_game_is_over_when_no_tiles_fit():
    assert isinstance(ShutTheBox().at(RolledTiles((9,), 8)), Final)
