"""The rules of Yazy, on rolls that were scored by hand."""

import pytest

from perfectplay.games.yazy import Yazy


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        ((1, 2, 4, 5, 6), {"ones": 1, "twos": 2, "fours": 4, "fives": 5, "sixes": 6}),
        ((1, 2, 3, 4, 6), {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "sixes": 6}),
        ((3, 3, 6, 6, 6), {"threes": 6, "sixes": 18, "three-of-a-kind": 24, "full-house": 25}),
        (
            (2, 4, 4, 4, 4),
            {"twos": 2, "fours": 16, "three-of-a-kind": 18, "four-of-a-kind": 18},
        ),
        (
            (1, 2, 3, 4, 5),
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "straight": 40},
        ),
        (
            (6, 6, 6, 6, 6),
            {"sixes": 30, "three-of-a-kind": 30, "four-of-a-kind": 30, "five-of-a-kind": 50},
        ),
    ],
    ids=str,
)
def test_a_roll_scores_as_by_hand(roll, points):
    placed = Yazy().placements(Yazy().start(), roll)
    assert {name: place.points for name, place in placed.items() if place.points} == points


def test_there_are_eleven_boxes_and_no_bonus():
    card = Yazy().card
    assert (len(card.boxes), card.dice, card.sides, card.rerolls) == (11, 5, 6, 2)
    assert (card.bonuses, card.repeat) == ((), None)


def test_its_only_parameters_are_how_many_play_and_the_die():
    assert [*Yazy.parameters()] == ["players", "die"]
