"""The positions of one player and of two: whose turn it is, and what leads to what."""

import pytest

from perfectplay.model.scorecard import Duel, DuelRolled, Rolled, Turn

FIRST = Turn(("ones", "pair"), (3, 0), True)
SECOND = Turn(("row",), (1, 4))
DUEL = Duel(("ones", "pair"), ("row",), (3, 0), (1, 4), True, False)


def test_a_roll_of_one_player_remembers_its_turn():
    rolled = FIRST.rolled((1, 3), 2)
    assert rolled == Rolled(("ones", "pair"), (1, 3), 2, (3, 0), True)
    assert type(rolled) is Rolled
    assert rolled.before == rolled.turn == FIRST


def test_a_player_alone_is_always_to_move():
    assert (FIRST.mover, FIRST.turn, FIRST.moved(SECOND)) == (0, FIRST, SECOND)
    assert (FIRST.over, Turn(()).over) == (False, True)


def test_a_duel_is_made_of_the_turns_of_both():
    assert Duel.of(FIRST, SECOND) == DUEL
    assert DUEL.turns == (FIRST, SECOND)


def test_a_roll_in_a_duel_remembers_both_cards():
    rolled = DUEL.rolled((1, 3), 1)
    assert rolled == DuelRolled(("ones", "pair"), ("row",), (1, 3), 1, (3, 0), (1, 4), True, False)
    assert type(rolled) is DuelRolled
    assert (rolled.before, rolled.turn) == (DUEL, FIRST)


@pytest.mark.parametrize(
    ("first", "second", "mover"),
    [
        (("a", "b"), ("a", "b"), 0),
        (("a",), ("a", "b"), 1),
        (("a",), ("b",), 0),
        ((), ("b",), 1),
        ((), (), 0),
    ],
)
def test_the_first_player_begins_every_round(first, second, mover):
    duel = Duel(first, second)
    assert duel.mover == mover
    assert duel.turn == Turn((first, second)[mover])
    assert duel.other == Turn((first, second)[1 - mover])
    assert duel.rolled((1,), 0).turn == duel.turn


@pytest.mark.parametrize(
    ("duel", "over"),
    [(Duel((), ()), True), (Duel((), ("a",)), False), (Duel(("a",), ("a",)), False)],
)
def test_a_duel_is_over_when_both_cards_are_full(duel, over):
    assert duel.over is over


def test_a_move_of_the_first_player_changes_that_card_alone():
    after = Turn(("pair",), (5, 0), True)
    assert DUEL.moved(after).turns == (after, SECOND)


def test_a_move_of_the_second_player_changes_that_card_alone():
    duel, after = Duel.of(SECOND, FIRST), Turn(("pair",), (5, 0), True)
    assert duel.mover == 1
    assert duel.moved(after).turns == (SECOND, after)
