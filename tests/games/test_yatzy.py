"""The rules of Scandinavian Yatzy, on rolls that were scored by hand."""

import pytest

from perfectplay.games.yahtzee import UPPER
from perfectplay.games.yatzy import Yatzy
from perfectplay.model.scorecard import Bonus, Turn


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        (
            (1, 2, 3, 5, 6),
            {"ones": 1, "twos": 2, "threes": 3, "fives": 5, "sixes": 6, "chance": 17},
        ),
        (
            (2, 2, 5, 5, 6),
            {"twos": 4, "fives": 10, "sixes": 6, "pair": 10, "two-pairs": 14, "chance": 20},
        ),
        (
            (3, 3, 3, 3, 6),
            {"threes": 12, "sixes": 6, "pair": 6, "three-of-a-kind": 9, "four-of-a-kind": 12}
            | {"chance": 18},
        ),
        (
            (2, 2, 6, 6, 6),
            {"twos": 4, "sixes": 18, "pair": 12, "two-pairs": 16, "three-of-a-kind": 18}
            | {"full-house": 22, "chance": 22},
        ),
        (
            (1, 2, 3, 4, 5),
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5}
            | {"small-straight": 15, "chance": 15},
        ),
        (
            (2, 3, 4, 5, 6),
            {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
            | {"large-straight": 20, "chance": 20},
        ),
        (
            (4, 4, 4, 4, 4),
            {"fours": 20, "pair": 8, "three-of-a-kind": 12, "four-of-a-kind": 16}
            | {"chance": 20, "yatzy": 50},
        ),
    ],
    ids=str,
)
def test_a_roll_scores_as_by_hand(roll, points):
    placed = Yatzy().placements(Yatzy().start(), roll)
    assert {name: place.points for name, place in placed.items() if place.points} == points


def test_there_are_fifteen_boxes():
    card = Yatzy().card
    assert (len(card.boxes), card.dice, card.sides, card.rerolls) == (15, 5, 6, 2)
    assert card.repeat is None


def test_63_points_in_the_upper_boxes_bring_50_more():
    assert Yatzy().card.bonuses == (Bonus("upper", UPPER, at=63, points=50),)
    assert [Yatzy().at(Turn((), (total,))).payoff for total in (62, 63)] == [0, 50]


def test_its_only_parameters_are_how_many_play_the_die_and_names_of_boxes():
    assert [*Yatzy.parameters()] == ["players", "die", "labels"]
