"""Play that never ends: refused where it cannot end, told where it is best."""

import math
from fractions import Fraction

import pytest

from perfectplay import Chance, Choice, Final, Gain, evaluate, solve
from perfectplay.errors import CycleError
from perfectplay.solution.answers import WhenToTake
from tests.random_cycles import EndlessGame
from tests.table_game import TableGame

ROUND = {
    "here": Choice({"on": "there", "stay": "here"}),
    "there": Chance.weighted([("here", 1), ("there", 2)]),
}


@pytest.mark.parametrize("exact", [False, True])
def test_a_game_that_can_never_end_is_refused(exact):
    with pytest.raises(CycleError) as caught:
        solve(TableGame(ROUND), exact=exact)
    assert str(caught.value) == (
        "table-game: play can never end, whatever the players choose; let it end in a Final, or say what "
        "endless play pays, such as endless = 0"
    )


@pytest.mark.parametrize("endless", [0, Fraction(1, 3)])
def test_unless_it_says_what_endless_play_pays(endless):
    solution = solve(EndlessGame(ROUND, 1, endless), exact=True)
    assert solution.value == endless
    assert solution.never_ends == 1


def test_points_without_end_are_the_graver_fault():
    with pytest.raises(CycleError, match="the expected points are infinite"):
        solve(TableGame({"pit": Choice({"on": Gain(1, "pit")})}))


def waiting():
    """With a chance of a third there is nothing better than to wait for ever."""
    return TableGame(
        {
            "start": Chance.weighted([("door", 1), (Final(3), 2)]),
            "door": Choice({"leave": Final(-1), "wait": "door"}),
        }
    )


def test_how_likely_best_play_never_ends_is_told():
    assert solve(waiting(), exact=True).never_ends == Fraction(1, 3)
    assert solve(waiting()).never_ends == pytest.approx(1 / 3)
    assert solve(TableGame({0: Final(1)})).never_ends == 0


def test_a_table_of_endless_play_has_no_gaps():
    table = solve(waiting()).table()
    assert table["visits"].to_list() == [math.inf]
    assert table["cost"].to_list() == table["matters"].to_list() == [1]
    table = solve(EndlessGame(ROUND, 1, 0)).table()
    assert table["matters"].to_list() == [0]


def test_when_to_do_what_is_told_of_endless_play():
    row = solve(waiting()).answer(WhenToTake).table("wait")
    assert row["arise"].to_list() == [math.inf]
    assert (row["take"].item(), row["keep"].item(), row["gains"].item()) == (1, 0, 1)


def test_a_strategy_may_wait_for_ever():
    def wait(decision):
        return "wait"

    assert evaluate(waiting(), wait, exact=True).value == 2
