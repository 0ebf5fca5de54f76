"""A long solve that was stopped goes on, and comes to the same."""

import json
import signal
import subprocess
import sys

import numpy as np
import pytest

from perfectplay import EveryTarget, Win, load, solve
from perfectplay.engines.scorecard.lead import leads
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Box, Scorecard, Total, faces
from perfectplay.solution.storage.checkpoint import Checkpoint

CARD = Scorecard("two dice", dice=2, boxes=[*faces(), Box("any", Total())], players=2)
WORDS = ["perfectplay", "solve", "yazy", "-o", "at-least:150", "--save"]
SOLVE = """
import os, signal, sys
from perfectplay import EveryTarget, solve
from perfectplay.engines.scorecard.lead import leads
from perfectplay.games.yazy import Yazy

leads.SMALL = 0  # so that it counts as long

def stop(stage, positions):
    if positions > int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

solve(Yazy(), EveryTarget(), checkpoint=sys.argv[1], progress=stop)
"""


@pytest.fixture
def long(monkeypatch):
    """Any solve counts as long."""
    monkeypatch.setattr(leads, "SMALL", 0)


@pytest.mark.usefixtures("long")
def test_a_killed_solve_goes_on_to_the_same_result(tmp_path):
    path = tmp_path / "yazy.partial"
    whole = solve(Yazy(), EveryTarget())
    command = [sys.executable, "-c", SOLVE, str(path), "150000"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    done = len(json.loads(path.with_name("yazy.partial.json").read_text())["checksums"])
    assert 0 < done < 12
    heard = []
    again = solve(Yazy(), EveryTarget(), checkpoint=path, progress=lambda *told: heard.append(told))
    assert min(positions for _, positions in heard if positions) > 100_000
    assert np.array_equal(again.leads.values, whole.leads.values)
    again.save(tmp_path / "again.safetensors")
    assert load(tmp_path / "again.safetensors").chances == whole.chances


@pytest.mark.usefixtures("long")
def test_what_was_damaged_is_solved_anew(tmp_path):
    path = tmp_path / "card.partial"
    whole = solve(CARD, Win(), checkpoint=path)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 64)
    again = solve(CARD, Win(), checkpoint=path)
    assert again.value == whole.value
    assert np.array_equal(again.leads.values, solve(CARD, Win()).leads.values)


@pytest.mark.usefixtures("long")
def test_steps_of_another_solve_are_of_no_use(tmp_path):
    path = tmp_path / "card.partial"
    solve(CARD, Win(), checkpoint=path)
    with_ties = solve(CARD, Win(tie=0), checkpoint=path)
    assert with_ties.value == solve(CARD, Win(tie=0)).value


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize(
    "record", ["", "[]", "{}", '{"solve": 1}', '{"solve": "", "checksums": 3}']
)
def test_a_record_that_is_none_is_passed_over(tmp_path, record):
    path = tmp_path / "card.partial"
    solve(CARD, Win(), checkpoint=path)
    path.with_name("card.partial.json").write_text(record)
    assert solve(CARD, Win(), checkpoint=path).value == solve(CARD, Win()).value


def test_a_short_solve_keeps_nothing(tmp_path):
    solve(CARD, Win(), checkpoint=tmp_path / "card.partial")
    assert not [*tmp_path.iterdir()]


@pytest.mark.usefixtures("long")
def test_the_command_line_drops_what_was_kept_once_it_is_saved(tmp_path, monkeypatch, capsys):
    from perfectplay.cli import main

    monkeypatch.setattr(
        "sys.argv",
        [*WORDS, str(tmp_path / "yazy.safetensors")],
    )
    with pytest.raises(SystemExit) as stop:
        main.main()
    assert (stop.value.code or 0) == 0
    assert "saved in" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["yazy.safetensors"]


@pytest.mark.usefixtures("long")
def test_an_interrupted_command_tells_where_it_goes_on(tmp_path, monkeypatch, capsys):
    from perfectplay.cli import main

    def stop_there(self, values):
        kept(self, values)
        if len(self.checksums) == 3:
            raise KeyboardInterrupt

    kept = Checkpoint.keep
    monkeypatch.setattr(Checkpoint, "keep", stop_there)
    monkeypatch.setattr("sys.argv", [*WORDS, str(tmp_path / "yazy.safetensors")])
    with pytest.raises(SystemExit) as stop:
        main.main()
    assert stop.value.code == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert (tmp_path / "yazy.safetensors.partial.json").exists()


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(leads, "SMALL", 0)
    with pytest.raises(Exception, match="cannot write"):
        solve(CARD, Win(), checkpoint=tmp_path / "missing" / "card.partial")
