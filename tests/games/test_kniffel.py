"""The rules of Kniffel, on rolls that were scored by hand."""

import pytest

from perfectplay.games.kniffel import Kniffel
from perfectplay.games.yahtzee import UPPER
from perfectplay.model.scorecard import Bonus


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        (
            (3, 3, 6, 6, 6),
            {"threes": 6, "sixes": 18, "three-of-a-kind": 24, "full-house": 25, "chance": 24},
        ),
        (
            (2, 2, 2, 2, 2),
            {"twos": 10, "three-of-a-kind": 10, "four-of-a-kind": 10, "full-house": 25}
            | {"kniffel": 50, "chance": 10},
        ),
        (
            (1, 2, 3, 4, 5),
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5}
            | {"small-straight": 30, "large-straight": 40, "chance": 15},
        ),
        (
            (1, 5, 5, 5, 5),
            {"ones": 1, "fives": 20, "three-of-a-kind": 21, "four-of-a-kind": 21, "chance": 21},
        ),
    ],
    ids=str,
)
def test_a_roll_scores_as_by_hand(roll, points):
    placed = Kniffel().placements(Kniffel().start(), roll)
    assert {name: place.points for name, place in placed.items() if place.points} == points


def test_there_are_thirteen_boxes_and_a_bonus_for_the_upper_ones():
    card = Kniffel().card
    assert (len(card.boxes), card.dice, card.sides, card.rerolls) == (13, 5, 6, 2)
    assert card.bonuses == (Bonus("upper", UPPER, at=63, points=35),)


def test_a_second_kniffel_brings_nothing_extra():
    first = Kniffel().placements(Kniffel().start(), (4,) * 5)["kniffel"]
    second = Kniffel().placements(first.turn, (4,) * 5)
    assert {place.extra for place in second.values()} == {0}
    assert len(second) == 12


def test_its_only_parameters_are_how_many_play_the_die_and_names_of_boxes():
    assert [*Kniffel.parameters()] == ["players", "die", "labels"]
