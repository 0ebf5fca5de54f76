"""`measure` tells all measures of a game, for people and for programs."""

import pytest

from perfectplay import Win, solve
from perfectplay.analysis.measures.course import turns_of
from perfectplay.analysis.measures.play import TurnByTurn
from perfectplay.games.pig import Pig

SUMMIT = "examples/summit.py:Summit"


def test_a_designer_is_told_everything(perfectplay):
    out = perfectplay("measure", SUMMIT).out
    for heading in (
        "How long it takes",
        "Who is favoured",
        "What skill is worth",
        "When it is decided",
        "Which options pay",
    ):
        assert f"\n{heading}\n" in out
    assert "These make no difference, as another option is always as good: rest." in out
    assert "If both play best, the first player wins 59.26 % of all games" in out
    assert "the game is exactly fair" in out


def test_what_would_be_fair_is_told_with_what_there_is(perfectplay):
    out = perfectplay("measure", "pig", "target=20").out
    assert "Start with 'theirs' 10 higher (10 instead of 0)" in out


def test_a_game_for_two_that_does_not_say_so(perfectplay, tmp_path):
    path = tmp_path / "game.py"
    path.write_text(
        "from perfectplay import Choice, Final, Game, Win\n"
        "class Mine(Game):\n"
        "    'Who goes first wins.'\n"
        "    def start(self):\n"
        "        return 0\n"
        "    def at(self, position):\n"
        "        return Choice({'win': Final(1)}, position)\n"
        "    def objective(self):\n"
        "        return Win()\n",
        encoding="utf-8",
    )
    for command in ("check", "solve", "measure"):
        assert "class Mine has to say `players = 2`" in perfectplay(command, f"{path}:Mine").err


def test_programs_are_told_the_same(perfectplay):
    told = perfectplay("measure", "pig", "target=20", "--json").json
    pig = solve(Pig(target=20), Win())
    turns = turns_of(TurnByTurn(pig))
    assert told["turns"] == {str(number): share for number, share in turns.items()}
    assert told["value"] == pig.value
    assert told["fairness"]["wins"] == pytest.approx(pig.value)
    assert {each["against"] for each in told["skill"]} >= {"random", "greedy"}
    assert told["missing"] == {}
    hold = next(option for option in told["options"] if option["label"] == "hold")
    assert (hold["taken"], hold["best"]) == (0, 0)


def test_what_cannot_be_told_has_its_reason(perfectplay):
    told = perfectplay("measure", "coins", "coins=2", "target=2", "--json").json
    assert (told["fairness"], told["drama"]) == (None, None)
    assert told["missing"]["fairness"] == "coins is not a game that two players play to win"


def test_check_tells_what_grows_and_what_is_not_known(perfectplay, tmp_path):
    path = tmp_path / "endless.py"
    path.write_text(
        "from perfectplay import Choice, Game\n"
        "class Endless(Game):\n"
        "    'Count for ever.'\n"
        "    def start(self):\n"
        "        return 0\n"
        "    def at(self, position):\n"
        "        return Choice({'up': position + 1})\n",
        encoding="utf-8",
    )
    for command in ("check", "solve"):
        ran = perfectplay(command, f"{path}:Endless")
        assert ran.code == 2
        assert "infinitely many positions" in ran.err
        assert "'up' can lead to" in ran.err
    told = perfectplay("check", "coins", "--json").json
    assert told["unknown"] == {}
    assert told["doubts"] == ["the options '2' and '4' never pay: a better one is always on offer"]
