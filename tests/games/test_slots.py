"""The rules of 45-point slots."""

import pytest

from perfectplay import Final, Gain
from perfectplay.games.slots import SLOTS, Roll, Slots, Turn
from perfectplay.objectives import AtLeast

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
    placed = [Slots().at(Roll(tuple(SLOTS), face)).options[slot].points for face in FACES]
    assert placed == points


def test_a_slot_is_filled_once():
    assert Slots().at(Roll(("x3", "bin"), 6)).options["x3"] == Gain(18, Turn(("bin",)))


def test_six_faces_are_equally_likely():
    chance = Slots().at(Slots().start())
    assert chance.outcomes == [(Roll(tuple(SLOTS), face), 1) for face in FACES]


def test_the_game_ends_when_all_slots_are_filled():
    assert isinstance(Slots().at(Turn(())), Final)


def test_the_target_is_what_wins():
    assert Slots(target=30).objective() == AtLeast(30)
