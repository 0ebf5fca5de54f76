"""A long solve that was stopped goes on, and comes to the same."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager

import numpy as np
import pytest

from perfectplay import Compute, EveryTarget, Storage, Win, load, solve
from perfectplay.engines.scorecard.score_difference import leads
from perfectplay.errors import FileError
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Box, Scorecard, Total, faces
from perfectplay.solution.storage.checkpoint import Checkpoint

CARD = Scorecard("two dice", dice=2, boxes=[*faces(), Box("any", Total())], players=2)
WORDS = ["perfectplay", "solve", "yazy", "-o", "at-least:150", "--save"]
SOLVE = """
import os, signal, sys
from perfectplay import Compute, EveryTarget, Storage, solve
from perfectplay.engines.scorecard.score_difference import leads
from perfectplay.games.yazy import Yazy

leads.SMALL = 0  # so that it counts as long

def stop(stage, positions):
    if positions > int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

how = {"compute": Compute(progress=stop), "storage": Storage(checkpoint=sys.argv[1])}
solve(Yazy(), EveryTarget(), **how)
"""


@pytest.fixture
def long(monkeypatch):
    """Any solve counts as long."""
    monkeypatch.setattr(leads, "SMALL", 0)


@pytest.mark.slow
@pytest.mark.usefixtures("long")
def test_a_killed_solve_goes_on_to_the_same_result(tmp_path):
    path = tmp_path / "yazy.partial"
    whole = solve(Yazy(), EveryTarget())
    command = [sys.executable, "-c", SOLVE, str(path), "150000"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    done = len(json.loads(path.with_name("yazy.partial.json").read_text())["checksums"])
    assert 0 < done < 12
    heard = []
    again = solve(
        Yazy(),
        EveryTarget(),
        storage=Storage(checkpoint=path),
        compute=Compute(progress=lambda *told: heard.append(told)),
    )
    solving = [positions for stage, positions in heard if stage.startswith("solving")]
    assert min(solving) > 100_000
    assert np.array_equal(again.leads.values, whole.leads.values)
    again.save(tmp_path / "again.safetensors")
    assert load(tmp_path / "again.safetensors").chances == whole.chances


@pytest.mark.usefixtures("long")
def test_what_was_damaged_is_solved_anew(tmp_path):
    path = tmp_path / "card.partial"
    whole = solve(CARD, Win(), storage=Storage(checkpoint=path))
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 64)
    again = solve(CARD, Win(), storage=Storage(checkpoint=path))
    assert again.value == whole.value
    assert np.array_equal(again.leads.values, solve(CARD, Win()).leads.values)


@pytest.mark.usefixtures("long")
def test_steps_of_another_solve_are_of_no_use(tmp_path):
    path = tmp_path / "card.partial"
    solve(CARD, Win(), storage=Storage(checkpoint=path))
    with_ties = solve(CARD, Win(tie=0), storage=Storage(checkpoint=path))
    assert with_ties.value == solve(CARD, Win(tie=0)).value


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize(
    "record", ["", "[]", "{}", '{"solve": 1}', '{"solve": "", "checksums": 3}']
)
def test_a_record_that_is_none_is_passed_over(tmp_path, record):
    path = tmp_path / "card.partial"
    solve(CARD, Win(), storage=Storage(checkpoint=path))
    path.with_name("card.partial.json").write_text(record)
    assert solve(CARD, Win(), storage=Storage(checkpoint=path)).value == solve(CARD, Win()).value


def test_a_short_solve_keeps_nothing(tmp_path):
    solve(CARD, Win(), storage=Storage(checkpoint=tmp_path / "card.partial"))
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


HOLD = """
import sys
from pathlib import Path
from perfectplay.solution.storage.locks import lock

file = Path(sys.argv[1]).open("r+b")
lock(file)
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def another_solve_at_work_on(path):
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        yield
        process.stdin.close()


@pytest.mark.usefixtures("long")
def test_a_file_that_another_solve_is_at_work_on_is_left_alone(tmp_path):
    path = tmp_path / "card.partial"
    solve(CARD, Win(), storage=Storage(checkpoint=path))
    before = path.read_bytes()
    with another_solve_at_work_on(path):
        for objective in (Win(), Win(tie=0)):
            with pytest.raises(FileError, match="another solve is using"):
                solve(CARD, objective, storage=Storage(checkpoint=path))
        Checkpoint(path, "").remove()
        assert path.read_bytes() == before
    assert (
        solve(CARD, Win(tie=0), storage=Storage(checkpoint=path)).value
        == solve(CARD, Win(tie=0)).value
    )


@pytest.mark.usefixtures("long")
def test_two_solves_in_one_process_do_not_share_a_file_either(tmp_path):
    path = tmp_path / "card.partial"

    def ask_again(stage, positions):
        if positions and stage.startswith("solving"):
            with pytest.raises(FileError, match="another solve is using"):
                solve(CARD, Win(tie=0), storage=Storage(checkpoint=path))

    assert (
        solve(
            CARD, Win(), storage=Storage(checkpoint=path), compute=Compute(progress=ask_again)
        ).value
        == solve(CARD, Win()).value
    )


@pytest.mark.usefixtures("long")
def test_a_solution_outlives_another_solve_with_the_same_file(tmp_path):
    path = tmp_path / "card.partial"
    first = solve(CARD, Win(), storage=Storage(checkpoint=path))
    solve(CARD, Win(tie=0), storage=Storage(checkpoint=path))
    solve(Yazy(), EveryTarget(), storage=Storage(checkpoint=path))
    assert np.array_equal(first.leads.values, solve(CARD, Win()).leads.values)


@pytest.mark.usefixtures("long")
def test_a_solve_that_failed_lets_go_of_its_file(tmp_path):
    path = tmp_path / "card.partial"

    def fail(stage, positions):
        if positions:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:  # whose traceback holds on to the numbers
        solve(CARD, Win(), storage=Storage(checkpoint=path), compute=Compute(progress=fail))
    assert solve(CARD, Win(), storage=Storage(checkpoint=path)).value == solve(CARD, Win()).value
    assert caught.value.__traceback__


FULL = """
import resource, signal, sys
from perfectplay import EveryTarget, Storage, solve
from perfectplay.engines.scorecard.score_difference import leads
from perfectplay.errors import FileError
from perfectplay.games.yazy import Yazy

leads.SMALL = 0  # so that it counts as long
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
try:
    solve(Yazy(), EveryTarget(), storage=Storage(checkpoint=sys.argv[1]))
except FileError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the size of files there")
def test_a_file_that_finds_no_room_is_refused_before_the_solve(tmp_path):
    command = [sys.executable, "-c", FULL, str(tmp_path / "yazy.partial")]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "yazy.partial: File too large" in ran.stdout
    assert not [*tmp_path.iterdir()]


@pytest.mark.usefixtures("long")
def test_all_bytes_are_on_the_disk_from_the_beginning(tmp_path):
    path = tmp_path / "card.partial"
    blocks = []
    solve(
        CARD,
        Win(),
        storage=Storage(checkpoint=path),
        compute=Compute(progress=lambda *_: blocks.append(path.stat()) if path.exists() else None),
    )
    assert all(each.st_blocks * 512 >= each.st_size for each in blocks)


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(leads, "SMALL", 0)
    with pytest.raises(FileError, match="cannot write"):
        solve(CARD, Win(), storage=Storage(checkpoint=tmp_path / "missing" / "card.partial"))
