"""The rules of Generala, on rolls that were scored by hand."""

import pytest

from perfectplay.games.generala import Generala


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        ((1, 1, 2, 3, 6), {"ones": 2, "twos": 2, "threes": 3, "sixes": 6}),
        ((3, 3, 6, 6, 6), {"threes": 6, "sixes": 18, "full-house": 30}),
        ((2, 4, 4, 4, 4), {"twos": 2, "fours": 16, "poker": 40}),
        (
            (1, 2, 3, 4, 5),
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "straight": 20},
        ),
        (
            (2, 3, 4, 5, 6),
            {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "straight": 20},
        ),
        ((5, 5, 5, 5, 5), {"fives": 25, "poker": 40, "generala": 50}),
    ],
    ids=str,
)
def test_a_roll_scores_as_by_hand(roll, points):
    placed = Generala().placements(Generala().start(), roll)
    assert {name: place.points for name, place in placed.items() if place.points} == points


def test_there_are_ten_boxes_and_no_bonus():
    card = Generala().card
    assert (len(card.boxes), card.dice, card.sides, card.rerolls) == (10, 5, 6, 2)
    assert (card.bonuses, card.repeat) == ((), None)


def test_its_only_parameters_are_how_many_play_and_the_die():
    assert [*Generala.parameters()] == ["players", "die"]
