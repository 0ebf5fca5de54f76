"""Dice of several kinds: against dice of one kind, and against the engine for any game."""

import pytest

from perfectplay import Compute, load, solve
from perfectplay.errors import ParameterError, PositionError
from perfectplay.games.farkle import Farkle
from perfectplay.games.farkle_dice import FarkleDice
from perfectplay.model.mixed_dice import MixedTurn
from perfectplay.solution.verification import verify
from tests.by_engine import solve_graph

TURNS = Compute(engine="turn-game")
SIX = ("fair",) * 6


@pytest.fixture(scope="module")
def unlike():
    """Six dice, of which one is unlike the others, against others again."""
    game = FarkleDice(rules="simple", target=150, dice="weighted*5,odd", theirs="fair*6")
    return solve(game, compute=TURNS), solve_graph(game)


def test_six_dice_of_a_kind_are_those_of_farkle():
    rules = {"rules": "medieval", "target": 600}
    mixed = solve(FarkleDice(dice="odd*6", theirs="odd*6", **rules), compute=TURNS)
    plain = solve(Farkle(players=2, loaded="odd", **rules), compute=TURNS)
    assert mixed.value == plain.value
    assert (mixed.lower, mixed.upper) == pytest.approx((plain.lower, plain.upper), abs=1e-13)


def test_the_engine_for_any_game_agrees(unlike):
    ours, theirs = unlike
    assert ours.value == pytest.approx(theirs.value, abs=1e-12)
    assert ours.lower <= ours.value <= ours.upper
    assert ours.upper - ours.lower < 1e-12
    positions = [each for each in theirs.visits() if isinstance(each, MixedTurn)]
    for position in positions[::101]:
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-12)
    assert ours.value_at(ours.game.turn_of(1)) < ours.value


def test_the_solution_satisfies_the_rules(unlike):
    assert verify(unlike[0]).largest_error < 1e-12


def test_a_solution_is_saved_and_loaded(unlike, tmp_path):
    mixed, _ = unlike
    mixed.save(tmp_path / "mixed.solution")
    found = load(tmp_path / "mixed.solution", mixed.game)
    assert (found.value, found.lower, found.upper) == (mixed.value, mixed.lower, mixed.upper)
    assert found.value_at(mixed.game.turn_of(1)) == mixed.value_at(mixed.game.turn_of(1))


def test_which_dice_stay_in_hand_is_part_of_a_position(unlike):
    mixed, _ = unlike
    text = "mine=0 theirs=100 turn=0 dice=odd,weighted,weighted,weighted,weighted,weighted"
    place = mixed.game.read(f"{text} player=0 roll=5,2,2,3,4,5")
    assert {option.label for option in mixed.options(place)} == {
        "odd:5", "weighted:5", "odd:5 weighted:5",
    }  # fmt: skip
    left = mixed.game.at(place).options["odd:5"]
    assert left.dice == ("weighted",) * 5


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (MixedTurn(0, 0, 0, SIX[:5]), "no turn comes to 0 points with these dice"),
        (MixedTurn(0, 0, 0, ("weighted",) * 6, 1), "no turn comes to 0 points with these dice"),
        (MixedTurn(25, 0, 0, SIX, 1), "scores are multiples of 50"),
        (MixedTurn(150, 0, 0, SIX, 1), "a score of 150 ends the game"),
        (MixedTurn(0, 0, 0, SIX, 1, (2, 1, 1, 1, 1, 1)), "the dice do not show that"),
        (MixedTurn(0, 0, 0, SIX, 1, (2, 2, 3, 3, 4, 4)), "nothing in the roll scores"),
    ],
)
def test_positions_that_cannot_occur_are_refused(unlike, position, complaint):
    with pytest.raises(PositionError, match=complaint):
        unlike[0].value_at(position)


@pytest.mark.parametrize(
    ("dice", "complaint"),
    [
        ("fair*5", "is 5 dice; everybody throws 6"),
        ("fair*5,golden", "there is no die 'golden'; there are fair"),
        ("fair*x", "'fair\\*x' is not how many dice"),
        ("fair*5,1:1", "has 2 faces"),
    ],
)
def test_dice_that_there_are_not(dice, complaint):
    with pytest.raises(ParameterError, match=complaint):
        FarkleDice(dice=dice)
