"""Dice and filled cards as players write them."""

from __future__ import annotations

import pytest

from perfectplay.errors import PositionError
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Bonus, Box, Scorecard, Total, faces
from perfectplay.model.scorecard.sheet import Sheet, read_dice

YAHTZEE = Yahtzee().card
TWELVE = Scorecard("twelve", dice=2, sides=12, boxes=[Box("any", Total())])
IN_ORDER = Scorecard("row", dice=1, boxes=faces(3), in_order=True)


def test_an_empty_card_is_the_start_of_the_game():
    sheet = Sheet.read(YAHTZEE, "")
    assert sheet == Sheet(Yahtzee().start(), 0)


def test_points_are_added_up_and_counted_towards_the_bonus():
    sheet = Sheet.read(YAHTZEE, "ones=3 fours=12, chance=20; yahtzee=50 repeat=100")
    assert sheet.score == 3 + 12 + 20 + 50 + 100
    assert sheet.turn.totals == (15,)
    assert sheet.turn.repeat
    assert sheet.turn.open == tuple(
        name for name in YAHTZEE.names if name not in ("ones", "fours", "chance", "yahtzee")
    )


def test_a_used_box_without_points_leaves_the_score_open():
    sheet = Sheet.read(YAHTZEE, "ones=3 full-house")
    assert sheet.score is None
    assert "full-house" not in sheet.turn.open


def test_a_total_stands_in_for_points_that_are_not_told():
    assert Sheet.read(YAHTZEE, "ones twos=4 upper=7").turn.totals == (7,)


def test_a_total_is_counted_up_to_the_bonus():
    card = "threes=15 fours=20 fives=25 sixes=30"
    assert Sheet.read(YAHTZEE, card).turn.totals == (63,)


def test_a_repeat_tells_that_the_box_holds_points():
    assert Sheet.read(YAHTZEE, "yahtzee chance repeat=100").turn.repeat


@pytest.mark.parametrize("points", [0, 25])
def test_a_joker_may_have_filled_a_box(points):
    assert Sheet.read(YAHTZEE, f"full-house={points}").score == points


def test_a_card_without_bonus_needs_no_points():
    sheet = Sheet.read(Yazy().card, "ones five-of-a-kind")
    assert sheet.turn.totals == ()
    assert not sheet.turn.repeat


@pytest.mark.parametrize(
    ("card", "complaint"),
    [
        ("onse=3", "yahtzee has no box 'onse'; did you mean 'ones'?"),
        ("ones=7", "ones=7 is impossible; ones can hold 0, 1, 2, 3, 4, 5"),
        ("chance=4", "chance=4 is impossible; chance can hold 5, 6,"),
        ("full-house=24", "full-house=24 is impossible; full-house can hold 0, 25"),
        ("ones=1 ones=2", "ones is given twice"),
        ("ones=", "'ones=' on the card is not understood; write ones=POINTS"),
        ("ones=-3", "'ones=-3' on the card is not understood"),
        ("ones=x", "is not understood"),
        ("ones=99999999999999999999", "is not understood"),
        ("ones=²", "is not understood"),
        ("upper", "'upper' on the card is not understood; write upper=POINTS"),
        ("ones", "the points of ones count towards the bonus upper"),
        ("ones=3 upper=4", "upper=4 is impossible with ones filled; they hold 3"),
        ("ones twos=4 upper=10", "upper=10 is impossible with ones, twos filled"),
        ("upper=1", "upper=1 is impossible with no box filled"),
        ("yahtzee", "it matters what yahtzee holds; write yahtzee=0 or yahtzee=50"),
        ("repeat=100", "repeat=100 is impossible"),
        ("yahtzee=0 chance=9 repeat=100", "repeat=100 is impossible"),
        ("yahtzee=50 repeat=100", "repeat=100 is impossible"),
        ("yahtzee=50 chance=9 repeat=50", "repeat=50 is impossible"),
        ("yahtzee=50 chance=9 repeat=200", "repeat=200 is impossible"),
    ],
)
def test_a_card_that_cannot_be_is_refused_by_name(card, complaint):
    with pytest.raises(PositionError) as refused:
        Sheet.read(YAHTZEE, card)
    assert complaint in str(refused.value)


def test_boxes_in_order_leave_no_gap():
    assert Sheet.read(IN_ORDER, "ones=1").turn.open == ("twos", "threes")
    with pytest.raises(PositionError, match="twos comes after ones"):
        Sheet.read(IN_ORDER, "twos=2")


def test_a_bonus_that_brings_nothing_needs_no_points():
    bonus = Bonus("upper", ["ones"], at=3, points=0)
    card = Scorecard("plain", dice=2, boxes=faces(2), bonuses=[bonus])
    assert Sheet.read(card, "ones").turn.totals == (0,)


@pytest.mark.parametrize("text", ["66633", "6 6 6 3 3", "3,6,3,6,6", " 63636 "])
def test_dice_are_read_in_any_order(text):
    assert read_dice(YAHTZEE, text) == (3, 3, 6, 6, 6)


def test_dice_with_many_sides_are_told_apart_by_blanks():
    assert read_dice(TWELVE, "12 3") == (3, 12)


@pytest.mark.parametrize(
    ("card", "text", "complaint"),
    [
        (YAHTZEE, "6663", "'6663' shows 4 dice; yahtzee is played with 5 dice"),
        (YAHTZEE, "666333", "shows 6 dice"),
        (YAHTZEE, "66637", "'7' in '66637' is not on a die with 6 sides"),
        (YAHTZEE, "6663x", "'x' in '6663x' is not on a die"),
        (YAHTZEE, "6663٣", "is not on a die"),
        (YAHTZEE, "", "'' shows 0 dice"),
        (YAHTZEE, "6,6,6,3,33", "'33' in '6,6,6,3,33' is not on a die"),
        (TWELVE, "13 1", "'13' in '13 1' is not on a die with 12 sides"),
        (TWELVE, "123", "'123' in '123' is not on a die"),
    ],
)
def test_dice_that_do_not_exist_are_refused(card, text, complaint):
    with pytest.raises(PositionError) as refused:
        read_dice(card, text)
    assert complaint in str(refused.value)
