"""The line that tells how far a long solve is."""

from __future__ import annotations

import io
import re
import threading

import pytest

from perfectplay import Compute, solve
from perfectplay.cli import progress
from perfectplay.cli.progress import Ticker
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from tests.waiting import wait_until


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    monkeypatch.setattr(progress, "INTERVAL", 0.01)


def test_the_stage_and_the_positions_are_shown_and_wiped_at_the_end(impatient, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with Ticker() as ticker:
        ticker("exploring", 12_345)
        wait_until(lambda: re.search(r"exploring: 12,345 positions, \d+ s", terminal.getvalue()))
    assert terminal.getvalue().endswith(" \r")


def test_quick_work_shows_nothing(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", threading.TIMEOUT_MAX)
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with Ticker() as ticker:
        ticker("exploring", 1)
    assert terminal.getvalue() == ""


def test_nothing_is_shown_where_there_is_no_terminal(impatient, monkeypatch):
    log = io.StringIO()
    monkeypatch.setattr("sys.stderr", log)
    with Ticker() as ticker:
        ticker("exploring", 1)
        assert not ticker.thread.is_alive()
    assert log.getvalue() == ""


@pytest.mark.parametrize("game", [Pig(target=20), Slots()], ids=lambda game: game.name)
def test_no_more_positions_are_counted_than_there_are(game):
    counts = []
    solution = solve(game, compute=Compute(progress=lambda _, positions: counts.append(positions)))
    assert max(counts) <= solution.positions
