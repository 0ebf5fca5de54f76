"""The rules of Yacht, on rolls that were scored by hand."""

import pytest

from perfectplay.games.yacht import Yacht


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        ((1, 1, 2, 3, 6), {"ones": 2, "twos": 2, "threes": 3, "sixes": 6, "choice": 13}),
        ((3, 3, 6, 6, 6), {"threes": 6, "sixes": 18, "full-house": 24, "choice": 24}),
        ((2, 4, 4, 4, 4), {"twos": 2, "fours": 16, "four-of-a-kind": 16, "choice": 18}),
        (
            (1, 2, 3, 4, 5),
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5}
            | {"little-straight": 30, "choice": 15},
        ),
        (
            (2, 3, 4, 5, 6),
            {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
            | {"big-straight": 30, "choice": 20},
        ),
        ((5, 5, 5, 5, 5), {"fives": 25, "four-of-a-kind": 20, "choice": 25, "yacht": 50}),
    ],
    ids=str,
)
def test_a_roll_scores_as_by_hand(roll, points):
    placed = Yacht().placements(Yacht().start(), roll)
    assert {name: place.points for name, place in placed.items() if place.points} == points


def test_there_are_twelve_boxes_and_no_bonus():
    card = Yacht().card
    assert (len(card.boxes), card.dice, card.sides, card.rerolls) == (12, 5, 6, 2)
    assert (card.bonuses, card.repeat) == ((), None)


def test_its_only_parameters_are_how_many_play_and_the_die():
    assert [*Yacht.parameters()] == ["players", "die"]
