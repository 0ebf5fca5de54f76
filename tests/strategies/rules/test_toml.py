"""Cards of rules in files: what is wrong is told with its line."""

from pathlib import Path

import pytest

from perfectplay.errors import FileError
from perfectplay.games.pig import Pig
from perfectplay.strategies.rules import read_rules
from perfectplay.strategies.rules.card import page, svg, text_card
from perfectplay.strategies.rules.toml import parse_rules, write_rules
from tests.strategies.rules.cards import CARD, SMALL

HOLD = """game = "pig target=50"
name = "hold at 20"
lines = [
    "turn >= 20: hold",
    "roll",
]
"""


def test_a_card_is_read_and_written_back(tmp_path: Path):
    path = tmp_path / "hold.toml"
    path.write_text(HOLD, encoding="utf-8")
    rules = read_rules(path)
    assert rules.game == Pig(target=50)
    again = parse_rules("again.toml", write_rules(rules))
    assert (again.game, again.name, again.texts) == (rules.game, rules.name, rules.texts)


def test_a_card_for_a_game_that_is_given():
    assert parse_rules("small.toml", write_rules(CARD), SMALL).texts == CARD.texts


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (HOLD.replace("turn >=", "trun >="), "hold.toml, line 4: 'trun' in .* did you mean 'turn'"),
        (HOLD.replace('"roll"', '"rol"'), "hold.toml, line 5: there is no option 'rol'"),
        (HOLD.replace('"roll"', "7"), "hold.toml, line 5: a line is a text in quotes"),
        (HOLD.replace("pig", "pgi"), "hold.toml, line 1: .* did you mean 'pig'"),
        (HOLD.replace("name", "nmae"), "hold.toml, line 2: there is no key 'nmae'"),
        ('game = "pig"\n', "hold.toml, line 1: lines are missing"),
        (HOLD.replace("hold at 20", 'hold" at'), "hold.toml, line 2: "),
    ],
)
def test_mistakes_are_told_with_their_line(text, complaint):
    with pytest.raises(FileError, match=complaint):
        parse_rules("hold.toml", text)


@pytest.mark.parametrize("show", [text_card, svg, page])
def test_a_card_shows_all_its_lines_and_its_price(show):
    shown = show(CARD, "loses 3 & more").replace("&amp;", "&").replace("&gt;", ">")
    assert "loses 3 & more" in shown
    for text in CARD.texts:
        assert all(word in shown for word in text.replace(", ", " ").split())
