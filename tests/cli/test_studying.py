"""`perfectplay study`: the table, the files, the figure; and what is bad input."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import polars as pl
import pytest

from perfectplay import solve
from perfectplay.games.coins import Coins
from tests.waiting import wait_until

COINS = ("study", "coins", "target=3", "--vary", "coins=2..4", "--workers", "1")


def test_a_table_with_the_base_marked_and_the_highest_named(perfectplay):
    ran = perfectplay(*COINS, "--vary", "target=3,5", "--measure", "value,deviation")
    assert ran.code == 0
    assert ran.out.startswith("coins coins=5 target=3: 6 variants\n")
    assert "value is highest with coins=4 target=3: " in ran.out
    base = perfectplay("study", "coins", "--vary", "coins=4,5", "--workers", "1")
    [marked] = [line for line in base.out.splitlines() if line.startswith(" base")]
    assert marked.split() == ["base", "5", f"{solve(Coins()).value:.4f}"]


def test_the_rows_for_programs_and_in_files(perfectplay, tmp_path):
    files = {suffix: tmp_path / f"rows.{suffix}" for suffix in ("parquet", "csv")}
    for file in files.values():
        ran = perfectplay(*COINS, "--out", str(file), "--json")
    values = [solve(Coins(coins=coins, target=3)).value for coins in (2, 3, 4)]
    assert ran.json["base"] == {"coins": 5}
    assert [row["value"] for row in ran.json["rows"]] == values
    assert pl.read_parquet(files["parquet"]).get_column("value").to_list() == values
    assert len(pl.read_csv(files["csv"])) == 3


def test_a_row_that_fails_is_shown_with_its_reason(perfectplay):
    ran = perfectplay("study", "yazy", "--vary", "dice=4", "--workers", "1")
    assert ran.code == 0
    assert "reason" in ran.out
    assert "full house" in ran.out


def test_a_study_from_a_file_with_a_measure_of_ones_own(perfectplay, own_game):
    (own_game / "study.toml").write_text(
        'base = "mine.py:OneReroll"\nmeasures = ["value", "size.py:size"]\n[vary]\nbonus = [0, 3]\n'
    )
    (own_game / "size.py").write_text("def size(solution):\n    return solution.positions\n")
    ran = perfectplay("study", "study.toml", "--workers", "1", "--json")
    assert [row["value"] for row in ran.json["rows"]] == [4.25, 6.5]
    assert ran.json["rows"][0]["size"] > 6
    sampled = perfectplay("study", "study.toml", "--workers", "1", "--sample", "1", "--json")
    assert len(sampled.json["rows"]) == 1


def test_a_long_table_is_cut(perfectplay):
    ran = perfectplay("study", "coins", "--vary", "target=1..51", "--workers", "1")
    assert "and 11 more; --out FILE.parquet has them all" in ran.out


def test_measures_that_do_not_fit_are_named_and_none_is_cut(perfectplay):
    words = ("study", "yazy", "--vary", "rerolls=2", "--measure", "boxes,value", "--workers", "1")
    out = perfectplay(*words).out
    assert "too wide for here: box four-of-a-kind, box full-house, box straight, box" in out
    rows = perfectplay(*words, "--json").json["rows"]
    assert f"{rows[0]['box ones']:.4f}" in out


@pytest.mark.parametrize("name", ["curve.svg", "map.png"])
def test_the_figure_is_written(perfectplay, tmp_path, name):
    more = ["--vary", "target=2,3"] if name == "map.png" else []
    ran = perfectplay(*COINS, *more, "--figure", str(tmp_path / name))
    assert ran.out.endswith(f"written to {tmp_path / name}\n")
    assert (tmp_path / name).stat().st_size > 1000


CASES = [
    ("study coins", "a study has to vary something; say what"),
    ("study coins --vary coins", "'coins' lacks values; write coins=VALUE,... or coins=FROM..TO"),
    ("study coins --vary coin=3", "coins has no parameter 'coin'; did you mean 'coins'?"),
    ("study coins --vary coins=3,x", "coins: coins=x is not a whole number"),
    ("study coins --vary coins=9..3", "coins: from 9 to 3 there are no steps of 1"),
    ("study coins --vary coins=3 --measure vale", "there is no measure 'vale'; did you mean 'val"),
    (
        "study coins --vary coins=3 --measure mine.py:number",
        "is not a measure; a measure is a func",
    ),
    ("study coins --vary coins=3 --out a.xls", "a.xls must end in .csv or .parquet"),
    ("study coins --vary coins=3 --figure a.gif", "a.gif must end in .svg or .png"),
    ("study yazy --vary boxes.six=on", "yazy has no 'boxes.six'; did you mean 'sixes'?"),
    ("study bad.toml", "bad.toml, line 3: coins has no parameter 'coin'; did you mean 'coins'?"),
    ("study bad.toml --vary coins=3", "bad.toml says what varies; --vary and parameters go in"),
    ("study nothing.toml --vary a=1", "cannot read nothing.toml: No such file or directory"),
]


@pytest.mark.parametrize(("line", "message"), CASES, ids=[line for line, _ in CASES])
def test_bad_input_is_one_line(perfectplay, own_game, line, message):
    (own_game / "bad.toml").write_text('base = "coins"\n[vary]\ncoin = [3]\n')
    ran = perfectplay(*line.split())
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


SLEEPY = """
import os, pathlib, time

def sleepy(solution):
    if solution.game.coins > 2:
        pathlib.Path(f"asleep-{os.getpid()}").touch()
        time.sleep(3600)
    return 1
"""


@pytest.mark.slow
def test_an_interrupt_ends_the_workers_and_keeps_what_is_done(tmp_path):
    (tmp_path / "own.py").write_text(SLEEPY)
    rows = tmp_path / "cache" / "studies" / "coins.jsonl"
    words = [*COINS[:2], "--vary", "coins=2,3,4", "--measure", "value,own.py:sleepy"]
    words += ["--workers", "2"]
    script = "from perfectplay.cli.main import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", script, *words],
        cwd=tmp_path,
        env={**os.environ, "PERFECTPLAY_CACHE": str(tmp_path / "cache")},
        stderr=subprocess.PIPE,
        text=True,
    )
    asleep = wait_until(
        lambda: rows.exists() and len(found := list(tmp_path.glob("asleep-*"))) == 2 and found
    )
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 130
    assert told == (
        f"perfectplay: interrupted; {rows} keeps the rows that are done, and the same command goes "
        "on\n"
    )
    assert len(rows.read_text().splitlines()) == 1
    for marker in asleep:
        with pytest.raises(ProcessLookupError):
            os.kill(int(marker.name.removeprefix("asleep-")), 0)
