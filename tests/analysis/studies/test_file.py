"""A study in a file: what it says, and the line where it is wrong."""

import pytest

from perfectplay.analysis.studies.file import is_study, read_study
from perfectplay.cli.words import find_game
from perfectplay.errors import FileError
from perfectplay.objectives import AtLeast

WHOLE = """
base = "yahtzee"
measures = ["value", "skill"]
objective = "at-least:200"
sample = 5
seed = 3

[parameters]
joker = "free"

[vary]
bonuses.upper.at = {from = 40, to = 60, step = 10}
"rerolls" = [2, 3]
boxes.chance = [true, false]
"""


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "study.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_whole_study(written):
    path = written(WHOLE)
    assert is_study(path)
    study = read_study(path, find_game)
    assert study.base.joker == "free"
    assert [axis.key for axis in study.axes] == ["bonuses.upper.at", "rerolls", "boxes.chance"]
    assert study.axes[0].values == (40, 50, 60)
    assert study.measures == ("value", "skill")
    assert study.objective == AtLeast(200)
    assert (study.sample, study.seed, len(study.rows)) == (5, 3, 5)
    assert read_study(path, find_game, sample=2).sample == 2


def test_a_card_beside_the_study(written, tmp_path):
    card = 'name = "mine"\ndice = 1\n[[boxes]]\nname = "any"\nrule = "chance"\n'
    (tmp_path / "mine.toml").write_text(card, encoding="utf-8")
    assert not is_study(tmp_path / "mine.toml")
    study = read_study(written('base = "mine.toml"\nvary = {rerolls = [0, 1]}'), find_game)
    assert study.base.name == "mine"
    assert study.measures == ("value",)


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('base = "yahtzee"', "base = 3", "line 2: base is not the name of a game, or a file"),
        ('base = "yahtzee"', 'base = "yatzee"', "line 2: there is no game 'yatzee'"),
        ("seed = 3", "sed = 3", "line 6: there is no key 'sed'; did you mean 'seed'?"),
        ("sample = 5", "sample = true", "line 5: sample is not a number of rows"),
        ("sample = 5", "sample = 0", "line 5: a sample of 0 rows is empty"),
        ('"skill"]', '"skil"]', "line 3: there is no measure 'skil'; did you mean 'skill'?"),
        ('"at-least:200"', '"at-leest:2"', "line 4: there is no objective 'at-leest'"),
        ('joker = "free"', 'jokr = "free"', "line 8: yahtzee has no parameter 'jokr'"),
        ("bonuses.upper.at", "bonuses.uper.at", "line 12: yahtzee has no 'bonuses.uper'"),
        ("from = 40", "form = 40", "line 12: bonuses.upper.at: there is no 'form'"),
        ("to = 60", "to = 4", "line 12: bonuses.upper.at: from 40 to 4 there are no steps"),
        ("[2, 3]", "[2, 2]", "line 13: rerolls: 2 is given twice"),
        ("[true, false]", "[1]", "line 14: yahtzee: boxes.chance can only be on or off"),
        ("[2, 3]", "[2, 3", "line 14: "),
        ("[vary]", "[varry]", "line 11: there is no key 'varry'; did you mean 'vary'?"),
        (WHOLE[WHOLE.index("[vary]") :], "", "line 1: vary is missing; needed are: base, vary"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(written, was, now, message):
    path = written(WHOLE.replace(was, now))
    with pytest.raises(FileError) as error:
        read_study(path, find_game)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
