"""The command line, where play can go round in cycles."""

import re
from fractions import Fraction

import pytest

GAMES = '''
from perfectplay import Chance, Choice, Final, Game


class Forever(Game):
    """On and on."""

    def start(self):
        return "here"

    def at(self, position):
        return Choice({"on": "there" if position == "here" else "here"})


class Wait(Game):
    """There is nothing better than to wait."""

    def start(self):
        return "door"

    def at(self, position):
        return Choice({"leave": Final(-1), "wait": "door"})


class Patience(Game):
    """Win with a small chance, or try again."""

    def start(self):
        return "try"

    def at(self, position):
        return Chance.weighted([(Final(1), 1), ("try", 10**9)])


class Ruin(Game):
    """Bet a coin at a time until all is won or lost."""

    goal: int = 1000

    def start(self):
        return self.goal // 2

    def at(self, position):
        if position in (0, self.goal):
            return Final(int(position > 0))
        return Chance.weighted([(position + 1, 9), (position - 1, 10)])


class Stairs(Game):
    """A step up, so rarely that floats cannot hold it, or back; at the top, an end or a treadmill."""

    def start(self):
        return 0

    def at(self, position):
        if position == "treadmill":
            return Choice({"on": position})
        if position == 9:
            return Chance.weighted([(Final(0), 1), ("treadmill", 1)])
        return Chance.weighted([(position + 1, 1), (0, 10**40)])
'''


@pytest.fixture
def endless(tmp_path, monkeypatch):
    """A folder with games that go on for ever in `endless.py`, made the current one."""
    (tmp_path / "endless.py").write_text(GAMES)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("endless")
def test_a_game_that_can_never_end_is_told(perfectplay):
    for command in ("solve", "table", "advise", "distribution"):
        ran = perfectplay(command, "endless.py:Forever")
        assert (ran.code, ran.out) == (2, "")
        assert "forever: play can never end, whatever the players choose" in ran.err


@pytest.mark.usefixtures("endless")
def test_best_play_that_goes_on_for_ever_is_told(perfectplay):
    out = " ".join(perfectplay("solve", "endless.py:Wait").out.split())
    assert "best play goes on for ever with a chance of 100.000 %; that pays 0" in out
    assert perfectplay("solve", "endless.py:Wait", "--json").json["never_ends"] == 1
    assert "endless play" not in perfectplay("solve", "piglet", "target=3").out


@pytest.mark.usefixtures("endless")
def test_a_table_of_endless_play_has_neither_inf_nor_nan(perfectplay):
    out = perfectplay("table", "endless.py:Wait").out
    assert "for ever" in out
    assert "inf" not in out
    assert "nan" not in out
    (row,) = perfectplay("table", "endless.py:Wait", "--json").json["rows"]
    assert (row["visits"], row["matters"]) == (None, 1)


def test_an_exact_distribution_that_outgrows_all_bounds_is_refused(perfectplay):
    words = ("target=6", "players=1", "loses=score", "--exact")
    ran = perfectplay("distribution", "piglet", *words)
    assert (ran.code, ran.out) == (2, "")
    assert "ask for them in floats" in ran.err


def test_solve_tells_what_is_proved(perfectplay):
    out = perfectplay("solve", "piglet", "target=4").out
    assert "proved" in out
    assert "from 0.53685474189" in out


def test_solve_as_json_has_the_bounds(perfectplay):
    answer = perfectplay("solve", "piglet", "target=4", "--json").json
    assert answer["lower"] <= Fraction(2236, 4165) <= answer["upper"]
    assert answer["upper"] - answer["lower"] < 1e-12


def test_an_exact_answer_is_its_own_bound(perfectplay):
    answer = perfectplay("solve", "piglet", "target=4", "--exact", "--json").json
    assert answer["exact"] == "2236/4165"
    assert answer["lower"] == answer["upper"] == answer["value"]
    assert "proved" not in perfectplay("solve", "piglet", "target=4", "--exact").out


def test_without_cycles_there_are_no_bounds_to_tell(perfectplay):
    answer = perfectplay("solve", "coins", "--json").json
    assert (answer["lower"], answer["upper"]) == (None, None)


def test_a_width_that_is_not_reached_is_told(perfectplay):
    ran = perfectplay("solve", "piglet", "--width", "1e-18")
    assert ran.code == 2
    assert "could be proved to" in ran.err
    assert "ask for a larger width, or solve it exactly" in ran.err


@pytest.mark.usefixtures("endless")
def test_a_value_that_is_known_is_told_however_long_play_goes_round(perfectplay):
    ran = perfectplay("solve", "endless.py:Ruin")
    assert ran.code == 0
    assert "1.32" in ran.out
    answer = perfectplay("solve", "endless.py:Ruin", "--json").json
    expected = (1 - Fraction(10, 9) ** 500) / (1 - Fraction(10, 9) ** 1000)
    assert answer["lower"] <= expected <= answer["upper"]
    assert answer["never_ends"] == 0
    assert perfectplay("distribution", "endless.py:Ruin", "--json").json["length"] > 9000


@pytest.mark.usefixtures("endless")
def test_a_value_that_floats_know_roughly_is_told_with_what_is_sure(perfectplay):
    ran = perfectplay("solve", "endless.py:Patience", "--save", "long.safetensors")
    assert ran.code == 0
    out = " ".join(ran.out.split())
    assert "proved from 0.99999" in out
    assert "play cycles for too long for floats to be more precise; --exact is" in out
    assert "only" in perfectplay("advise", "endless.py:Patience").out
    verified = perfectplay("verify", "long.safetensors", "--game", "endless.py:Patience")
    assert (verified.code, "hold" in verified.out) == (0, True)
    loaded = perfectplay(
        "solve", "long.safetensors", "--game", "endless.py:Patience", "--json"
    ).json
    assert 1e-12 < loaded["upper"] - loaded["lower"] < 1e-3
    assert perfectplay("solve", "endless.py:Patience", "--width", "1e-12").code == 2
    assert perfectplay("solve", "endless.py:Patience", "--exact", "--json").json["exact"] == "1"


@pytest.mark.usefixtures("endless")
def test_tables_of_advice_have_no_more_digits_than_are_proved(perfectplay):
    out = perfectplay("advise", "endless.py:Patience").out
    assert "to 6.7e-07 only" in out
    assert re.findall(r"\d\.\d{2,}(?!\d* %)", out) == ["1.000000", "1.000000"]


@pytest.mark.usefixtures("endless")
def test_where_floats_cannot_tell_whether_play_ends_that_is_said(perfectplay):
    assert perfectplay("solve", "endless.py:Stairs", "--json").json["never_ends"] is None
    out = " ".join(perfectplay("solve", "endless.py:Stairs").out.split())
    assert "floats cannot tell how likely best play is to go on for ever; solve it exactly" in out
    exact = perfectplay("solve", "endless.py:Stairs", "--exact", "--json").json
    assert (exact["exact"], exact["never_ends"]) == ("0", 0.5)


def test_a_width_that_cannot_be_is_told(perfectplay):
    ran = perfectplay("solve", "piglet", "--width", "-1")
    assert (ran.code, ran.out) == (2, "")
    assert "must be above 0" in ran.err


def test_a_file_has_its_width_already(perfectplay, tmp_path):
    path = str(tmp_path / "piglet.safetensors")
    assert perfectplay("solve", "piglet", "target=3", "--save", path).code == 0
    assert "--width came with it" in perfectplay("solve", path, "--width", "1").err
    assert "the optimality equations hold" in perfectplay("verify", path).out


def test_a_distribution_that_is_cut_says_so(perfectplay):
    out = perfectplay("distribution", "pig", "target=10", "players=1").out
    assert "Longer games are left out; together they have a chance of" in out
    assert "expected length" in out
    answer = perfectplay("distribution", "pig", "target=10", "players=1", "--json").json
    assert 0 < answer["truncated_mass"] <= 1e-12
    assert abs(answer["length"] - 19110 / 4591) < 1e-9


def test_a_game_alone_is_simulated_and_compared(perfectplay):
    assert "inside" in perfectplay("simulate", "pig", "target=8", "players=1", "-n", "2000").out
    out = perfectplay("compare", "pig", "target=8", "players=1", "optimal", "random").out
    assert "optimal" in out
