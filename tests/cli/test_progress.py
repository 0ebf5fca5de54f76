"""The line that tells how far a long solve is."""

from __future__ import annotations

import io
import re
import threading

import pytest

from perfectplay import Compute, solve
from perfectplay.cli.progress import Ticker
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from tests.waiting import wait_until


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_stage_and_the_positions_are_shown_and_wiped_at_the_end(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with Ticker(patience=0.01, interval=0.01) as ticker:
        ticker("exploring", 12_345)
        wait_until(lambda: re.search(r"exploring: 12,345 positions, \d+ s", terminal.getvalue()))
    assert terminal.getvalue().endswith(" \r")


def test_quick_work_shows_nothing(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    with Ticker(patience=threading.TIMEOUT_MAX) as ticker:
        ticker("exploring", 1)
    assert terminal.getvalue() == ""


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch):
    log = io.StringIO()
    monkeypatch.setattr("sys.stderr", log)
    with Ticker(patience=0.01, interval=0.01) as ticker:
        ticker("exploring", 1)
        assert not ticker.thread.is_alive()
    assert log.getvalue() == ""


@pytest.mark.parametrize("game", [Pig(target=20), Slots()], ids=lambda game: game.name)
def test_no_more_positions_are_counted_than_there_are(game):
    counts = []
    solution = solve(game, compute=Compute(progress=lambda _, positions: counts.append(positions)))
    assert max(counts) <= solution.positions
