"""Climbing columns, turn by turn, against the engine for any game, and a script of its own."""

import dataclasses
from itertools import product

import numpy as np
import pytest

from perfectplay import Compute, load, solve
from perfectplay.engines.turn_game.cant_stop import course_of
from perfectplay.errors import FileError, MemoryLimitError, PositionError
from perfectplay.games.cant_stop import CantStop
from perfectplay.model.cant_stop import ClimbDuel, ClimbSolo
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph


@pytest.fixture(scope="module")
def duel():
    return solve(CantStop(sides=3, shortest=1, players=2), compute=Compute(engine="turn-game"))


@pytest.mark.parametrize("shortest", [1, 2, 3])
def test_the_engine_for_any_game_agrees_at_every_position(shortest):
    game = CantStop(sides=2, shortest=shortest)
    ours, theirs = solve(game, compute=Compute(engine="turn-game")), solve_graph(game)
    for position in theirs.visits():
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-12)


def test_it_agrees_on_five_columns_where_runners_are_scarce():
    """As the engine for any game found it once, with 101,597 positions and bounds of 4e-14."""
    alone = solve(CantStop(sides=3, shortest=1), compute=Compute(engine="turn-game"))
    assert alone.value == pytest.approx(-1.4802534193346755, abs=1e-13)
    assert verify(alone).largest_error < 1e-12


class Late(CantStop):
    """For two, when three columns are done."""

    def start(self):
        return ClimbDuel((1, 0, 3, 1, 0), (0, 3, 2, 2, 1), (0,) * 5)


def test_the_engine_for_any_game_agrees_for_two_from_a_late_board(duel):
    late = solve_graph(Late(sides=3, shortest=1, players=2))
    positions = list(late.visits())
    assert late.value == pytest.approx(duel.value_at(Late.start(None)), abs=1e-12)
    for position in positions[::7]:
        assert duel.value_at(position) == pytest.approx(late.value_at(position), abs=1e-12)


def test_two_positions_that_are_seen_from_both_sides_are_worth_the_same(duel):
    place = duel.read("mine=1,0,2,0,0 theirs=0,2,3,1,0")
    assert duel.value_at(place) == 1 - duel.value_at(place._replace(player=1))


def test_its_bounds_are_proved(duel):
    assert duel.lower < duel.value < duel.upper < duel.lower + 1e-12
    assert duel.positions == 27_685


def test_rolls_of_three_runners_are_all_there():
    course = course_of(CantStop(sides=6, shortest=3))
    for first, end in zip(course.first, course.first[1:], strict=False):
        assert sum(course.share[first:end]) == pytest.approx(1)


def test_runners_on_6_7_and_8_are_lost_as_seldom_as_players_know():
    """On 6, 7 and 8 a roll fails 8 times of 100, on 2, 3 and 12 56 times: as known for long."""
    course = course_of(CantStop(sides=6, shortest=3))
    for columns, fails in (((4, 5, 6), 0.0802), ((0, 1, 10), 0.5617)):
        rolls = course.number[columns]
        lost = [
            course.share[roll]
            for roll in range(course.first[rolls], course.first[rolls + 1])
            if course.begin[roll] == course.begin[roll + 1]
        ]
        by_hand = sum(
            not {a + b, c + d, a + c, b + d, a + d, b + c} & {each + 2 for each in columns}
            for a, b, c, d in product(range(1, 7), repeat=4)
        )
        assert sum(lost) == pytest.approx(by_hand / 6**4) == pytest.approx(fails, abs=5e-5)


def test_a_solution_is_saved_loaded_and_verified(duel, tmp_path):
    duel.save(tmp_path / "kept.solution")
    found = load(tmp_path / "kept.solution", duel.game)
    assert (found.value, found.upper) == (duel.value, duel.upper)
    assert verify(found).largest_error < 1e-12


def test_wrong_values_are_found(duel, tmp_path):
    wrong = dataclasses.replace(duel, values=duel.values * 0.99)
    with pytest.raises(VerificationError):
        verify(wrong)
    for values in (duel.values * 2, duel.values[1:], duel.values * np.nan):
        dataclasses.replace(duel, values=values).save(tmp_path / "kept.solution")
        with pytest.raises(FileError):
            load(tmp_path / "kept.solution", duel.game)


def test_positions_that_cannot_be_are_refused(duel):
    with pytest.raises(PositionError, match="is not a position of cant-stop"):
        duel.value_at(ClimbSolo((0,) * 5, (0,) * 5))


def test_the_whole_board_is_refused_with_what_it_would_take():
    with pytest.raises(MemoryLimitError, match="take a smaller game"):
        solve(CantStop(sides=6, shortest=3), compute=Compute(engine="turn-game"))
