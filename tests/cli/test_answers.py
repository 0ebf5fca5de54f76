"""What the commands answer, for people and as JSON."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

from perfectplay import Compute, compare
from perfectplay.cli.answers import contest
from perfectplay.cli.words import find_game
from perfectplay.games.coins import Coins
from perfectplay.strategies.strategy import at_random, first_option

GREED_10_3 = "14352595/28697814"
SMALL_CARD = """
name = "small"
dice = 2
sides = 3
rerolls = 1
boxes = [{name = "ones", rule = "face", face = 1}, {name = "any", rule = "chance"}]
"""


def test_games_lists_every_game_with_its_parameters_and_their_ranges(perfectplay):
    out = perfectplay("games").out
    for expected in ("slots:", "target=45 (0 to 100)", "one_die=off (on or off)", "sides=3"):
        assert expected in out


def test_the_package_is_run_like_the_command():
    ran = subprocess.run(
        [sys.executable, "-m", "perfectplay", "solve", "slotz"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "did you mean 'slots'?" in ran.stderr


def test_games_as_json_names_types_and_ranges(perfectplay):
    games = {game["name"]: game for game in perfectplay("games", "--json").json["games"]}
    assert games["greed"]["players"] == 2
    assert [each["name"] for each in games["slots"]["parameters"]] == ["players", "die", "target"]
    assert games["slots"]["parameters"][2] == {
        "name": "target",
        "type": "int",
        "default": 45,
        "low": 0,
        "high": 100,
        "choices": [],
        "doc": "points that win",
    }


def test_solve_as_json_has_all_that_is_promised(perfectplay):
    ran = perfectplay("solve", "slots", "target=45", "--exact", "--json")
    answer = ran.json
    assert answer["game"] == "slots"
    assert answer["parameters"] == {"players": 1, "die": "", "target": 45}
    assert answer["objective"] == "at-least:45"
    assert answer["value"] == pytest.approx(13817 / 46656, abs=1e-15)
    assert answer["exact"] == "13817/46656"
    assert answer["positions"] == 9540
    assert answer["seconds"] > 0
    assert ran.err == ""


def test_solve_in_floats_has_no_exact_value(perfectplay):
    assert perfectplay("solve", "coins", "--json").json["exact"] is None


def test_solve_tells_the_value_and_the_first_move(perfectplay):
    out = perfectplay("solve", "greed", "max=10", "--exact").out
    assert f"0.500128511531 = {GREED_10_3}" in out
    assert "first move" in out


def test_solve_takes_an_objective(perfectplay):
    answer = perfectplay("solve", "slots", "-o", "score", "--exact", "--json").json
    assert answer["exact"] == "471161/11664"
    reward = perfectplay("solve", "slots", "-o", "at-least:45:otherwise=-1", "--exact", "--json")
    assert Fraction(reward.json["exact"]) == 2 * Fraction(13817, 46656) - 1


def test_solve_runs_a_game_of_ones_own(perfectplay, own_game):
    assert perfectplay("solve", "mine.py:OneReroll", "--exact", "--json").json["exact"] == "17/4"
    assert perfectplay("solve", "mine.py:OneReroll", "bonus=3", "--json").json["value"] == 6.5


def test_advise_ranks_the_options_with_their_costs(perfectplay):
    words = ("advise", "slots", "--at", "open=x3,bin roll=5", "--score", "30")
    answer = perfectplay(*words, "--exact", "--json").json
    assert answer["kind"] == "choice"
    assert [option["option"] for option in answer["options"]] == ["x3", "bin"]
    assert [option["best"] for option in answer["options"]] == [True, False]
    assert answer["options"][1]["exact"] == "1/3"
    assert answer["options"][1]["cost"] == pytest.approx(2 / 3)
    best, other = perfectplay(*words).out.splitlines()[-3:-1]
    assert best.split()[:2] == ["best", "x3"]
    assert other.split()[0] == "bin"


def test_advise_at_a_chance_tells_what_to_do_after_each_outcome(perfectplay):
    out = perfectplay("advise", "slots").out
    assert "roll=6" in out
    answer = perfectplay("advise", "slots", "--json").json
    assert len(answer["outcomes"]) == 6
    assert sum(outcome["probability"] for outcome in answer["outcomes"]) == pytest.approx(1)


def test_advise_inside_a_node_written_in_place(perfectplay):
    answer = perfectplay("advise", "coins", "--at", "coins=5 points=0 > 5", "--json").json
    assert answer["kind"] == "chance"
    assert answer["value"] == pytest.approx(409 / 2048)


def test_advise_marks_ties(perfectplay):
    words = ("advise", "slots", "--at", "open=+4low,bin roll=6", "--score", "20", "--json")
    assert [option["best"] for option in perfectplay(*words).json["options"]] == [True, True]


def test_table_shows_the_decisions_that_matter_most_first(perfectplay):
    rows = perfectplay("table", "coins", "--json").json["rows"]
    matters = [row["matters"] for row in rows]
    assert matters == sorted(matters, reverse=True)
    assert "more rows" in perfectplay("table", "coins", "--rows", "3").out


def test_table_cuts_nothing_that_it_shows(perfectplay, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    found = perfectplay("table", "snackjack", "--json").json["rows"]
    head, *rows = [
        line.split() for line in perfectplay("table", "snackjack").out.splitlines() if line.strip()
    ]
    assert head == [
        "cards",
        "dealer",
        "best",
        "value",
        "also",
        "second",
        "cost",
        "visits",
        "matters",
    ]
    assert rows[1][-3:] == [f"{found[0][name]:.5f}" for name in head[-3:]]
    assert ["In", "all", "of", "these:", "done", "-,", "waiting", "-,", "peek", "no"] in rows
    monkeypatch.setenv("COLUMNS", "30")
    assert f"{found[0]['matters']:.5f}" in perfectplay("table", "snackjack").out


def test_table_writes_csv_and_parquet(perfectplay, tmp_path):
    for name in ("coins.csv", "coins.parquet"):
        assert perfectplay("table", "coins", "--out", str(tmp_path / name)).code == 0
    with (tmp_path / "coins.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    frame = pl.read_parquet(tmp_path / "coins.parquet")
    assert len(rows) == frame.height == 50
    assert rows[0]["best"] == frame["best"][0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["coins.csv", "coins.parquet"]


def test_table_of_every_position_has_finals_and_chances_too(perfectplay):
    rows = perfectplay("table", "slots", "--every", "--json").json["rows"]
    assert {row["kind"] for row in rows} == {"final", "chance", "choice"}
    assert len(rows) == 9540


def test_table_tells_when_to_take_an_option(perfectplay):
    rows = perfectplay("table", "slots", "--when", "x3", "--by", "roll", "--json").json["rows"]
    assert [row["roll"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[0]["take"] == 0
    assert rows[5]["take"] > 0.4
    assert all(row["take"] + row["keep"] + row["either"] == pytest.approx(1) for row in rows)


def test_distribution_adds_up_and_has_the_value_as_its_mean(perfectplay):
    answer = perfectplay("distribution", "slots", "-o", "score", "--json").json
    assert sum(row["probability"] for row in answer["scores"]) == pytest.approx(1)
    assert answer["mean"] == pytest.approx(471161 / 11664)
    assert "percentiles" in perfectplay("distribution", "slots").out


def test_simulate_repeats_itself_with_the_same_seed(perfectplay):
    words = ("simulate", "slots", "--games", "20000", "--seed", "3", "--json")
    first, second = perfectplay(*words).json, perfectplay(*words).json
    assert first == second
    assert first["interval"][0] < first["value"] < first["interval"][1]


def test_compare_ranks_strategies_of_one_player(perfectplay, own_game):
    words = ("compare", "mine.py:OneReroll", "random", "optimal", "mine.py:keep_all")
    results = perfectplay(*words, "--exact", "--json").json["results"]
    values = {result["strategies"][0]: result["exact"] for result in results}
    assert values == {"random": "7/2", "optimal": "17/4", "mine.py:keep_all": "7/2"}
    assert perfectplay(*words).out.index("optimal") < perfectplay(*words).out.index("random")


def test_what_may_take_minutes_is_said_before_it_begins(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    boxes = ", ".join(f'{{name = "{face}s", rule = "face", face = {face}}}' for face in range(1, 7))
    boxes += ', {name = "pair", rule = "of-a-kind", count = 2}, {name = "any", rule = "chance"}'
    card = f'name = "eight"\ndice = 4\nrerolls = 3\nboxes = [{boxes}]\n'
    Path("eight.toml").write_text(card, encoding="utf-8")
    monkeypatch.setattr(contest, "compare_exactly", lambda *_, **__: [])
    ran = perfectplay("compare", "eight.toml", "random", "first", "--json")
    assert re.search(r"this may take up to \d+ minutes\n", ran.err)
    assert perfectplay("compare", "coins", "random", "first", "--json").err == ""


def test_comparing_tells_who_plays():
    stages = []
    by_name = {"random": at_random, "first": first_option}
    compare(Coins(), by_name, compute=Compute(progress=lambda stage, _: stages.append(stage)))
    assert {stage.partition(",")[0] for stage in stages} == {"random", "first"}


def test_compare_plays_each_against_each_for_two(perfectplay):
    results = perfectplay("compare", "greed", "max=6", "optimal", "random", "--json").json[
        "results"
    ]
    assert [result["strategies"] for result in results] == [
        ["optimal", "optimal"],
        ["optimal", "random"],
        ["random", "optimal"],
        ["random", "random"],
    ]
    assert "losses" in perfectplay("compare", "greed", "max=6", "optimal", "random").out


@pytest.mark.slow
def test_a_saved_solution_answers_like_the_game_and_is_verified(perfectplay, tmp_path):
    file = str(tmp_path / "slots.safetensors")
    assert perfectplay("solve", "slots", "--exact", "--save", file).code == 0
    words = ("--at", "open=x3,bin roll=5", "--score", "30", "--json")
    assert perfectplay("advise", file, *words).json == (
        perfectplay("advise", "slots", "--exact", *words).json
    )
    answer = perfectplay("verify", file, "--json").json
    assert answer["verified"]
    assert answer["positions"] == 9540
    assert answer["largest_error"] == 0


def test_a_saved_game_of_ones_own_is_verified_with_its_class(perfectplay, own_game):
    perfectplay("solve", "mine.py:OneReroll", "bonus=2", "--save", "mine.safetensors")
    ran = perfectplay("verify", "mine.safetensors", "--game", "mine.py:OneReroll")
    assert "hold at all 7 positions" in ran.out


def test_a_saved_game_of_ones_own_is_asked_with_its_class(perfectplay, own_game):
    perfectplay("solve", "mine.py:OneReroll", "--save", "mine.safetensors")
    words = ("advise", "mine.safetensors", "--at", "4", "--json")
    assert perfectplay(*words, "--game", "mine.py:OneReroll").json["options"][0]["option"] == "keep"
    without = perfectplay(*words)
    assert without.code == 2
    assert "mine.OneReroll, which is not a registered game; pass the game itself" in without.err


def test_a_file_is_not_taken_for_that_of_a_shipped_game_with_the_same_name(perfectplay, own_game):
    (own_game / "pure.py").write_text(
        "from perfectplay import Final, Game\n"
        "class Slots(Game):\n"
        "    target: int = 45\n"
        "    def start(self): return 0\n"
        "    def at(self, position): return Final(1)\n",
        encoding="utf-8",
    )
    perfectplay("solve", "pure.py:Slots", "--save", "slots.safetensors")
    ran = perfectplay("verify", "slots.safetensors")
    assert "pure.Slots, which is not a registered game" in ran.err


def test_the_order_of_the_slots_in_a_position_does_not_matter(perfectplay):
    words = ("--score", "30", "--json")
    one = perfectplay("advise", "slots", "--at", "open=x3,bin roll=5", *words).json
    assert perfectplay("advise", "slots", "--at", "open=bin, x3 roll=5", *words).json == one
    box = perfectplay("advise", "shut-the-box", "--at", "open=9,1 roll=10", "--json").json
    assert box["position"] == "open=1,9 roll=10"


def test_no_words_at_all_show_the_help(perfectplay):
    ran = perfectplay()
    assert (ran.code, ran.err) == (0, "")
    assert "Usage" in ran.out


def test_check_runs_the_promises_and_records_a_playthrough(perfectplay, own_game):
    ran = perfectplay("check", "mine.py:OneReroll", "--record", "mine.txt")
    assert "reads back its positions" in ran.out
    assert "final score" in (own_game / "mine.txt").read_text(encoding="utf-8")


def test_a_card_in_a_file_keeps_its_promises_too(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text(SMALL_CARD, encoding="utf-8")
    answer = perfectplay("check", "small.toml", "--record", "small.txt", "--json").json
    assert (answer["game"], len(answer["kept"])) == ("small", 8)
    assert Path("small.txt").read_text(encoding="utf-8").startswith("small, for 1 player")


def test_an_engine_can_be_chosen_by_its_name(perfectplay):
    race = perfectplay("solve", "greed", "max=20", "--engine", "race", "--json").json
    graph = perfectplay("solve", "greed", "max=20", "--engine", "graph", "--json").json
    assert (race["engine"], graph["engine"]) == ("race", "graph")
    assert race["value"] == pytest.approx(graph["value"])
    ran = perfectplay("solve", "coins", "--engine", "grahp")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no engine 'grahp'; did you mean 'graph'?" in ran.err
    ran = perfectplay("distribution", "coins", "--engine", "race")
    assert "coins is not a race of two scores" in ran.err


def test_explaining_tells_who_solves_a_game_and_who_refuses(perfectplay):
    out = perfectplay("solve", "yazy", "--explain").out
    assert re.search(r"scorecard +solves it: 2,048 states", out)
    assert re.search(r"race +refuses: yazy is not a race of two scores", out)
    answer = perfectplay("solve", "greed", "max=30", "-o", "score", "--explain", "--json").json
    taken, *others = answer["engines"]
    assert (taken["engine"], taken["taken"], taken["refusal"]) == ("graph", True, None)
    assert taken["seconds"] > 0
    families = {
        "race",
        "scorecard",
        "score-difference",
        "video-poker",
        "bear-off",
        "turn-game",
        "blackjack",
        "compiled",
    }
    assert {each["engine"] for each in others} == families
    assert all(each["refusal"] and not each["taken"] for each in others)
    assert "'win' is for 2 players" in perfectplay("solve", "coins", "-o", "win", "--explain").err


def test_an_engine_is_taken_that_answers_what_is_asked(perfectplay):
    """The one for races is faster from max=25 on, but does not tell when to roll three dice."""
    for limit in ("24", "25"):
        ran = perfectplay("table", "greed", f"max={limit}", "--when", "3", "--json")
        assert [row["arise"] > 0 for row in ran.json["rows"]] == [True]


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("solve", "coins"),
        ("advise", "coins"),
        ("table", "coins"),
        ("distribution", "coins"),
        ("simulate", "coins"),
        ("compare", "coins", "optimal", "random"),
        ("check", "coins"),
    ],
    ids=lambda words: words[0],
)
def test_every_command_prints_one_json_object_and_nothing_else(perfectplay, words):
    ran = perfectplay(*words, "--json")
    assert isinstance(json.loads(ran.out), dict)
    assert ran.out.count("\n") == 1
    assert (ran.code, ran.err) == (0, "")


def test_help_and_version_answer_without_the_heavy_libraries():
    probe = (
        "import sys; sys.argv = ['perfectplay', '--help']\n"
        "from perfectplay.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'polars', 'icepool'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "solve" in ran.stdout


def test_a_small_game_is_solved_without_numba_or_numpy():
    probe = (
        "import sys\n"
        "from perfectplay import solve\n"
        "from perfectplay.games.slots import Slots\n"
        "solve(Slots()).value\n"
        "heavy = {'numpy', 'numba'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_optimal_is_optimal_for_the_objective_that_is_asked_for(perfectplay):
    words = ("compare", "slots", "optimal", "score", "-o", "score", "--json")
    first, second = perfectplay(*words).json["results"]
    assert first["value"] == pytest.approx(second["value"])


def test_a_game_that_is_won_for_sure_is_simulated_inside_its_interval(perfectplay):
    last = perfectplay("simulate", "slots", "target=0").out.splitlines()[-1]
    assert last.split() == ["inside", "yes"]


def test_a_tiny_chance_is_not_shown_as_none(perfectplay):
    assert "8.67361737988e-19" in perfectplay("solve", "coins", "coins=1", "target=60").out


def test_a_file_of_ones_own_may_import_its_neighbours(perfectplay, own_game):
    (own_game / "pips.py").write_text("PIPS = 3\n", encoding="utf-8")
    (own_game / "near.py").write_text(
        "from pips import PIPS\nfrom mine import OneReroll\n\n\nclass Near(OneReroll):\n"
        "    def at(self, position):\n        assert PIPS == 3\n        return super().at(position)\n",
        encoding="utf-8",
    )
    assert perfectplay("solve", "near.py:Near", "--json").json["value"] == 4.25


def test_a_broken_game_of_another_package_does_not_hide_the_others(perfectplay, monkeypatch):
    from importlib import metadata

    from perfectplay.games import registry

    entry = metadata.EntryPoint("gone", "no_such_module:Gone", registry.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry])
    ran = perfectplay("games")
    assert ran.code == 0
    assert "slots:" in ran.out
    assert (
        "the game 'gone' cannot be loaded from no_such_module:Gone: No module named 'no_such_module'"
        in ran.err
    )


def test_a_clock_may_stand_still(perfectplay, monkeypatch):
    monkeypatch.setattr("time.process_time", lambda: 5.0)
    assert "309 positions" in perfectplay("check", "--speed", "coins", "coins=9", "target=30").out


def test_checking_the_speed_tells_what_was_made_of_the_rules(perfectplay):
    answer = perfectplay("check", "--speed", "shut-the-box", "tiles=4", "--json").json
    assert (answer["compiled"], answer["refusal"]) == (True, "")
    assert (answer["positions"], answer["in_place"]) == (15, ["RolledTiles"])
    assert answer["order"] == "minus the sum of open"
    out = perfectplay("check", "--speed", "shut-the-box", "tiles=4").out
    assert re.search(r"computed in place +RolledTiles", out)
    ran = perfectplay("check", "--speed", "coins", "--record", "coins.txt")
    assert (ran.code, ran.err) == (2, "perfectplay: --speed excludes --record\n")


def test_checking_the_speed_tells_the_line_that_is_not_compiled(perfectplay):
    out = perfectplay("check", "--speed", "blackjack").out
    assert re.search(r"blackjack\.py:\d+: a tuple made at run time", out)
    assert "microseconds a position" in out
    answer = perfectplay("check", "--speed", "blackjack", "--json").json
    assert (answer["compiled"], answer["positions"]) == (False, 0)


def test_explaining_tells_what_the_compiler_makes_of_rules(perfectplay):
    answer = perfectplay("solve", "shut-the-box", "tiles=12", "--explain", "--json").json
    assert answer["engines"][0]["engine"] == "compiled"
    assert "RolledTiles" in answer["engines"][0]["way"]
    assert answer["engines"][0]["way"].endswith("minus the sum of open")


def test_a_file_is_run_as_it_is_now_though_byte_code_would_be_as_old(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    file = tmp_path / "dated.py"
    for number in (1, 2):
        file.write_text(f"from perfectplay import Game\nclass Paid(Game):\n    paid = {number}\n")
        os.utime(file, (1_700_000_000, 1_700_000_000))
        assert type(find_game(f"{file}:Paid", [])).paid == number
    assert [each.name for each in tmp_path.iterdir()] == ["dated.py"]
