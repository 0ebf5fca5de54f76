"""The declaration of a scorecard: what it holds, and what it refuses."""

import dataclasses
from fractions import Fraction
from itertools import product

import pytest

from perfectplay import solve
from perfectplay.errors import ModelError
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    Face,
    FullHouse,
    Listed,
    OfAKind,
    Repeat,
    Rule,
    Scorecard,
    Straight,
    Total,
    faces,
)

ANY = Box("any", Total())
TWO_BOXES = (Box("ones", Face(1)), Box("twos", Face(2)))


def card(**declared):
    """A small card of two dice, but for what is declared otherwise."""
    return Scorecard(
        "mine", **{"dice": 2, "sides": 3, "rerolls": 1, "boxes": TWO_BOXES, **declared}
    )


def bonus(**declared):
    return Bonus(**{"name": "upper", "boxes": ["ones"], "at": 2, "points": 5, **declared})


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ({"dice": 0}, "dice=0 is not a whole number from 1 to 6"),
        ({"dice": 7}, "dice=7 is not a whole number from 1 to 6"),
        ({"dice": 2.0}, "dice=2.0 is not a whole number from 1 to 6"),
        ({"dice": True}, "dice=True is not a whole number from 1 to 6"),
        ({"sides": 1}, "sides=1 is not a whole number from 2 to 12"),
        ({"sides": 13}, "sides=13 is not a whole number from 2 to 12"),
        ({"rerolls": -1}, "rerolls=-1 is not a whole number from 0 to 5"),
        ({"rerolls": 6}, "rerolls=6 is not a whole number from 0 to 5"),
        ({"rerolls": "2"}, "rerolls='2' is not a whole number from 0 to 5"),
        ({"boxes": ()}, "0 boxes are declared; a card has 1 to 20"),
        (
            {"boxes": [Box(f"box-{i}", Total()) for i in range(21)]},
            "21 boxes are declared; a card has 1 to 20",
        ),
        ({"boxes": [ANY, ANY]}, "the name any is given twice"),
        ({"boxes": [Box("any", None)]}, "the box any has no rule; give one from the library or a"),
        ({"boxes": [Box("any", 50)]}, "the box any has no rule"),
        ({"bonuses": [bonus(name="my bonus")]}, "'my bonus' cannot name a bonus; use up to 40 "),
        ({"bonuses": [bonus(name="twos")]}, "the name twos is given twice"),
        ({"bonuses": [bonus(), bonus()]}, "the name upper is given twice"),
        ({"bonuses": [bonus(boxes=())]}, "the bonus upper counts no boxes; name them"),
        (
            {"bonuses": [bonus(boxes=["ones", "two"])]},
            "the bonus upper counts the box two; did you mean 'twos'?",
        ),
        (
            {"bonuses": [bonus(boxes=["ones", "chance"])]},
            "the bonus upper counts the box chance; there are: ones, twos",
        ),
        ({"bonuses": [bonus(boxes=["ones", "ones"])]}, "the bonus upper counts a box twice"),
        ({"bonuses": [bonus(at=0)]}, "the bonus upper has at=0; give a whole number from 1 to 10,"),
        ({"bonuses": [bonus(at=10_001)]}, "the bonus upper has at=10001; give a whole number from"),
        ({"bonuses": [bonus(at=1.5)]}, "the bonus upper has at=1.5; give a whole number from 1 to"),
        ({"bonuses": [bonus(points=-1)]}, "the bonus upper has points=-1; give a whole number fro"),
        ({"bonuses": [bonus(points="5")]}, "the bonus upper has points='5'; give a whole number "),
        ({"repeat": Repeat("two")}, "the repeat bonus is for the box two; did you mean 'twos'?"),
        (
            {"repeat": Repeat("twos", points=-100)},
            "the repeat bonus has points=-100; give a whole number from 0 to 10,000",
        ),
        ({"repeat": Repeat("twos", points=0.5)}, "the repeat bonus has points=0.5; give a whole"),
        (
            {"repeat": Repeat("twos", joker="maybe")},
            "the joker rule is 'maybe'; it can be forced, free or none",
        ),
        (
            {"repeat": Repeat("twos", joker="free"), "in_order": True},
            "boxes filled in order leave no room for the joker rule free; use none",
        ),
        (
            {"repeat": Repeat("twos"), "in_order": True},
            "boxes filled in order leave no room for the joker rule forced; use none",
        ),
    ],
)
def test_a_wrong_declaration_is_refused_with_the_reason(declared, complaint):
    with pytest.raises(ModelError) as caught:
        card(**declared)
    assert str(caught.value).startswith(f"mine: {complaint}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "declared",
    [
        *({"dice": dice} for dice in (1, 6)),
        *({"sides": sides} for sides in (2, 12)),
        *({"rerolls": rerolls} for rerolls in (0, 5)),
        {"boxes": [ANY]},
        {"boxes": [Box(f"box-{i}", Total()) for i in range(20)]},
        {"bonuses": [bonus(at=1, points=0), bonus(name="other", at=10_000, points=10_000)]},
        {"repeat": Repeat("twos", points=0)},
        {"repeat": Repeat("twos", points=10_000, joker="none"), "in_order": True},
    ],
)
def test_what_is_just_within_the_limits_is_taken(declared):
    assert card(**declared).start().open


@pytest.mark.parametrize(
    "name",
    [
        *("", "two words", "tab\tbed", "line\n", "no\u00a0break", "-", "-x", "x" * 41),
        *("a,b", "a=b", "a:b", "a;b", "a|b", "a>b", "#a", "a#"),
        *(5, None, ("ones",), ["ones"]),
    ],
)
def test_a_name_that_a_text_cannot_hold_is_refused(name):
    with pytest.raises(ModelError) as caught:
        card(boxes=[Box(name, Total())])
    assert str(caught.value) == (
        f"mine: {name!r} cannot name a box; use up to 40 letters, digits or hyphens, "
        "such as full-house"
    )


@pytest.mark.parametrize(
    "name", ["x", "x3", "+4low", "full-house", "3-of-a-kind", "Große_Straße", "no", "x" * 40]
)
def test_a_name_that_is_taken_is_read_back(name):
    mine = card(boxes=[Box(name, Total()), Box("other", Total())])
    assert mine.read(mine.text(mine.start())).open == (name, "other")


@pytest.mark.parametrize("points", [1.5, 1.0, True, None, "six", -1, 10_001, Fraction(3), 1j])
def test_points_that_no_box_can_hold_are_refused_with_the_roll(points):
    mine = card(boxes=[ANY, Box("odd", lambda roll: points if roll == (1, 3) else 0)])
    with pytest.raises(ModelError) as caught:
        _ = mine.points
    assert str(caught.value) == (
        f"mine: the box odd gives {points!r} for the roll 1 3; points are whole numbers from 0 to "
        "10,000"
    )


def test_points_that_no_box_can_hold_are_refused_in_play():
    with pytest.raises(ModelError, match="the box odd gives -1 for the roll 1 1; points are whole"):
        solve(card(boxes=[Box("odd", lambda roll: -1)]))


@pytest.mark.parametrize("points", [0, 10_000])
def test_points_that_a_box_can_hold_are_scored(points):
    mine = card(boxes=[Box("fixed", lambda roll: points)])
    assert solve(mine, exact=True).value == points


@pytest.mark.parametrize("rule", [FullHouse("som"), OfAKind(1, "dice"), Straight(2, 2.5)])
def test_a_rule_that_awards_no_points_is_refused(rule):
    with pytest.raises(ModelError, match="mine: the box odd gives"):
        _ = card(dice=5, boxes=[Box("odd", rule)]).points


def test_the_points_of_a_joker_are_checked_too():
    class Wild(Rule):
        def __call__(self, roll):
            return 0

        def joker(self, roll):
            return 0.5

    mine = card(boxes=[Box("pair", OfAKind(2)), Box("wild", Wild())], repeat=Repeat("pair"))
    with pytest.raises(ModelError, match=r"the box wild gives 0\.5 for the roll 1 1;"):
        solve(mine)


def test_a_function_that_fails_fails_with_the_box_and_the_roll():
    mine = card(boxes=[Box("odd", lambda roll: 6 // (3 - roll[0]))])
    with pytest.raises(ZeroDivisionError) as caught:
        solve(mine)
    (note,) = caught.value.__notes__
    assert note == "the box odd was asked for the roll 3 3"


def test_boxes_and_bonuses_may_come_in_any_sequence():
    in_lists = card(boxes=list(TWO_BOXES), bonuses=[bonus(boxes=["ones"])])
    in_tuples = card(boxes=TWO_BOXES, bonuses=(bonus(boxes=("ones",)),))
    assert (in_lists, hash(in_lists)) == (in_tuples, hash(in_tuples))


def test_a_card_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        card().dice = 3


def test_a_card_may_be_varied():
    assert dataclasses.replace(card(), rerolls=2) == card(rerolls=2)


def test_a_card_has_a_name_and_two_parameters():
    assert (card().name, [*card().parameters()]) == ("mine", ["players", "die"])
    assert (card().parameter_values, card().words) == ({"players": 1, "die": ""}, [])
    assert card().for_words(["players=2"]).words == ["players=2"]


def test_a_card_is_played_on_itself():
    assert card().scorecard == card().card == card()


def test_a_box_for_each_face_has_its_name():
    assert [(box.name, box.scoring) for box in faces(12)[::11]] == [
        ("ones", Face(1)),
        ("twelves", Face(12)),
    ]


def test_the_names_are_those_of_the_boxes_in_order():
    assert card().names == ("ones", "twos")


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 3), (3, 4), (5, 6)])
def test_the_rolls_are_all_that_can_lie_on_the_table(dice, sides):
    on_the_table = product(range(1, sides + 1), repeat=dice)
    rolls = card(dice=dice, sides=sides).rolls
    assert sorted(rolls) == sorted({tuple(sorted(roll)) for roll in on_the_table})


def test_the_points_are_those_of_the_rule():
    mine = card(boxes=[ANY, Box("odd", lambda roll: sum(face % 2 for face in roll))])
    for roll in mine.rolls:
        assert mine.points["any"][roll] == sum(roll)
        assert mine.points["odd"][roll] == sum(face in (1, 3) for face in roll)


def test_a_plain_function_takes_a_joker_as_it_is():
    boxes = [Box("pair", OfAKind(2)), Box("odd", lambda roll: roll[0])]
    assert card(boxes=boxes, repeat=Repeat("pair")).joker_points["odd"] == {
        (1, 1): 1,
        (2, 2): 2,
        (3, 3): 3,
    }


def test_a_rule_says_what_a_joker_scores():
    boxes = [Box("pair", OfAKind(2)), Box("straight", Straight(2, 9))]
    assert card(boxes=boxes, repeat=Repeat("pair")).joker_points["straight"] == {
        (1, 1): 9,
        (2, 2): 9,
        (3, 3): 9,
    }


def test_a_repeat_is_a_roll_that_scores_in_its_box():
    boxes = [ANY, Box("low", Listed({(2, 1): 4, (1, 1): 9, (3, 3): 0}))]
    assert card(boxes=boxes, repeat=Repeat("low")).repeats == ((1, 1), (1, 2))


def test_without_the_rule_no_roll_is_a_repeat():
    assert (card().repeats, card().joker_points) == ((), {"ones": {}, "twos": {}})


def test_the_box_of_a_face_is_the_one_that_scores_it():
    assert card(boxes=[ANY, *TWO_BOXES]).face_boxes == {1: "ones", 2: "twos"}


def test_the_most_that_a_box_can_hold_is_told():
    boxes = [ANY, Box("pair", OfAKind(2)), Box("straight", Straight(3, 30))]
    without = card(boxes=boxes)
    assert [without.most(name) for name in without.names] == [6, 6, 0]
    assert card(boxes=boxes, repeat=Repeat("pair")).most("straight") == 30
