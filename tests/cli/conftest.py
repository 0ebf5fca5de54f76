"""Run a command as a user would, in this process."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from perfectplay.cli import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def perfectplay(monkeypatch, capsys):
    """A function that runs `perfectplay WORDS...` and returns what it printed."""

    def run(*words: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["perfectplay", *words])
        monkeypatch.setenv("COLUMNS", "100")
        with pytest.raises(SystemExit) as stop:
            main.main()
        printed = capsys.readouterr()
        return Ran(stop.value.code or 0, printed.out, printed.err)

    return run


@pytest.fixture(scope="module")
def keeping(tmp_path_factory):
    """What was solved is kept for the next command, as it is for a user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERFECTPLAY_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


SMALL = """
name = "small"
dice = 2
sides = 3
[[boxes]]
name = "ones"
rule = "face"
face = 1
[[boxes]]
name = "pair"
rule = "of-a-kind"
count = 2
points = 5
"""


@pytest.fixture
def own_game(tmp_path, monkeypatch):
    """A folder with a user's own game in `mine.py`, made the current one."""
    (tmp_path / "mine.py").write_text(
        '''
from icepool import d6

from perfectplay import Chance, Choice, Final, Game, parameter


class OneReroll(Game):
    """Roll a die; keep it, or roll once more."""

    bonus: int = parameter(default=0, low=0, high=3, doc="added to the first roll")

    def start(self):
        return "start"

    def at(self, position):
        if position == "start":
            return Chance.of(d6)
        return Choice({"keep": Final(position + self.bonus), "reroll": Chance.of(d6, Final)})


class Failing(OneReroll):
    """Breaks down on a six."""

    def at(self, position):
        return Final(1 / 0) if position == 6 else super().at(position)


def keep_all(decision):
    return "keep"


def cheat(decision):
    return "a seven"


def alone():
    return "keep"


number = 7
''',
        encoding="utf-8",
    )
    (tmp_path / "card.toml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "broken.py").write_text("def (", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path
