"""The rules of Yahtzee, on rolls that were scored by hand."""

import pytest

from perfectplay import Score
from perfectplay.errors import ParameterError
from perfectplay.games.yahtzee import UPPER, Yahtzee
from perfectplay.model.scorecard import Bonus, Repeat, Turn

LOWER = {
    *("three-of-a-kind", "four-of-a-kind", "full-house"),
    *("small-straight", "large-straight", "chance", "yahtzee"),
}


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        ((1, 1, 2, 3, 6), {"ones": 2, "twos": 2, "threes": 3, "sixes": 6, "chance": 13}),
        (
            (3, 3, 3, 5, 6),
            {"threes": 9, "fives": 5, "sixes": 6, "three-of-a-kind": 20, "chance": 20},
        ),
        (
            (2, 4, 4, 4, 4),
            {"twos": 2, "fours": 16, "three-of-a-kind": 18, "four-of-a-kind": 18, "chance": 18},
        ),
        (
            (3, 3, 6, 6, 6),
            {"threes": 6, "sixes": 18, "three-of-a-kind": 24, "full-house": 25, "chance": 24},
        ),
        (
            (1, 2, 3, 4, 6),
            {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "sixes": 6}
            | {"small-straight": 30, "chance": 16},
        ),
        (
            (2, 3, 4, 5, 6),
            {"twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}
            | {"small-straight": 30, "large-straight": 40, "chance": 20},
        ),
        (
            (5, 5, 5, 5, 5),
            {"fives": 25, "three-of-a-kind": 25, "four-of-a-kind": 25, "chance": 25, "yahtzee": 50},
        ),
    ],
    ids=str,
)
def test_a_roll_scores_as_by_hand(roll, points):
    placed = Yahtzee().placements(Yahtzee().start(), roll)
    assert {name: place.points for name, place in placed.items() if place.points} == points


def test_there_are_six_upper_and_seven_lower_boxes():
    names = Yahtzee().card.names
    assert (list(names[:6]), set(names[6:])) == (UPPER, LOWER)


def test_it_is_played_with_five_dice_and_two_rerolls():
    card = Yahtzee().card
    assert (card.dice, card.sides, card.rerolls, card.in_order) == (5, 6, 2, False)


def test_63_points_in_the_upper_boxes_bring_35_more():
    assert Yahtzee().card.bonuses == (Bonus("upper", UPPER, at=63, points=35),)
    assert [Yahtzee().at(Turn((), (total,))).payoff for total in (62, 63)] == [0, 35]


@pytest.mark.parametrize(
    ("rules", "repeat"),
    [
        ({}, Repeat("yahtzee", 100, "forced")),
        ({"joker": "free"}, Repeat("yahtzee", 100, "free")),
        ({"joker": "none"}, Repeat("yahtzee", 100, "none")),
        ({"bonus": False}, Repeat("yahtzee", 0, "forced")),
        ({"joker": "none", "bonus": False}, Repeat("yahtzee", 0, "none")),
    ],
)
def test_its_parameters_are_the_rules_for_a_further_five_of_a_kind(rules, repeat):
    assert Yahtzee(**rules).card.repeat == repeat


@pytest.mark.parametrize("words", ["joker=forced bonus=yes", "joker=free bonus=no"])
def test_its_parameters_are_read_as_words(words):
    joker, bonus = (word.partition("=")[2] for word in words.split())
    assert Yahtzee.from_words(words.split()) == Yahtzee(joker=joker, bonus=bonus == "yes")


def test_there_is_no_other_joker():
    with pytest.raises(ParameterError, match="joker"):
        Yahtzee(joker="wild")


def test_the_second_yahtzee_brings_100_where_the_first_brought_50():
    first = Yahtzee().placements(Yahtzee().start(), (4,) * 5)["yahtzee"]
    assert (first.points, first.extra, first.turn.repeat) == (50, 0, True)
    second = Yahtzee().placements(first.turn, (4,) * 5)
    assert {name: (place.points, place.extra) for name, place in second.items()} == {
        "fours": (20, 100)
    }


def test_the_highest_score_is_wanted():
    assert Yahtzee().objective() == Score()
