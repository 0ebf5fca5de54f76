"""Studies: each variant solved once, the same rows wherever it is done, and nothing lost."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import textwrap

import polars as pl
import pytest

from perfectplay import Bonus, Box, Compute, Scorecard, evaluate, solve, study
from perfectplay.analysis.measures.summary import Summary
from perfectplay.analysis.studies import study as studies
from perfectplay.analysis.studies.axes import Axis
from perfectplay.analysis.studies.kept import KeptRows
from perfectplay.analysis.studies.study import Study
from perfectplay.analysis.studies.tasks import StudyRow
from perfectplay.analysis.studies.variants import variant
from perfectplay.cli.words import find_game
from perfectplay.errors import FileError, ParameterError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard import Face, Total
from perfectplay.objectives import AtLeast, Win
from perfectplay.strategies.strategy import at_random
from perfectplay.workers import SETTINGS
from tests.by_engine import solve_graph

SMALL = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=1,
    boxes=[Box("ones", Face(1)), Box("threes", Face(3)), Box("any", Total())],
    bonuses=[Bonus("upper", ["ones", "threes"], at=6, points=5)],
)
VARY = {"rerolls": [1, 2], "boxes.any": [True, False]}
MEASURES = ["value", "deviation", "percentiles", "bonuses", "boxes", "skill", "advantage", "turns"]


@pytest.fixture
def solved(monkeypatch):
    """The rows that are solved in this process, counted."""
    rows = []

    def counting(task):
        rows.append(task.key)
        return solve_row(task)

    solve_row = studies.solve_row
    monkeypatch.setattr(studies, "solve_row", counting)
    return rows


def test_rows_are_solved_where_it_is_asked():
    frame = study(
        Coins(target=2),
        {"coins": [2, 3]},
        compute=Compute(backend="gpu", engine="graph"),
        workers=1,
    )
    told = "the engine 'graph' cannot use a GPU"
    assert [reason[: len(told)] for reason in frame["reason"]] == [told, told]


def test_every_row_is_what_solving_its_variant_tells():
    frame = study(SMALL, VARY, MEASURES, workers=1)
    assert len(frame) == 4
    for row in frame.iter_rows(named=True):
        assert row["reason"] is None
        card = variant(SMALL, {key: row[key] for key in VARY})
        exact = solve_graph(card, exact=True)
        distribution = exact.distribution()
        assert row["value"] == pytest.approx(float(exact.value), rel=1e-12)
        assert row["deviation"] == pytest.approx(distribution.deviation, rel=1e-9)
        assert row["p50"] == distribution.quantile(0.5)
        assert (row["turns"], row["turns sd"]) == (len(card.boxes), 0)
        two = variant(card, {"players": 2})
        assert row["advantage"] == pytest.approx(
            2 * float(solve_graph(two, Win()).value) - 1, abs=1e-9
        )
        assert 0 < row["box ones"] < row["value"]
        assert 0 <= row["skill greedy"] < row["value"]
        in_deviations = row["skill greedy"] / row["deviation"]
        assert row["skill greedy sd"] == pytest.approx(in_deviations)
        assert 0 < row["bonus upper"] < 1


def test_a_missing_box_has_no_number():
    frame = study(SMALL, {"boxes.any": [True, False]}, ["boxes"], workers=1)
    assert frame.get_column("box any").is_null().to_list() == [False, True]


def test_games_of_any_kind_and_functions_of_ones_own():
    frame = study(
        Coins(target=3),
        {"coins": [1, 2, 3]},
        ["value", "skill", lambda solution: {"size": solution.positions}],
        workers=1,
    )
    for row in frame.iter_rows(named=True):
        coins = Coins(coins=row["coins"], target=3)
        best = solve(coins)
        assert row["value"] == best.value
        assert row["skill random"] == best.value - evaluate(coins, at_random).value
        assert row["size"] == best.positions
    measures = ["advantage", "skill", "turns", "decisions", "options", "fair", "drama"]
    races = study(Greed(max=5), {"sides": [2, 3]}, measures, workers=1)
    assert races.get_column("reason").to_list() == [None, None]
    for row in races.iter_rows(named=True):
        race = solve(Greed(max=5, sides=row["sides"]))
        summary = Summary.of(race)
        assert row["advantage"] == 2 * race.value - 1
        assert row["turns"] == summary.turns.mean
        assert row["decisions that matter"] == summary.stakes.matter
        assert row["option 0"] == next(each.taken for each in summary.usage if each.label == 0)
        assert row["lead changes"] == summary.drama.lead_changes
        assert row["skill random"] == summary.skill[0].ahead


def test_another_objective():
    frame = study(Slots(), {"target": [44, 45]}, objective=AtLeast(45), workers=1)
    assert frame.get_column("value").to_list() == [solve(Slots(), AtLeast(45)).value] * 2


def test_a_row_that_fails_has_its_reason_and_the_others_are_there():
    frame = study(SMALL, {"sides": [2, 3], "dice": [1, 2]}, ["value"], workers=1)
    reasons = frame.get_column("reason").to_list()
    assert "small, boxes 2: " in reasons[0]
    assert reasons[2:] == [None, None]
    greedy = study(Coins(), {"coins": [1, 2]}, ["value", "boxes", divide], workers=1)
    assert greedy.get_column("value").null_count() == 0
    told = greedy.get_column("reason")[0]
    assert "boxes: the engine 'graph' cannot answer this for coins" in told
    assert "; divide: ZeroDivisionError: division by zero" in told
    small = study(
        Greed(sides=6), {"max": [3, 500]}, compute=Compute(memory_limit=1 << 20), workers=1
    )
    assert "greed up to 500 with 6 sides needs about" in small.get_column("reason")[1]


def divide(_):
    return 1 / 0


def no_number(_):
    return "many"


def test_a_measure_that_is_no_number():
    frame = study(Coins(), {"coins": [1]}, [no_number], workers=1)
    assert frame.get_column("reason")[0] == (
        "no_number: the measure no_number gives 'many', which is not a number"
    )


def test_a_variant_that_comes_up_twice_is_solved_once(solved):
    vary = {"bonuses.upper": [True, False], "bonuses.upper.points": [5, 7]}
    frame = study(SMALL, vary, workers=1)
    assert len(solved) == 3
    plain = frame.filter(~pl.col("bonuses.upper")).get_column("value")
    assert plain[0] == plain[1]


def test_rows_that_are_kept_are_not_solved_again(solved, tmp_path):
    file = tmp_path / "kept" / "small.jsonl"
    first = study(SMALL, {"rerolls": [0, 1]}, workers=1, rows_file=file)
    assert len(solved) == 2
    more = study(SMALL, {"rerolls": [0, 1, 2]}, workers=1, rows_file=file)
    assert len(solved) == 3
    assert more.head(2).equals(first)
    study(SMALL, {"rerolls": [0, 1]}, ["deviation"], workers=1, rows_file=file)
    assert len(solved) == 5


def test_rules_that_were_changed_are_solved_anew(solved, tmp_path, monkeypatch):
    file = tmp_path / "rows.jsonl"
    for number in (1, 2, 2):
        (tmp_path / "paid.py").write_text(
            "from perfectplay import Final, Game\n"
            "class Paid(Game):\n"
            "    more: int = 0\n"
            "    def start(self):\n"
            "        return 0\n"
            "    def at(self, position):\n"
            f"        return Final(self.more + {number})\n"
        )
        paid = find_game(f"{tmp_path}/paid.py:Paid", [])
        frame = study(paid, {"more": [0, 5]}, workers=1, rows_file=file)
        assert frame.get_column("value").to_list() == [number, number + 5]
    assert len(solved) == 4


def test_a_line_that_was_torn_is_no_row(tmp_path):
    file = tmp_path / "rows.jsonl"
    rows = KeptRows(file)
    rows.keep("first", StudyRow({"value": 0.1}))
    rows.keep("second", StudyRow({}, "why"))
    file.write_bytes(file.read_bytes()[:-3])
    again = KeptRows(file)
    assert again.rows == {"first": StudyRow({"value": 0.1})}
    again.keep("third", StudyRow({"value": 3.0}))
    with file.open("a") as more:
        more.write('["fourth"]\n[1, 2, 3]\nnonsense\n')
    assert KeptRows(file).rows == {
        "first": StudyRow({"value": 0.1}),
        "third": StudyRow({"value": 3.0}),
    }


def test_a_file_that_cannot_be_written_or_read(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="cannot write"):
        study(SMALL, {"rerolls": [0]}, workers=1, rows_file=tmp_path / "file" / "rows")
    with pytest.raises(FileError, match="cannot read"):
        KeptRows(tmp_path)


@pytest.mark.parametrize(
    ("vary", "measures", "message"),
    [
        ({}, ["value"], "a study has to vary something"),
        ({"rerolls": [1]}, [], "a study has to measure something"),
        ({"rerolls": [1]}, ["valu"], "there is no measure 'valu'; did you mean 'value'?"),
        ({"rerolls": [1]}, ["value", "value"], "the measure value is named twice"),
        ({"reroll": [1]}, ["value"], "small has no 'reroll'; did you mean 'rerolls'?"),
    ],
)
def test_what_is_no_study(vary, measures, message):
    with pytest.raises(ParameterError) as error:
        study(SMALL, vary, measures)
    assert message in str(error.value)
    with pytest.raises(ParameterError, match="rerolls varies twice"):
        Study(SMALL, (Axis.of("rerolls", 1), Axis.of("rerolls", 2)))
    with pytest.raises(ParameterError, match="a sample of 0 rows is empty"):
        study(SMALL, {"rerolls": [1]}, sample=0)


def as_parquet(frame, path):
    frame.write_parquet(path)
    return path.read_bytes()


@pytest.fixture
def cluster(monkeypatch):
    """The address of a Ray cluster of two nodes on this machine."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        nodes.add_node(num_cpus=1)
        yield nodes.address
    finally:
        nodes.shutdown()


@pytest.mark.slow
def test_processes_come_to_the_same_bytes(tmp_path):
    plain = study(SMALL, VARY, ["value", "skill"], workers=1)
    local = study(SMALL, VARY, ["value", "skill"], workers=2)
    assert as_parquet(local, tmp_path / "local") == as_parquet(plain, tmp_path / "plain")


@pytest.mark.slow
def test_a_cluster_comes_to_the_same_bytes(tmp_path, cluster):
    plain = study(SMALL, VARY, ["value", "skill"], workers=1)
    far = study(SMALL, VARY, ["value", "skill"], cluster=cluster)
    assert as_parquet(far, tmp_path / "far") == as_parquet(plain, tmp_path / "plain")


OWN = """
import os, signal, pathlib
from icepool import d
from perfectplay import Chance, Choice, Final, Game

class Die(Game):
    sides: int = 6
    def start(self):
        return 0
    def at(self, position):
        if position:
            return Choice({"keep": Final(position), "again": Chance.of(d(self.sides), Final)})
        return Chance.of(d(self.sides))

def noted(solution):
    with open("noted", "a") as file:
        print(solution.game.sides, file=file)
    if solution.game.sides == 4 and not os.path.exists("stopped"):
        pathlib.Path("stopped").touch()
        os.kill(os.getpid(), getattr(signal, os.environ["HOW"]))
    return solution.positions
"""
COMMAND = [
    *(sys.executable, "-c", "from perfectplay.cli.main import main; main()"),
    *("study", "own.py:Die", "--vary", "sides=2..6", "--measure", "value,own.py:noted", "--json"),
]


def run_command(folder, how, *words):
    (folder / "own.py").write_text(textwrap.dedent(OWN), encoding="utf-8")
    variables = {**os.environ, "PERFECTPLAY_CACHE": str(folder / "cache"), "HOW": how}
    command = [*COMMAND, *words]
    return subprocess.run(
        command, cwd=folder, env=variables, check=False, capture_output=True, text=True
    )


@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT"])
def test_a_study_that_was_stopped_goes_on_where_it_was(tmp_path, how):
    stopped = run_command(tmp_path, how, "--workers", "1")
    file = tmp_path / "cache" / "studies" / "die.jsonl"
    if how == "SIGKILL":
        assert stopped.returncode == -signal.SIGKILL
    else:
        assert stopped.returncode == 130
        assert stopped.stderr == (
            f"perfectplay: interrupted; {file} keeps the rows that are done, and the same command "
            "goes on\n"
        )
    assert (tmp_path / "noted").read_text().split() == ["2", "3", "4"]
    again = run_command(tmp_path, how, "--workers", "2")
    assert again.stderr == ""
    rows = json.loads(again.stdout)["rows"]
    assert sorted((tmp_path / "noted").read_text().split()) == ["2", "3", "4", "4", "5", "6"]
    assert [row["reason"] for row in rows] == [None] * 5
