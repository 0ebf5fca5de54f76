"""Settings and fixtures that all tests share."""

import gc
import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
import typer.main
from hypothesis import HealthCheck, settings

from tests.by_engine import RUNS, solver_by

os.environ["PERFECTPLAY_CACHE"] = "off"  # what was solved before decides no test
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the tests' own processes share the cores

typer.main.get_command = cache(typer.main.get_command)  # a process makes its commands once

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=10)
settings.register_profile(
    "search", settings.get_profile("repeatable"), derandomize=False, max_examples=2_000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests, and look no more for garbage among what stays to the end; seldom later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.fixture(params=RUNS, scope="module")
def solver(request: pytest.FixtureRequest) -> Iterator[Any]:
    """`solve` by one of the three engines; what is asked of its solutions runs by it too."""
    with solver_by(request.param) as solver:
        yield solver


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def perfectplay(monkeypatch, capsys):
    """A function that runs `perfectplay WORDS...` in this process and returns what it printed."""
    from perfectplay.cli.main import main

    def run(*words: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["perfectplay", *words])
        monkeypatch.setenv("COLUMNS", "100")
        with pytest.raises(SystemExit) as stop:
            main()
        printed = capsys.readouterr()
        return Ran(stop.value.code or 0, printed.out, printed.err)

    return run


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
