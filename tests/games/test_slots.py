"""The rules of 45-point slots, by themselves and against the same game written by hand."""

import dataclasses

import pytest

from perfectplay import Final, Gain, Score, solve
from perfectplay.games.slots import SLOTS, Slots
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.objectives import AtLeast
from tests import brute_force
from tests.comparing import question
from tests.games import hand_written_slots
from tests.games.hand_written_slots import HandWrittenSlots

FACES = (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("slot", "points"),
    [
        ("x3", [3 * face for face in FACES]),
        ("flip", [7 - face for face in FACES]),
        ("+4low", [face + 4 if face <= 2 else 0 for face in FACES]),
        ("x2even", [0 if face % 2 else 2 * face for face in FACES]),
        ("+4odd", [face + 4 if face % 2 else 0 for face in FACES]),
        ("bin", [0] * 6),
    ],
)
def test_a_slot_scores_by_its_rule(slot, points):
    placed = [Slots().at(Rolled(tuple(SLOTS), (face,))).options[slot].points for face in FACES]
    assert placed == points


def test_a_slot_is_filled_once():
    assert Slots().at(Rolled(("x3", "bin"), (6,))).options["x3"] == Gain(18, Turn(("bin",)))


def test_six_faces_are_equally_likely():
    chance = Slots().at(Slots().start())
    assert chance.outcomes == [(Rolled(tuple(SLOTS), (face,)), 1) for face in FACES]


def test_the_game_ends_when_all_slots_are_filled():
    assert isinstance(Slots().at(Turn(())), Final)


def test_the_target_is_what_wins():
    assert Slots(target=30).objective() == AtLeast(30)


@pytest.fixture(scope="module", params=[AtLeast(45), Score()], ids=str)
def both(request):
    """The game written by hand and ours, solved exactly for the same objective."""
    return [solve(game, request.param, exact=True) for game in (HandWrittenSlots(), Slots())]


def ours(position):
    """A position of the game written by hand, as the scorecard has it."""
    if isinstance(position, hand_written_slots.Roll):
        return Rolled(position.open, (position.roll,))
    return Turn(position.open)


@pytest.fixture(scope="module")
def questions(both):
    """Every position with every score, as the game written by hand is asked and as ours is."""
    places = brute_force.solve(HandWrittenSlots(), lambda score: score).values
    theirs = dict.fromkeys(question(both[0], place) for place in places)
    return [((position, score), (ours(position), score)) for position, score in theirs]


def test_the_game_written_by_hand_has_the_same_value(both):
    by_hand, slots = both
    assert by_hand.value == slots.value


@pytest.mark.slow
def test_the_game_written_by_hand_has_as_many_positions(both, questions):
    by_hand, slots = both
    assert by_hand.positions == slots.positions == len(questions)


def test_the_game_written_by_hand_has_the_same_value_everywhere(both, questions):
    by_hand, slots = both
    for theirs, mine in questions:
        assert by_hand.value_at(*theirs) == slots.value_at(*mine)


def test_the_game_written_by_hand_has_the_same_options_and_ties_everywhere(both, questions):
    by_hand, slots = both
    for theirs, mine in questions:
        kind = by_hand.kind(theirs[0])
        assert kind == slots.kind(mine[0])
        if kind == "choice":
            assert by_hand.options(*theirs) == slots.options(*mine)


def test_the_game_written_by_hand_has_the_same_outcomes_everywhere(both, questions):
    by_hand, slots = both
    for theirs, mine in questions:
        if by_hand.kind(theirs[0]) == "chance":
            expected = [
                dataclasses.replace(outcome, position=ours(outcome.position))
                for outcome in by_hand.outcomes(*theirs)
            ]
            assert slots.outcomes(*mine) == expected


def test_the_game_written_by_hand_has_the_same_distribution(both):
    by_hand, slots = both
    assert by_hand.distribution() == slots.distribution()
