"""Scorecards in TOML files: what is read, and the line of what is refused."""

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import solve
from perfectplay.errors import FileError, ModelError
from perfectplay.games.registry import find
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
    Scorecard,
    Straight,
    Total,
    faces,
)
from perfectplay.model.scorecard.declaration import (
    as_data,
    parse_toml,
    read_scorecard,
    write_toml,
)
from perfectplay.model.scorecard.declaration.toml import MOST_DOTS
from perfectplay.model.scorecard.text_file import LARGEST

ROOT = Path(__file__).parents[4]

HOUSE = """\
name = "House Yahtzee"
dice = 5
sides = 6
rerolls = 2
in-order = false

[[boxes]]
name = "ones"
rule = "face"
face = 1

[[boxes]]
name = "three-of-a-kind"
rule = "of-a-kind"
count = 3
points = "sum"

[[boxes]]
name = "two-pairs"
rule = "pairs"
count = 2

[[boxes]]
name = "full-house"
rule = "full-house"
five-alike = true

[[boxes]]
name = "straight"
rule = "straight"
length = 5
points = 40

[[boxes]]
name = "low"
rule = "named-straight"
faces = [
    1,
    2,
    3,
]
points = 15

[[boxes]]
name = "chance"
rule = "chance"

[[boxes]]
name = "own"
rule = "table"

[boxes.points]
"66633" = 10
"1 1 1 1 6" = 20

[[bonuses]]
name = "upper"
boxes = ["ones", "chance"]
at = 63
points = 35

[repeat]
box = "three-of-a-kind"
points = 100
joker = "free"
"""

CARD = Scorecard(
    "House Yahtzee",
    boxes=[
        Box("ones", Face(1)),
        Box("three-of-a-kind", OfAKind(3)),
        Box("two-pairs", Pairs(2)),
        Box("full-house", FullHouse(25, five_alike=True)),
        Box("straight", Straight(5, 40)),
        Box("low", NamedStraight((1, 2, 3), 15)),
        Box("chance", Total()),
        Box("own", Listed({(3, 3, 6, 6, 6): 10, (1, 1, 1, 1, 6): 20})),
    ],
    bonuses=[Bonus("upper", ["ones", "chance"], at=63, points=35)],
    repeat=Repeat("three-of-a-kind", points=100, joker="free"),
)


@pytest.fixture
def read(tmp_path, monkeypatch):
    """A function that reads a scorecard from `house.toml` with some text or bytes in it."""
    monkeypatch.chdir(tmp_path)

    def read(content):
        content = content if isinstance(content, bytes) else content.encode()
        Path("house.toml").write_bytes(content)
        return read_scorecard("house.toml")

    return read


@pytest.fixture
def refused(read):
    """A function that gives the error for some text, which is told in one line and at once."""

    def refused(content, kind):
        before = time.process_time()
        with pytest.raises(kind) as caught:
            read(content)
        assert time.process_time() - before < 60
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 200
        assert caught.value.__cause__ is None
        return str(caught.value)

    return refused


def changed(old, new):
    """The house's card with a line changed."""
    assert HOUSE.count(old) == 1
    return HOUSE.replace(old, new)


def test_a_card_is_read(read):
    assert read(HOUSE) == CARD


def test_a_path_will_do(read, tmp_path):
    read(HOUSE)
    assert read_scorecard(tmp_path / "house.toml") == CARD


def test_lists_in_brackets_are_the_same(read):
    text = """
        boxes = [
            {name = "ones", rule = "face", face = 1},
            {name = "any", rule = "chance"},
        ]
        name = "small"
        """
    assert read(text) == Scorecard("small", boxes=[Box("ones", Face(1)), Box("any", Total())])


def test_a_file_from_windows_is_read(read):
    assert read(b"\xef\xbb\xbf" + HOUSE.replace("\n", "\r\n").encode()) == CARD


def test_the_example_is_read_and_shows_every_rule():
    card = read_scorecard(ROOT / "examples" / "house-rules.toml")
    assert card.boxes[:6] == tuple(faces())
    assert {type(box.scoring) for box in card.boxes} == {
        *(Face, OfAKind, Pairs, FullHouse, Straight, NamedStraight, Total, Listed)
    }
    assert (card.rerolls, card.bonuses[0].at, card.repeat.joker) == (3, 70, "free")


def test_a_card_from_a_file_is_played(read):
    text = """
        name = "small"
        dice = 2
        sides = 3
        rerolls = 1
        boxes = [
            {name = "ones", rule = "face", face = 1},
            {name = "threes", rule = "face", face = 3},
            {name = "any", rule = "chance"},
        ]
        bonuses = [{name = "upper", boxes = ["ones", "threes"], at = 6, points = 5}]
        """
    assert str(solve(read(text), exact=True).value) == "30307/2187"


WHOLE = "is not a whole number from"
NAME = "is not a name of up to 40 letters, digits or hyphens, such as 'full-house'"
WRONG = [
    # What a value is.
    ("dice = 5", "dice = 9", f"line 2: dice=9 {WHOLE} 1 to 6"),
    ("dice = 5", "dice = 0", f"line 2: dice=0 {WHOLE} 1 to 6"),
    ("dice = 5", 'dice = "5"', f"line 2: dice='5' {WHOLE} 1 to 6"),
    ("dice = 5", "dice = true", f"line 2: dice=true {WHOLE} 1 to 6"),
    ("dice = 5", "dice = 5.0", f"line 2: dice=5.0 {WHOLE} 1 to 6"),
    ("dice = 5", "dice = nan", f"line 2: dice=nan {WHOLE} 1 to 6"),
    ("dice = 5", "dice = -inf", f"line 2: dice=-inf {WHOLE} 1 to 6"),
    ("dice = 5", "dice = 1e999", f"line 2: dice=inf {WHOLE} 1 to 6"),
    ("dice = 5", "dice = 1979-05-27", f"line 2: dice=1979-05-27 {WHOLE} 1 to 6"),
    ("dice = 5", "dice = [5]", f"line 2: dice=[...] {WHOLE} 1 to 6"),
    ("dice = 5", "dice = {five = 5}", f"line 2: dice={{...}} {WHOLE} 1 to 6"),
    ("dice = 5", "dice = 0x" + "f" * 9_000, f"line 2: dice=0x{'f' * 38}... {WHOLE} 1 to 6"),
    ("dice = 5", "dice = " + "9" * 200, f"line 2: dice={'9' * 40}... {WHOLE} 1 to 6"),
    ("sides = 6", "sides = 13", f"line 3: sides=13 {WHOLE} 2 to 12"),
    ("sides = 6", "sides = 1", f"line 3: sides=1 {WHOLE} 2 to 12"),
    ("rerolls = 2", "rerolls = 6", f"line 4: rerolls=6 {WHOLE} 0 to 5"),
    ("rerolls = 2", "rerolls = -1", f"line 4: rerolls=-1 {WHOLE} 0 to 5"),
    ("in-order = false", "in-order = 0", "line 5: in-order=0 is not true or false"),
    ("in-order = false", 'in-order = "no"', "line 5: in-order='no' is not true or false"),
    ("face = 1", "face = 0", f"line 10: boxes: face=0 {WHOLE} 1 to 12"),
    ("face = 1", "face = 1.5", f"line 10: boxes: face=1.5 {WHOLE} 1 to 12"),
    ("count = 3", "count = 7", f"line 15: boxes: count=7 {WHOLE} 1 to 6"),
    (
        'points = "sum"',
        'points = "all"',
        f"line 16: boxes: points='all' {WHOLE} 0 to 10,000, 'sum' or 'kind'",
    ),
    (
        'points = "sum"',
        "points = 10001",
        f"line 16: boxes: points=10001 {WHOLE} 0 to 10,000, 'sum' or 'kind'",
    ),
    (
        'points = "sum"',
        "points = false",
        f"line 16: boxes: points=false {WHOLE} 0 to 10,000, 'sum' or 'kind'",
    ),
    ("count = 2", "count = 4", f"line 21: boxes: count=4 {WHOLE} 1 to 3"),
    ("five-alike = true", "five-alike = 1", "line 26: boxes: five-alike=1 is not true or false"),
    ("length = 5", "length = 0", f"line 31: boxes: length=0 {WHOLE} 1 to 6"),
    ("    2,\n", "    true,\n", "line 37: boxes: faces=[...] is not a list of faces, such as"),
    ("[\n    1,\n    2,\n    3,\n]", "[]", "line 37: boxes: faces=[...] is not a list of faces"),
    ('"66633" = 10', '"66633" = -1', f"line 53: boxes: 66633=-1 {WHOLE} 0 to 10,000"),
    ('"66633" = 10', '"66633" = "10"', f"line 53: boxes: 66633='10' {WHOLE} 0 to 10,000"),
    ("at = 63", "at = 0", f"line 59: bonuses: at=0 {WHOLE} 1 to 10,000"),
    ("points = 35", "points = 1_000_000", f"line 60: bonuses: points=1000000 {WHOLE} 0 to 10,000"),
    (
        '["ones", "chance"]',
        '"ones"',
        "line 58: bonuses: boxes='ones' is not a list of names of boxes, such as ['ones', 'twos']",
    ),
    ('["ones", "chance"]', "[]", "line 58: bonuses: boxes=[...] is not a list of names of boxes"),
    ('["ones", "chance"]', '["ones", 1]', "line 58: bonuses: boxes=[...] is not a list of names"),
    ('box = "three-of-a-kind"', "box = 3", "line 63: repeat: box=3 is not the name of a box"),
    ("points = 100", "points = -5", f"line 64: repeat: points=-5 {WHOLE} 0 to 10,000"),
    ('"free"', '"wild"', "line 65: repeat: joker='wild' is not 'forced', 'free' or 'none'"),
    # Names.
    ('"House Yahtzee"', "5", "line 1: name=5 is not a name of up to 60 letters, such as 'House"),
    ('"House Yahtzee"', '""', "line 1: name='' is not a name of up to 60 letters"),
    ('"House Yahtzee"', '" x"', "line 1: name=' x' is not a name of up to 60 letters"),
    ('"House Yahtzee"', f'"{"x" * 61}"', f"line 1: name='{'x' * 40}...' is not a name of up to"),
    ('"House Yahtzee"', '"a\\u001b[2J"', "line 1: name='a\\x1b[2J' is not a name of up to 60"),
    ('"House Yahtzee"', '"a\\nb"', "line 1: name='a\\nb' is not a name of up to 60 letters"),
    ('"House Yahtzee"', '"a\\u202eb"', "line 1: name='a\\u202eb' is not a name of up to 60"),
    ('name = "ones"', 'name = "full house"', f"line 8: boxes: name='full house' {NAME}"),
    ('name = "ones"', 'name = "a\\u0000"', f"line 8: boxes: name='a\\x00' {NAME}"),
    ('name = "ones"', 'name = "a\\u001b"', f"line 8: boxes: name='a\\x1b' {NAME}"),
    ('name = "ones"', 'name = ""', f"line 8: boxes: name='' {NAME}"),
    ('name = "ones"', "name = 1", f"line 8: boxes: name=1 {NAME}"),
    ('name = "upper"', 'name = "a=b"', f"line 57: bonuses: name='a=b' {NAME}"),
    # Keys that are not there, and keys that are not known.
    ('name = "House Yahtzee"\n', "", "line 1: name is missing; needed are: name, boxes"),
    ("rerolls = 2", "rerols = 2", "line 4: there is no key 'rerols'; did you mean 'rerolls'?"),
    ("in-order", "in_order", "line 5: there is no key 'in_order'; did you mean 'in-order'?"),
    ("rerolls", '"a\\u001b"', "line 4: there is no key 'a\\x1b'; there are: name, dice, sides,"),
    ("rerolls", "x" * 9_000, f"line 4: there is no key '{'x' * 40}...'; there are: name, dice"),
    ("face = 1", "fce = 1", "line 10: boxes: there is no key 'fce'; did you mean 'face'?"),
    ("face = 1\n", "", "line 7: boxes: face is missing; needed are: name, rule, face"),
    ('name = "ones"\n', "", "line 7: boxes: name is missing; needed are: name, rule, face"),
    ("length = 5\n", "", "line 28: boxes: length is missing; needed are: name, rule, length, po"),
    ("points = 40\n", "", "line 28: boxes: points is missing; needed are: name, rule, length, po"),
    ('rule = "chance"', "", "line 44: boxes: rule is missing; there are: face, of-a-kind, pairs,"),
    ('"chance"\n\n', '"chance"\nfive_alike = 3\n', "line 47: boxes: there is no key 'five_alike'"),
    ("at = 63\n", "", "line 56: bonuses: at is missing; needed are: name, boxes, at, points"),
    ("at = 63", "att = 63", "line 59: bonuses: there is no key 'att'; did you mean 'at'?"),
    ('box = "three-of-a-kind"\n', "", "line 62: box is missing; needed are: box"),
    ("joker", "jocker", "line 65: repeat: there is no key 'jocker'; did you mean 'joker'?"),
    ("[repeat]", "[repeats]", "line 62: there is no key 'repeats'; did you mean 'repeat'?"),
    # Rules.
    ('"face"', '"fce"', "line 9: boxes: 'fce' is not a rule; did you mean 'face'?"),
    ('"chance"\n\n', "5\n\n", "line 46: boxes: 5 is not a rule; there are: face, of-a-kind, "),
    ('"chance"\n\n', "[5]\n\n", "line 46: boxes: [...] is not a rule; there are: face, of-a-kin"),
    # Shapes.
    ("[[bonuses]]", "[bonuses]", "line 56: bonuses={...} is not a list; write [[bonuses]] above"),
    ("[repeat]", "[[repeat]]", "line 62: [...] is not a table of keys and values"),
    ("[boxes.points]", "[[boxes.points]]", "line 52: boxes: points=[...] is not a table such as"),
    # Names given twice, and boxes that are not there.
    ('name = "own"', 'name = "ones"', "line 49: boxes: the name ones is given twice"),
    ('name = "upper"', 'name = "ones"', "line 57: bonuses: the name ones is given twice"),
    (
        '["ones", "chance"]',
        '["ones",\n"chanse"]',
        "line 59: bonuses: there is no box 'chanse'; did you mean 'chance'?",
    ),
    ('["ones", "chance"]', '["ones", "ones"]', "line 58: bonuses: the box ones is counted twice"),
    (
        'box = "three-of-a-kind"',
        'box = "zebra"',
        "line 63: repeat: there is no box 'zebra'; there are: ones, three-of-a-kind, two-pairs, ",
    ),
    (
        "in-order = false",
        "in-order = true",
        "line 65: repeat: joker='free' does not go with in-order=true; use 'none'",
    ),
    # Rules that no roll could score by.
    ("face = 1", "face = 7", "line 10: boxes: face=7 is more than sides=6"),
    ("count = 3", "count = 6", "line 15: boxes: count=6 is more than dice=5"),
    ("count = 2", "count = 3", "line 21: boxes: count=3 takes 6 dice, not dice=5"),
    ("length = 5", "length = 6", "line 31: boxes: length=6 is more than dice=5"),
    ("    2,\n", "    7,\n", "line 39: boxes: the face 7 is more than sides=6"),
    ("    3,\n", "    1,\n", "line 40: boxes: the face 1 is named twice"),
    ("    3,\n", "3, 4, 5, 6,\n", "line 37: boxes: 6 faces are more than dice=5"),
    (
        '"66633" = 10',
        '"6663" = 10',
        "line 53: boxes: '6663' is not a roll of dice=5 with sides=6; write one like '6 6 6 6 6'",
    ),
    ('"66633"', '"66637"', "line 53: boxes: '66637' is not a roll of dice=5 with sides=6; write"),
    ('"66633"', '"66630"', "line 53: boxes: '66630' is not a roll of dice=5 with sides=6; write"),
    ('"66633"', '"five sixes"', "line 53: boxes: 'five sixes' is not a roll of dice=5 with sides"),
    ('"66633"', '"6 6 6 3 ³"', "line 53: boxes: '6 6 6 3 ³' is not a roll of dice=5 with sides"),
    ('"66633"', '"\\u001b"', "line 53: boxes: '\\x1b' is not a roll of dice=5 with sides=6; write"),
    ('"66633"', '"6" * 5', "line 53: expected '=' after a key in a key/value pair"),
    ('"66633"', '"61111"', "line 54: boxes: '1 1 1 1 6' is the same roll as '61111'"),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG)
def test_a_mistake_is_told_with_its_line(refused, old, new, complaint):
    kind = FileError if "expected '='" in complaint else ModelError
    assert refused(changed(old, new), kind).startswith(f"house.toml, {complaint}")


@pytest.mark.parametrize(
    ("dice", "sides", "box", "complaint"),
    [
        (6, 5, 'rule = "straight", length = 6, points = 1', "length=6 is more than sides=5"),
        (6, 2, 'rule = "pairs", count = 3', "count=3 is more than sides=2"),
        (4, 6, 'rule = "full-house"', "a full house takes 5 dice, not dice=4"),
        (1, 6, 'rule = "table", points = {"66" = 1}', "'66' is not a roll of dice=1 with sides=6"),
        (2, 12, 'rule = "table", points = {"10" = 1}', "'10' is not a roll of dice=2 with sides=1"),
        (2, 12, 'rule = "table", points = {"1 13" = 1}', "'1 13' is not a roll of dice=2 with"),
        (2, 12, 'rule = "table", points = {"1 2" = 1, "21" = 2}', "'21' is the same roll as '1 2'"),
        (5, 6, 'rule = "table", points = 5', 'points=5 is not a table such as {"66633" = 10}'),
    ],
)
def test_a_rule_that_does_not_fit_the_dice_is_told_with_its_line(
    refused, dice, sides, box, complaint
):
    text = f'name = "x"\ndice = {dice}\nsides = {sides}\nboxes = [\n  {{name = "a", {box}}},\n]\n'
    assert refused(text, ModelError).startswith(f"house.toml, line 5: boxes: {complaint}")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: name is missing; needed are: name, boxes"),
        ('name = "x"\nboxes = []\n', "line 2: no boxes are declared; a card has 1 to 20"),
        ('name = "x"\n\n[boxes]\n', "line 3: boxes={...} is not a list; write [[boxes]] above"),
        ('name = "x"\nboxes = 5', "line 2: boxes=5 is not a list; write [[boxes]] above each"),
        ('name = "x"\nboxes = [\n5]', "line 3: boxes: 5 is not a table of keys and values"),
        ('name = "x"\n[[boxes]]\n', "line 2: boxes: rule is missing; there are: face, of-a-kind"),
    ],
)
def test_a_file_without_boxes_is_told_what_it_lacks(refused, text, complaint):
    assert refused(text, ModelError).startswith(f"house.toml, {complaint}")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("dice = 5", "dice 5", "line 2: expected '=' after a key in a key/value pair"),
        ("dice = 5", "dice = five", "line 2: this is not a value; put a text in quotes"),
        ("dice = 5", "dice =", "line 2: this is not a value; put a text in quotes"),
        ("dice = 5", "dice = True", "line 2: this is not a value; put a text in quotes"),
        ("dice = 5", 'dice = "5', "line 2: a quote is not closed"),
        ("dice = 5", "dice = '''5", "line 65: expected"),
        ("dice = 5", "dice = 5\x07", "line 2: expected newline or end of document after a statem"),
        ("dice = 5", 'dice = "\x07"', "line 2: illegal character '\\x07'"),
        ("sides = 6", "dice = 6", "line 3: this is given twice"),
        ('joker = "free"\n', 'box = "ones"', "line 65: this is given twice"),
        ("[repeat]", "[repeat]\n[repeat]", "line 63: this is given twice"),
        ("dice = 5", "boxes = []", "line 7: this is given twice"),
        ("[repeat]", "[repeat", "line 62: expected ']' at the end of a table declaration"),
    ],
)
def test_a_slip_in_the_toml_is_told_with_its_line(refused, old, new, complaint):
    assert refused(changed(old, new), FileError).startswith(f"house.toml, {complaint}")


def test_a_thousand_boxes_are_too_many(refused):
    box = '[[boxes]]\nname = "b{}"\nrule = "chance"\n'
    text = 'name = "x"\n' + "".join(map(box.format, range(1_000)))
    complaint = refused(text, ModelError)
    assert complaint == (
        "house.toml, line 62: boxes: 1,000 boxes are declared; a card has up to 20"
    )


def test_many_bonuses_are_too_many(refused):
    bonus = '[[bonuses]]\nname = "b{}"\nboxes = ["ones"]\nat = 1\npoints = 1\n'
    text = HOUSE + "".join(map(bonus.format, range(100)))
    complaint = refused(text, ModelError)
    assert complaint == (
        "house.toml, line 161: bonuses: 101 bonuses are declared; a card has up to 20"
    )


HOSTILE = [
    ("dice = 5", "dice = " + "[" * 10_000, "line 2: lists are nested too deeply"),
    ("dice = 5", "dice = " + "[" * 9_000 + "]" * 9_000, "line 2: lists are nested too deeply"),
    ("face = 1", "face = " + "{a=" * 9_000, "line 10: lists are nested too deeply"),
    ("dice = 5", "dice = 1" + "0" * 5_000, "line 2: a number has too many digits"),
    ("count = 3", "count = -" + "9" * 9_000, "line 15: a number has too many digits"),
    ("dice = 5", "d" + ".a" * 40_000 + " = 5", f"line 2: there are more than {MOST_DOTS} dots"),
    ("[repeat]", "[a" + ". a" * 200 + "]", f"line 62: there are more than {MOST_DOTS} dots"),
]


@pytest.mark.parametrize(
    ("old", "new", "complaint"), HOSTILE, ids=[complaint for *_, complaint in HOSTILE]
)
def test_what_would_choke_the_reader_is_refused_at_once(refused, old, new, complaint):
    assert refused(changed(old, new), FileError).startswith(f"house.toml, {complaint}")


@pytest.mark.parametrize(
    "text",
    [
        "[a" + ".a" * MOST_DOTS + "]\n" + "".join(f"b{i} = 1\n" for i in range(9_000)),
        "[a" + ".a" * MOST_DOTS + "]\n" + ("b{}" + ".a" * 99 + " = 1\n") * 300,
        "".join(f"[[boxes]]\n[boxes.b{i}]\n" for i in range(4_000)),
        "name = [" + "1," * 49_000 + "]",
        "boxes = [" + "{}," * 33_000 + "]",
        "boxes = [" + "[[]]," * 19_000 + "]",
        "name = " + "[" * 200 + "]" * 200,
        '"""' * 33_000,
        '"""\\' * 24_000,
        "name = " + '"\\\\' * 30_000,
        "#" * 99_999,
        "\n" * 99_999,
        "a" * 99_999,
        " " * 99_999,
        "[" * 300 + "]" * 300,
    ],
    ids=lambda text: text[:12],
)
def test_odd_files_are_refused_at_once(refused, text):
    complaint = refused(text.encode()[:LARGEST], (FileError, ModelError))
    assert complaint.startswith("house.toml, line ")


SPLICES = st.one_of(
    st.sampled_from(
        ["", "\n", "[", "]", "{", '"', "'", "=", ",", "#", ".", "\x00", "\x1b", "\u2028"]
    ),
    st.sampled_from(["5", "-1", "nan", "true", "[1]", '{"66633" = 1}', '"ones"', "[[boxes]]\n"]),
    st.text(max_size=5),
)


@given(st.lists(st.tuples(st.integers(0, len(HOUSE)), st.integers(0, 9), SPLICES), max_size=3))
def test_a_spoilt_file_is_read_or_refused_in_a_line(tmp_path_factory, splices):
    text = HOUSE
    for start, length, new in splices:
        text = text[:start] + new + text[start + length :]
    path = tmp_path_factory.getbasetemp() / "spoilt.toml"
    path.write_text(text, encoding="utf-8", newline="", errors="surrogatepass")
    try:
        complaint = "" if read_scorecard(path).boxes else "no boxes"
    except (FileError, ModelError) as error:
        complaint = str(error)
    assert complaint.isprintable()
    line = re.search(r"spoilt\.toml, line (\d+): .", complaint)
    assert complaint == "" or 1 <= int(line[1]) <= text.count("\n") + 1


def test_a_file_may_have_so_many_bytes_and_no_more(read, refused):
    assert read(HOUSE + "#" * (LARGEST - len(HOUSE))) == CARD
    complaint = refused(HOUSE + "#" * (LARGEST - len(HOUSE) + 1), FileError)
    assert complaint == "house.toml has over 100,000 bytes, which is too large"


def test_a_text_that_is_not_utf_8_is_refused_with_its_line(refused):
    complaint = refused(changed('ones"\nrule', 'häuser"\nrule').encode("latin-1"), FileError)
    assert complaint == "house.toml, line 8: it is not in UTF-8; save it as such"


def test_what_is_no_file_is_refused(refused, tmp_path):
    refused(b"\xff", FileError)
    os.mkfifo(tmp_path / "pipe")
    for path, reason in {
        "nothing.toml": "No such file or directory",
        tmp_path: "it is not a file",
        tmp_path / "pipe": "it is not a file",
        "/dev/zero": "it is not a file",
        "house.toml/card.toml": "Not a directory",
        "x" * 9_000: "File name too long",
    }.items():
        with pytest.raises(FileError) as caught:
            read_scorecard(path)
        assert str(caught.value) == f"cannot read {path}: {reason}"
    with pytest.raises(FileError, match="null"):
        read_scorecard("house\0.toml")


def test_a_word_with_a_meaning_of_its_own_is_refused_with_its_line(refused):
    text = HOUSE.replace('name = "upper"', 'name = "value"')
    assert text != HOUSE
    line = text[: text.index('name = "value"')].count("\n") + 1
    assert refused(text, ModelError).startswith(f"house.toml, line {line}: bonuses: 'value' means")


def test_a_second_box_for_a_face_is_refused_where_there_are_jokers(refused):
    again = '\n[[boxes]]\nname = "again"\nrule = "face"\nface = 1\n'
    assert refused(HOUSE + again, ModelError) == (
        f"house.toml, line {(HOUSE + again).count(chr(10))}: boxes: "
        "with a joker rule, a face can have one box only"
    )


@pytest.mark.parametrize(
    "name", ["yahtzee", "yatzy", "yazy", "slots", "kniffel", "generala", "yacht"]
)
def test_what_is_written_is_read_back(name):
    data = as_data(find(name)().card)
    assert as_data(parse_toml("here", write_toml(data))) == data
