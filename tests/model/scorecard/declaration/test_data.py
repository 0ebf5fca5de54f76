"""Scorecards as plain data: read, written, and read back."""

import json
import subprocess
import sys
from typing import Annotated

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from perfectplay.errors import ModelError
from perfectplay.games.generala import Generala
from perfectplay.games.kniffel import Kniffel
from perfectplay.games.slots import Slots
from perfectplay.games.yacht import Yacht
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yatzy import Yatzy
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    Face,
    FullHouse,
    Listed,
    NamedStraight,
    OfAKind,
    Pairs,
    Repeat,
    Rule,
    Scorecard,
    Straight,
    Total,
)
from perfectplay.model.scorecard.declaration import as_data, parse_scorecard
from perfectplay.model.scorecard.declaration.boxes import BOXES
from perfectplay.model.scorecard.declaration.values import Wanted

ONES = {"name": "ones", "rule": "face", "face": 1}
POINTS = st.integers(0, 10_000)
AWARDS = POINTS | st.sampled_from(["sum", "kind"])
NAMES = st.from_regex(r"[a-zA-Z0-9+][a-zA-Z0-9+.-]{0,39}", fullmatch=True) | st.sampled_from(
    ["häuser", "小顺", "a" * 40, "+4low"]
)


def rules(dice, sides):
    """Any rule of the library that some roll of these dice can score by."""
    faces = st.integers(1, sides)
    rolls = st.lists(faces, min_size=dice, max_size=dice).map(sorted).map(tuple)
    kinds = [
        st.builds(Face, faces),
        st.builds(OfAKind, st.integers(1, dice), AWARDS),
        st.builds(Straight, st.integers(1, min(dice, sides)), AWARDS),
        st.builds(
            NamedStraight,
            st.lists(faces, min_size=1, max_size=dice, unique=True).map(tuple),
            AWARDS,
        ),
        st.builds(Total),
        st.builds(Listed, st.dictionaries(rolls, POINTS, max_size=5)),
    ]
    if dice >= 2:
        kinds.append(st.builds(Pairs, st.integers(1, min(dice // 2, sides)), AWARDS))
    if dice >= 5:
        kinds.append(st.builds(FullHouse, AWARDS, st.booleans()))
    return st.one_of(kinds)


def has_two_for_a_face(boxes):
    """Whether a face has more than one box, which no joker can choose between."""
    faces = [box.scoring.face for box in boxes if isinstance(box.scoring, Face)]
    return len(set(faces)) < len(faces)


@st.composite
def cards(draw):
    """Any card that can be declared in a file."""
    dice, sides = draw(st.integers(1, 6)), draw(st.integers(2, 12))
    names = draw(st.lists(NAMES, min_size=1, max_size=8, unique=True))
    split = draw(st.integers(1, len(names)))
    boxes = names[:split]
    some = st.lists(st.sampled_from(boxes), min_size=1, unique=True)
    filled = [Box(name, draw(rules(dice, sides))) for name in boxes]
    in_order = draw(st.booleans())
    jokers = ["none"] if in_order or has_two_for_a_face(filled) else ["forced", "free", "none"]
    repeats = st.builds(Repeat, st.sampled_from(boxes), POINTS, st.sampled_from(jokers))
    return Scorecard(
        draw(st.sampled_from(["House Yahtzee", "x", "Würfel, 5 Stück; #1 = 'das' \"Spiel\""])),
        dice=dice,
        sides=sides,
        rerolls=draw(st.integers(0, 5)),
        boxes=filled,
        bonuses=[
            Bonus(name, draw(some), at=draw(st.integers(1, 10_000)), points=draw(POINTS))
            for name in names[split:]
        ],
        repeat=draw(st.none() | repeats),
        in_order=in_order,
    )


@given(cards())
def test_a_card_is_read_back_from_its_data(card):
    back = parse_scorecard(as_data(card))
    assert back == card
    assert hash(back) == hash(card)
    assert repr(back) == repr(card)


@given(cards())
def test_data_outlives_json(card):
    data = as_data(card)
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("game", [Generala, Kniffel, Slots, Yacht, Yahtzee, Yatzy, Yazy])
def test_the_cards_of_our_games_are_read_back(game):
    card = game().card
    assert parse_scorecard(as_data(card)) == card


def test_every_rule_of_the_library_has_a_name():
    library = {rule for rule in Rule.__subclasses__() if rule.__module__ == Rule.__module__}
    assert {table.scoring for table in BOXES.values()} == library


@pytest.mark.parametrize(
    ("box", "rule"),
    [
        ({"rule": "face", "face": 6}, Face(6)),
        ({"rule": "of-a-kind", "count": 3}, OfAKind(3, "sum")),
        ({"rule": "of-a-kind", "count": 3, "points": "kind"}, OfAKind(3, "kind")),
        ({"rule": "of-a-kind", "count": 5, "points": 50}, OfAKind(5, 50)),
        ({"rule": "pairs", "count": 2}, Pairs(2, "kind")),
        ({"rule": "pairs", "count": 1, "points": "sum"}, Pairs(1, "sum")),
        ({"rule": "full-house"}, FullHouse(25)),
        ({"rule": "full-house", "points": 0, "five-alike": True}, FullHouse(0, five_alike=True)),
        ({"rule": "straight", "length": 4, "points": 30}, Straight(4, 30)),
        (
            {"rule": "named-straight", "faces": [2, 3, 4, 5, 6], "points": "kind"},
            NamedStraight((2, 3, 4, 5, 6), "kind"),
        ),
        ({"rule": "chance"}, Total()),
        ({"rule": "table", "points": {"66633": 10}}, Listed({(3, 3, 6, 6, 6): 10})),
        ({"rule": "table", "points": {"6 6  6 3 3": 0}}, Listed({(3, 3, 6, 6, 6): 0})),
        ({"rule": "table", "points": {}}, Listed({})),
    ],
)
def test_each_rule_is_read(box, rule):
    card = parse_scorecard({"name": "mine", "boxes": [{"name": "a", **box}]})
    assert card.boxes == (Box("a", rule),)


@pytest.mark.parametrize(
    ("dice", "sides", "key", "roll"),
    [
        *[(1, 6, "3", (3,)), (1, 12, "12", (12,)), (2, 12, "12", (1, 2)), (2, 12, "21", (1, 2))],
        *[(2, 12, "12 10", (10, 12)), (2, 9, "9 1", (1, 9)), (3, 12, "1 11 2", (1, 2, 11))],
    ],
)
def test_a_roll_is_written_in_digits_or_with_spaces(dice, sides, key, roll):
    box = {"name": "a", "rule": "table", "points": {key: 3}}
    card = parse_scorecard({"name": "mine", "dice": dice, "sides": sides, "boxes": [box]})
    assert card.boxes[0].scoring == Listed({roll: 3})


def test_what_is_not_said_is_as_on_any_card():
    card = parse_scorecard({"name": "mine", "boxes": [ONES]})
    assert card == Scorecard("mine", boxes=[Box("ones", Face(1))])
    repeated = parse_scorecard({"name": "mine", "boxes": [ONES], "repeat": {"box": "ones"}})
    assert repeated.repeat == Repeat("ones")


class MyFace(Face):
    """A rule of one's own that only looks like one of the library."""


@pytest.mark.parametrize("scoring", [sum, lambda roll: roll[0], MyFace(1)])
def test_python_code_is_not_data(scoring):
    card = Scorecard("mine", boxes=[Box("any", Total()), Box("odd", scoring)])
    with pytest.raises(ModelError) as caught:
        as_data(card)
    assert str(caught.value) == (
        "mine: the box odd is scored by Python code, which cannot be kept as data; use a rule "
        "from the library"
    )


@pytest.mark.parametrize(
    ("scoring", "complaint"),
    [
        (Face(2.0), "face=2.0 is not a whole number from 1 to 12"),
        (OfAKind(3, "all"), "points='all' is not a whole number from 0 to 10,000, 'sum' or 'kind'"),
        (NamedStraight((1, "2"), 15), "faces=[...] is not a list of faces"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(scoring, complaint):
    card = Scorecard("mine", boxes=[Box("any", Total()), Box("odd", scoring)])
    with pytest.raises(ModelError) as caught:
        as_data(card)
    assert str(caught.value).startswith(f"mine, boxes 2: {complaint}")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({}, "scorecard: name is missing; needed are: name, boxes"),
        ([], "scorecard: [...] is not a table of keys and values"),
        (None, "scorecard: None is not a table of keys and values"),
        ({5: 5, "name": "mine", "boxes": [ONES]}, "scorecard: 5 is not a table of keys"),
        ({"name": "mine", "boxes": None}, "scorecard: boxes=None is not a list; write [[boxes]]"),
        (
            {"name": "mine", "boxes": [ONES, {"name": "a"}]},
            "scorecard, boxes 2: rule is missing; there are: face, of-a-kind, pairs, full-house, ",
        ),
        (
            {"name": "mine", "boxes": [ONES], "bonuses": [{"name": "upper", "boxes": []}]},
            "scorecard, bonuses 1: boxes=[...] is not a list of names of boxes",
        ),
        (
            {"name": "mine", "boxes": [ONES], "repeat": {"box": "one"}},
            "scorecard, repeat: there is no box 'one'; did you mean 'ones'?",
        ),
        ({"name": "\ud800", "boxes": [ONES]}, "scorecard: name='\\ud800' is not a name of up to"),
        ({"name": "mine", "boxes": [ONES], "dice": 1 << 99_999}, "scorecard: dice=0x80000000000"),
        ({"name": "mine", "boxes": [ONES], "dice": 10**30}, "scorecard: dice=1000000000000000000"),
    ],
)
def test_data_that_declares_no_card_is_refused_with_its_place(data, complaint):
    with pytest.raises(ModelError) as caught:
        parse_scorecard(data)
    assert str(caught.value).startswith(complaint)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


def test_deep_data_is_refused_in_a_line():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ModelError, match=r"^scorecard: dice=\[\.\.\.\] is not a whole number"):
        parse_scorecard({"name": "mine", "boxes": [ONES], "dice": deep})


def test_who_plays_without_files_does_not_wait_for_pydantic():
    code = "import sys, perfectplay, perfectplay.model.scorecard; print('pydantic' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_an_interrupt_is_not_taken_for_a_wrong_value():
    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        TypeAdapter(Annotated[str, Wanted("a name", interrupt)]).validate_python("ones")
