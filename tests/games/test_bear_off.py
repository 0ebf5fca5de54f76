"""The rules of bearing off, and what is known of it.

Sources: the counts of positions are those of GNU Backgammon's manual; the chances of stacks on the
ace point are from H. A. Peelle, "Backgammon Tools in J" (Vector 24), to two digits.
"""

import pytest

from perfectplay import solve
from perfectplay.errors import ParameterError
from perfectplay.games.bear_off import BearOff
from perfectplay.model.bear_off import Alone, Sides, Stakes, boards, plays


def test_there_are_as_many_boards_as_is_known():
    assert len(boards(15)) == 54_264
    assert len(boards(6)) ** 2 == 853_776


def test_a_checker_comes_off_by_a_larger_number_from_the_highest_point_only():
    assert plays((4, 2), (6, 5)) == {"4/off 2/off": ()}
    assert set(plays((5, 2), (4, 3)).values()) == {(1,), (2,)}


def test_doubles_are_played_four_times():
    assert plays((6, 6), (3, 3)) == {"6/3(2) 3/off(2)": ()}


def test_every_roll_alone_costs_a_point():
    gains = BearOff().at(Alone((6, 1), (6, 1))).options
    assert {name: (gain.points, gain.then) for name, gain in gains.items()} == {
        "6/off 1/off": (-1, Alone(())),
        "6/5 5/off": (-1, Alone((1,))),
    }


def test_nobody_doubles_alone():
    with pytest.raises(ParameterError, match="take players=2"):
        BearOff(cube=True)


def test_plays_that_were_worked_out_are_not_kept_for_ever():
    assert plays.cache_info().maxsize is not None


def test_who_is_off_first_wins():
    race = BearOff(players=2)
    assert race.at(Sides((1,), (), 0)).payoff == -1
    assert race.at(Sides((1,), (), 1)).payoff == 1
    assert BearOff(players=2, cube=True).at(Stakes((1,), (), 1, 4, "mine")).payoff == 4


def test_who_owns_the_cube_may_double_and_the_other_may_drop():
    game = BearOff(players=2, cube=True)
    node = game.at(Stakes((6,), (6,), 1, 2, "mine"))
    answer = node.options["double"]
    assert (node.player, answer.player) == (1, 0)
    assert answer.options["drop"].payoff == -2
    assert answer.options["take"].thens[0] == Stakes((6,), (6,), 1, 4, "theirs", (1, 1))
    assert not hasattr(game.at(Stakes((6,), (6,), 1, 2, "theirs")), "options")


@pytest.mark.parametrize(
    ("mine", "theirs", "chance"), [(3, 1, 0.17), (3, 3, 0.86), (5, 3, 0.25), (5, 5, 0.79)]
)
def test_stacks_on_the_ace_point_win_as_often_as_is_published(mine, theirs, chance):
    race = solve(BearOff(players=2, checkers=5))
    found = race.value_at(Sides((1,) * mine, (1,) * theirs))
    assert found == pytest.approx(chance, abs=0.005)


def test_two_checkers_on_5_and_2_come_off_by_19_rolls_of_36():
    cube = solve(BearOff(players=2, checkers=2, cube=True))
    last_roll = cube.read("mine=5,2 theirs=1")
    assert cube.best(last_roll) == "double"
    assert cube.value_at(last_roll) == pytest.approx(2 * (19 - 17) / 36)
