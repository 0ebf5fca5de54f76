"""What the phrases of a scorecard's card mean."""

import pytest

from perfectplay.errors import ModelError, StrategyError
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.model.scorecard.course import LOST, SURE, bonus_lead
from perfectplay.strategies.rules import Rules
from perfectplay.strategies.strategy import Decision

YAHTZEE = Yahtzee()
ALL = YAHTZEE.card.names


def decided(line: str, roll: str, rerolls: int = 2, *, without: str = "", upper: int = 0) -> str:
    """What a card of one line, and `keep all` below it, does with some dice."""
    still_open = tuple(name for name in ALL if name not in without.split())
    place = Rolled(still_open, tuple(map(int, sorted(roll))), rerolls, (upper,))
    rules = Rules(YAHTZEE, [line, "keep all", "score the most"])
    return str(rules(Decision(place, 0, 0, tuple(YAHTZEE.at(place).options))))


@pytest.mark.parametrize(
    ("line", "roll", "kept"),
    [
        ("three alike: keep them", "36661", "keep 6 6 6"),
        ("three alike: keep them", "36651", "keep all"),
        ("a pair: keep them", "33661", "keep 6 6"),
        ("a pair of 1s to 3s: keep them", "33661", "keep 3 3"),
        ("two 3s: keep them", "33661", "keep 3 3"),
        ("a 6: keep them", "33661", "keep 6 6"),
        ("two pairs: keep them", "33661", "keep 3 3 6 6"),
        ("four in a row: keep them", "23456", "keep all"),
        ("four in a row: keep them", "12346", "keep 1 2 3 4"),
        ("four in a row for chance or a pair: keep them", "12344", "keep 1 2 3 4"),
        ("four of five in a row: keep them", "12456", "keep 2 4 5 6"),
        ("four in a row open at both ends: keep them", "23455", "keep 2 3 4 5"),
        ("four in a row open at both ends or a pair: keep them", "34566", "keep 6 6"),
        ("four in a row open at both ends: keep them", "12346", "keep all"),
        ("three in a row: keep them", "13456", "keep 3 4 5 6"),
        ("keep 5s and 6s", "15566", "keep 5 5 6 6"),
        ("reroll all", "15566", "reroll all"),
        ("1 reroll left: reroll all", "15566", "keep all"),
        ("25 in full-house: score it", "33666", "keep all"),
    ],
)
def test_dice_that_are_kept(line, roll, kept):
    assert decided(line, roll) == kept


def test_an_open_face_goes_before_more_dice_of_a_filled_one():
    line = "a pair of an open face: keep them"
    assert decided(line, "33666") == "keep 6 6 6"
    assert decided(line, "33666", without="sixes") == "keep 3 3"


def test_places_where_a_line_applies():
    assert decided("sixes open: reroll all", "12345", without="sixes") == "keep all"
    assert decided("sixes filled: reroll all", "12345", without="sixes") == "reroll all"
    assert (
        decided("upper on course: reroll all", "12345", without="sixes", upper=18) == "reroll all"
    )
    assert decided("upper 1 ahead: reroll all", "12345", without="sixes", upper=18) == "keep all"
    assert decided("upper behind: reroll all", "12345", without="sixes", upper=12) == "reroll all"
    assert decided("2 or fewer boxes left: reroll all", "12345") == "keep all"
    assert decided("3 or more boxes left: reroll all", "12345") == "reroll all"


@pytest.mark.parametrize(
    ("phrase", "totals"),
    [
        ("upper 5 behind", (12, 13)),
        ("upper 6 behind", (12,)),
        ("upper behind", (12, 13, 17)),
        ("upper 0 behind", (12, 13, 17, 18)),
        ("upper on course", (18, 19, 24)),
        ("upper 0 ahead", (18, 19, 24)),
        ("upper 1 ahead", (19, 24)),
        ("upper 6 ahead", (24,)),
    ],
)
def test_so_many_points_behind_or_ahead_are_at_least_so_many(phrase, totals):
    took = [
        total
        for total in (12, 13, 17, 18, 19, 24)
        if decided(f"{phrase}: reroll all", "12345", without="sixes", upper=total) == "reroll all"
    ]
    assert took == [*totals]


@pytest.mark.parametrize(
    ("phrase", "lost", "sure"),
    [
        ("upper lost", True, False),
        ("upper behind", True, False),
        ("upper 40 behind", True, False),
        (f"upper {'9' * 400} behind", True, False),
        ("upper on course", False, True),
        ("upper 40 ahead", False, True),
        (f"upper {'9' * 400} ahead", False, True),
    ],
)
def test_a_lost_bonus_is_behind_and_a_sure_one_ahead_by_any_number(phrase, lost, sure):
    faces = "twos threes fours fives sixes"
    line = f"{phrase}: reroll all"
    assert (decided(line, "12345", without=faces, upper=57) == "reroll all") == lost
    assert (decided(line, "12345", without=faces, upper=63) == "reroll all") == sure


def test_boxes_that_are_scored():
    assert decided("25 in full-house or 18 in sixes: score it", "33666", 0) == "full-house"
    assert decided("score first of chance, ones", "33666", 0, without="chance") == "ones"
    assert decided("score the most over chance 30, full-house 5", "33666", 0) == "full-house"
    assert decided("score the most of ones, threes", "33666", 0) == "threes"
    assert decided("score the most with upper double of sixes, chance", "33666", 0) == "sixes"
    line = "score the most with upper double over sixes 20, full-house 8, chance 9"
    assert decided(line, "33666", 0) == "full-house"
    assert decided(line, "33666", 0, without="full-house") == "sixes"


def test_a_pattern_may_be_for_a_box():
    line = "four in a row for small-straight or a pair for fours: keep them"
    assert decided(line, "12344") == "keep 1 2 3 4"
    assert decided(line, "12344", without="small-straight") == "keep 4 4"
    assert decided(line, "12344", without="small-straight fours") == "keep all"


def test_a_joker_goes_where_it_may():
    line = "40 in large-straight: score it"
    assert decided(line, "66666", 0, without="yahtzee sixes") == "large-straight"
    assert decided(line, "66666", 0, without="yahtzee") == "sixes"  # forced


def test_the_course_of_a_bonus():
    card = YAHTZEE.card
    assert bonus_lead(card, Turn(ALL[1:], (3,)), "upper") == 0
    assert bonus_lead(card, Turn(ALL[6:], (63,)), "upper") == SURE
    assert bonus_lead(card, Turn(ALL[6:], (62,)), "upper") == LOST


def test_points_within_reach():
    line = "a 5: score first of flip, +4odd with 45 in reach"
    rules = Rules(Slots(), [line, "score the most"])
    place = Rolled(("x3", "flip", "+4odd"), (5,))
    options = ("x3", "flip", "+4odd")
    assert rules(Decision(place, 15, 0, options)) == "+4odd"
    assert rules(Decision(place, 0, 0, options)) == "flip"  # lost anyway: the first
    assert any(line.scored for line in rules.lines)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("four alik: keep them", "did you mean 'four alike'"),
        ("a pair of 7s: keep them", "are not faces of dice with 6 sides"),
        ("sixs open: reroll all", "no box 'sixs'; did you mean 'sixes'"),
        ("uper lost: reroll all", "no bonus 'uper'; did you mean 'upper'"),
        ("a pair: keep tham", "did you mean 'keep them'"),
        ("sixes open: keep them", "needs a condition on dice"),
        ("a pair: score it", "needs a condition on a box"),
        ("a pair, three alike: keep them", "one pattern too many"),
        ("score the most over ones", "not a box with its price"),
        ("score the most with uper double", "no bonus 'uper'; did you mean 'upper'"),
        ("a pair for sixs: keep them", "no box 'sixs'; did you mean 'sixes'"),
        ("keep 1 to 9000000000", "are not faces of dice with 6 sides"),
        ("keep 6s to 1s", "are not faces of dice with 6 sides"),
        (", ".join(["1 in ones or 1 in twos"] * 40) + ": score it", "more than 200 cases"),
        ("9" * 5000 + " in sixes: score it", "has 5,019 letters; a line has 1,000 at most"),
    ],
)
def test_mistakes_are_told(line, complaint):
    with pytest.raises(ModelError, match=complaint):
        Rules(YAHTZEE, [line, "score the most"])


def test_a_card_has_a_line_for_all_other_cases():
    with pytest.raises(ModelError, match=r"line 2: no line is for all other cases"):
        Rules(YAHTZEE, ["a pair: keep them", "score sixes"])


def test_a_decision_that_no_line_is_for():
    from perfectplay.games.coins import Coins, Purse

    rules = Rules(Coins(), ["coins > 3: 1", "9"])
    assert rules(Decision(Purse(5, 0), 0, 0, (1, 2, 9))) == 1
    with pytest.raises(StrategyError, match="no line of"):
        Rules(Coins(), ["coins > 3: 1", "5"])(Decision(Purse(2, 0), 0, 0, (1, 2)))


def test_two_conditions_on_the_score_hold_together():
    slots = Slots()
    place = Rolled(slots.card.names, (1,), 0, ())
    for lines in (
        ["score >= 5, score < 10: score bin", "score the most"],
        ["score < 10, score >= 5: score bin", "score the most"],
    ):
        rules = Rules(slots, lines)
        options = tuple(slots.at(place).options)
        took = [str(rules(Decision(place, score, 0, options))) == "bin" for score in (4, 5, 9, 10)]
        assert took == [False, True, True, False]
