"""The engine for bearing off against the engine for any game, and against a script of its own."""

import dataclasses
from functools import cache
from itertools import permutations, product

import pytest

from perfectplay import AtLeast, Compute, Score, Win, load, solve
from perfectplay.errors import FileError, MemoryLimitError, PositionError
from perfectplay.games.bear_off import BearOff
from perfectplay.model.bear_off import Alone, Sides, Stakes, boards, plays
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph

ALONE, RACE = BearOff(checkers=3), BearOff(players=2, checkers=2)
CUBE = BearOff(players=2, checkers=2, cube=True)


# By hand: counts of checkers, dice one by one, nothing shared with the rules


def boards_after(counts, dice):
    """The boards that some dice, in this order, lead to; a board is its counts by point."""
    if not dice or not any(counts):
        return {counts}
    found = set()
    highest = max(point for point in range(6) if counts[point])
    for point in range(6):
        if counts[point] and (point + 1 >= dice[0] or point == highest):
            after = list(counts)
            after[point] -= 1
            if point + 1 > dice[0]:
                after[point - dice[0]] += 1
            found |= boards_after(tuple(after), dice[1:])
    return found


@cache
def every_play(counts):
    """For each of the 36 rolls, the boards that it may lead to."""
    rolls = []
    for first, second in product(range(1, 7), repeat=2):
        dice = (first,) * 4 if first == second else (first, second)
        rolls.append(
            frozenset().union(*(boards_after(counts, way) for way in {*permutations(dice)}))
        )
    return rolls


@cache
def expected_rolls(counts):
    if not any(counts):
        return 0.0
    return 1 + sum(min(map(expected_rolls, after)) for after in every_play(counts)) / 36


@cache
def equity(mine, theirs, owner):
    """What it is worth to roll, the cube at 1; owner is None without a cube."""
    if not any(theirs):
        return -1.0
    rolling = rolled(mine, theirs, owner)
    if owner in (None, "theirs"):
        return rolling
    return max(rolling, min(1.0, 2 * rolled(mine, theirs, "theirs")))


def rolled(mine, theirs, owner):
    swapped = {"mine": "theirs", "theirs": "mine"}.get(owner, owner)
    return (
        sum(max(-equity(theirs, then, swapped) for then in after) for after in every_play(mine))
        / 36
    )


def counts_of(board):
    return tuple(board.count(point) for point in range(1, 7))


def test_a_script_by_hand_finds_the_same_plays():
    for board in boards(3)[::3]:
        for number, dice in enumerate(product(range(1, 7), repeat=2)):
            after = plays(board, tuple(sorted(dice, reverse=True)))
            assert {counts_of(then) for then in after.values()} == every_play(counts_of(board))[
                number
            ]


def test_a_script_by_hand_finds_the_same_rolls():
    alone = solve(ALONE, compute=Compute(engine="bear-off"))
    for board in boards(3):
        expected = -expected_rolls(counts_of(board))
        assert alone.value_at(Alone(board)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("cube", [False, True])
def test_a_script_by_hand_finds_the_same_equities(cube):
    found = solve(BearOff(players=2, checkers=2, cube=cube))
    for mine, theirs in product(boards(2)[1::3], boards(2)[1::2]):
        for owner in ("nobody", "mine", "theirs") if cube else (None,):
            expected = equity(counts_of(mine), counts_of(theirs), owner)
            if cube:
                shows = 1 if owner == "nobody" else 8
                place = Stakes(mine, theirs, 1, shows, owner)
                assert found.value_at(place) == pytest.approx(-shows * expected, abs=1e-12)
            else:
                assert found.value_at(Sides(mine, theirs)) == pytest.approx(
                    (1 + expected) / 2, abs=1e-12
                )


# The engine for any game


@pytest.mark.parametrize("game", [ALONE, RACE, BearOff(players=2, checkers=1, cube=True)])
def test_the_engine_for_any_game_agrees_wherever_play_comes_to(game):
    ours, theirs = solve(game, compute=Compute(engine="bear-off")), solve_graph(game)
    assert ours.value == pytest.approx(theirs.value, abs=1e-12)
    for position in list(theirs.visits())[::17]:
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-12)
        if ours.kind(position) == "choice":
            found = {option.label: option.value for option in ours.options(position)}
            expected = {option.label: option.value for option in theirs.options(position)}
            assert found == pytest.approx(expected, abs=1e-12)


def test_the_number_of_rolls_has_the_distribution_that_any_engine_finds():
    ours, theirs = (
        solve(ALONE, compute=Compute(engine="bear-off")).distribution(),
        solve_graph(ALONE).distribution(),
    )
    assert dict(ours) == pytest.approx(dict(theirs), abs=1e-12)


def test_a_race_for_points_has_the_same_chances_as_one_to_win():
    points, wins = solve(RACE, Score()), solve(RACE, Win())
    assert dict(points.distribution()) == pytest.approx(dict(wins.distribution()), abs=1e-12)
    assert points.distribution().mean == pytest.approx(points.value, abs=1e-12)


def test_fractions_and_targets_are_left_to_the_engine_for_any_game():
    exact = solve(BearOff(checkers=1), exact=True)
    assert exact.engine == solve(BearOff(checkers=1), AtLeast(-1)).engine == "graph"
    assert float(exact.value) == pytest.approx(solve(BearOff(checkers=1)).value, abs=1e-12)


# Files, checks, and what cannot be


@pytest.mark.parametrize("game", [ALONE, RACE, CUBE])
def test_a_solution_is_saved_loaded_and_verified(game, tmp_path):
    solution = solve(game, compute=Compute(engine="bear-off"))
    solution.save(tmp_path / "kept.solution")
    found = load(tmp_path / "kept.solution", game)
    assert found.value == solution.value
    assert verify(found).largest_error < 1e-12


def test_a_wrong_equity_is_found():
    solution = solve(RACE, compute=Compute(engine="bear-off"))
    wrong = dataclasses.replace(solution, equity={"nobody": solution.equity["nobody"] * 0.99})
    with pytest.raises(VerificationError):
        verify(wrong)


def test_a_file_with_an_equity_that_cannot_be_is_refused(tmp_path):
    solution = solve(RACE, compute=Compute(engine="bear-off"))
    wrong = dataclasses.replace(solution, equity={"nobody": solution.equity["nobody"] * 2})
    wrong.save(tmp_path / "kept.solution")
    with pytest.raises(FileError):
        load(tmp_path / "kept.solution", RACE)


@pytest.mark.parametrize(
    ("game", "text", "complaint"),
    [
        (ALONE, "board=7,1", "each on a point from 1 to 6"),
        (ALONE, "board=1,1,1,1", "at most 3 checkers"),
        (ALONE, "board=6,1 dice=6", "two numbers from 1 to 6"),
        (ALONE, "mine=6 theirs=6", "write it like"),
        (RACE, "mine=- theirs=6", "still has a checker"),
        (RACE, "mine=6 theirs=6 player=2", "the player is 0 or 1"),
        (CUBE, "mine=6 theirs=6 cube=3 owner=mine", "the cube is 1 and nobody's"),
        (CUBE, "mine=6 theirs=6 cube=2", "the cube is 1 and nobody's"),
    ],
)
def test_positions_that_cannot_be_are_refused_in_one_line(game, text, complaint):
    with pytest.raises(PositionError, match=complaint) as error:
        game.read(text)
    assert "\n" not in str(error.value)


def test_two_sides_that_outgrow_the_memory_are_refused():
    with pytest.raises(MemoryLimitError, match="take fewer checkers"):
        solve(BearOff(players=2, checkers=15), Win())
