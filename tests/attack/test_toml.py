"""Any text is a scorecard that is solved, or is refused in one line that tells the right line."""

from __future__ import annotations

import random
import re
import sys

import pytest

from perfectplay import Compute, Score, Win, solve
from perfectplay.errors import FileError, MemoryLimitError, ModelError
from perfectplay.model.scorecard.declaration import as_data, parse_toml, write_toml
from perfectplay.objectives import AtLeast
from tests.attack.patience import losing_patience
from tests.attack.telling import told

CARD = """\
name = "everything"
dice = 3
sides = 4
rerolls = 1
in-order = false

[[boxes]]
name = "ones"
rule = "face"
face = 1

[[boxes]]
name = "three"
rule = "of-a-kind"
count = 3
points = 20

[[boxes]]
name = "low"
rule = "named-straight"
faces = [1, 2, 3]
points = 15

[[boxes]]
name = "own"
rule = "table"

[boxes.points]
"112" = 10
"1 4 4" = 20

[[bonuses]]
name = "upper"
boxes = ["ones", "own"]
at = 6
points = 9

[repeat]
box = "three"
points = 10
joker = "free"
"""
MORE = [
    '[[boxes]]\nname = "any"\nrule = "chance"',
    '[[boxes]]\nname = "row"\nrule = "straight"\nlength = 3\npoints = "sum"',
    '[[boxes]]\nname = "pair"\nrule = "pairs"\ncount = 1',
    '[[bonuses]]\nname = "other"\nboxes = ["low", "three"]\nat = 30\npoints = 5',
]
VALUES = [
    *("0", "1", "2", "3", "4", "6", "7", "12", "13", "-1", "10000", "10001", "9" * 700, "1.5"),
    *("nan", "true", "false", '""', '"ones"', '"sum"', '"kind"', '"x y"', '"é💥"', '"\\u0000"'),
    *(
        "[]",
        "[1]",
        '["ones"]',
        '["ones", "ones"]',
        "[[[1]]]",
        "{}",
        "{a = 1}",
        "1979-05-27",
        "0x1f",
    ),
    *(
        '"""a\nb"""',
        "'" * 3 + "\n" + "'" * 3,
        '"face"',
        '"chance"',
        '"table"',
        '"forced"',
        '"none"',
    ),
]
LETTERS = "=[]{}\"'#.,\n\t 019abe_-é\x00\ufeff"
WHERE = re.compile(r"card\.toml, line (\d+)")


def lines_of(generator):
    """A good card, with empty lines and comments here and there, and perhaps with more in it."""
    lines = CARD.splitlines()
    if generator.random() < 0.5:
        places = [place for place, line in enumerate(lines) if line.startswith(("[[", "[repeat"))]
        place = generator.choice(places)
        lines[place:place] = generator.choice(MORE).splitlines()
    for _ in range(generator.randrange(4)):
        lines.insert(generator.randrange(len(lines)), generator.choice(["", "# [[boxes]]", "  "]))
    return lines


def spoilt(generator):
    """A card with a few lines or letters changed."""
    lines = lines_of(generator)
    for _ in range(generator.randint(1, 4)):
        place = generator.randrange(len(lines))
        match generator.randrange(6):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, generator.choice(lines))
            case 2 | 3:
                key = lines[place].partition("=")[0].strip() or "points"
                lines[place] = f"{key} = {generator.choice(VALUES)}"
            case 4:
                line = lines[place]
                cut = generator.randrange(len(line) + 1)
                end = cut + generator.randrange(2)
                lines[place] = line[:cut] + generator.choice(["", *LETTERS]) + line[end:]
            case _:
                lines[place:] = lines[place:][::-1] if generator.random() < 0.2 else lines[place:]
    return "\n".join(lines)


def refused(text):
    """The line and the words that a text is refused with; nothing if it is a card."""
    try:
        card = parse_toml("card.toml", text)
    except (FileError, ModelError) as error:
        words = told(error)
    else:
        data = as_data(card)
        assert as_data(parse_toml("card.toml", write_toml(data))) == data
        return None
    where = WHERE.match(words)
    assert where, words
    return int(where[1]), words


@pytest.mark.skipif(sys.platform == "win32", reason="there is nobody to lose patience there")
def test_any_card_is_solved_or_refused(seeds, count):
    for seed in seeds:
        generator = random.Random(seed)
        text = spoilt(generator)
        if fault := refused(text):
            count("refused")
            assert 1 <= fault[0] <= text.count("\n") + 1, text
            continue
        card = parse_toml("card.toml", text)
        goal = generator.choice([Score(), AtLeast(generator.randrange(40)), Win()])
        game = card.for_words(["players=2"]) if isinstance(goal, Win) else card
        with losing_patience() as lost:
            try:
                value = solve(game, goal, compute=Compute(memory_limit=200 << 20)).value
            except MemoryLimitError as error:
                told(error)
                count("too large")
                continue
            except KeyboardInterrupt:
                assert lost
                count("interrupted")
                continue
        count("solved")
        assert 0 <= value <= (12_345_678 if isinstance(goal, Score) else 1), text


FAULTS = [
    lambda key, value: f"{key} = -7.5",
    lambda key, value: f"{key} = = {value}",
    lambda key, value: f"{key} = {{none = 1}}",
    lambda key, value: f"{key} {value}",
    lambda key, value: f"{key} = {value} {value}",
    lambda key, value: f"wrong = 1\n{key} = {value}",
    lambda key, value: f"{key} = {value}\n{key} = {value}",
]


def test_a_fault_is_told_by_its_line(seeds, count):
    for seed in seeds:
        generator = random.Random(seed)
        lines = lines_of(generator)
        keys = [place for place, line in enumerate(lines) if "=" in line and "#" not in line]
        place = generator.choice(keys)
        key, _, value = map(str.strip, lines[place].partition("="))
        lines[place] = generator.choice(FAULTS)(key, value)
        right = {place + 1, place + 1 + lines[place].count("\n")}
        text = "\n".join(lines)
        count("faults")
        line, words = refused(text)
        assert line in right, (words, text)
