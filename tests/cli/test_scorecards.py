"""What a player asks of a scorecard: advice at the table, and the tables of a large card."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from perfectplay import solve
from perfectplay.games.yahtzee import Yahtzee

pytestmark = pytest.mark.usefixtures("keeping")

CARD = "ones=3 fours=12 yahtzee=0"
HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house-rules.toml"
SMALL = """
name = "Small"
dice = 2
sides = 3
rerolls = 1
boxes = [
  {name = "ones", rule = "face", face = 1},
  {name = "threes", rule = "face", face = 3},
  {name = "any", rule = "chance"},
]
[[bonuses]]
name = "upper"
boxes = ["ones", "threes"]
at = 6
points = 5
"""


@pytest.fixture(scope="module")
def yahtzee():
    return solve(Yahtzee())


@pytest.fixture
def small(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    return tmp_path


def advise(perfectplay, *words):
    ran = perfectplay("advise", "yahtzee", *words)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_every_keep_is_ranked_in_words_with_its_cost(perfectplay, yahtzee):
    out = advise(perfectplay, "--dice", "66633", "--rerolls", "2", "--card", CARD)
    position = yahtzee.read(
        "open=twos,threes,fives,sixes,three-of-a-kind,four-of-a-kind,full-house,small-straight,"
        "large-straight,chance totals=15 roll=3,3,6,6,6 rerolls=2"
    )
    options = yahtzee.options(position)
    assert "3 3 6 6 6, two rerolls left" in out
    assert f"{15 + options[0].value:.4f}" in out
    moves = [line for line in out.splitlines() if "reroll" in line or "keep" in line][1:]
    assert "best  keep 6 6 6, reroll two" in moves[0]
    assert "keep 3 6 6 6, reroll one" in moves[1]
    assert f"{options[1].cost:.4f}" in moves[1]
    assert len(moves) == len(options) == 12
    assert any("keep all five, stop" in move for move in moves)
    assert any("reroll all" in move for move in moves)


def test_without_rerolls_every_box_is_ranked_with_its_points(perfectplay):
    out = advise(perfectplay, "--dice", "66633", "--rerolls", "0", "--card", CARD)
    rows = [line.split() for line in out.splitlines() if "-" in line or "sixes" in line]
    assert ["best", "full-house", "25"] in [row[:3] for row in rows]
    assert "no rerolls left" in out


def test_all_rerolls_are_left_unless_told(perfectplay):
    assert "two rerolls left" in advise(perfectplay, "--dice", "66633")


def test_without_points_the_expected_rest_is_told(perfectplay):
    out = advise(perfectplay, "--dice", "66633", "--card", "chance")
    assert "points still to come" in out
    assert "score so far" not in out


def test_the_numbers_for_programs_are_those_of_the_solution(perfectplay, yahtzee):
    words = ("--dice", "12346", "--rerolls", "1", "--card", "sixes=18 chance=20", "--json")
    answer = perfectplay("advise", "yahtzee", *words).json
    options = yahtzee.options(yahtzee.read(answer["position"]))
    assert answer["score"] == 38
    assert answer["final"] == pytest.approx(38 + options[0].value)
    assert [option["option"] for option in answer["options"]] == [each.label for each in options]
    assert answer["options"][0]["final"] == pytest.approx(38 + options[0].value)
    assert answer["options"][0]["words"] == "keep 1 2 3 4, reroll one"


def test_ties_are_all_marked(perfectplay):
    rest = [name for name in Yahtzee().card.names if name != "yahtzee"]
    card = " ".join(f"{name}=5" if name == "chance" else f"{name}=0" for name in rest)
    words = ("--dice", "12345", "--rerolls", "1", "--card", card)
    options = perfectplay("advise", "yahtzee", *words, "--json").json["options"]
    best = [option["option"] for option in options if option["best"]]
    assert best == ["keep 1", "keep 2", "keep 3", "keep 4", "keep 5", "reroll all"]
    assert all(option["cost"] == 0 for option in options if option["best"])
    assert advise(perfectplay, *words).count("best  ") == len(best)


def test_slots_must_know_the_score(perfectplay):
    ran = perfectplay("advise", "slots", "--dice", "1", "--card", "x3 flip")
    assert ran.code == 2
    assert "write the points of every filled box" in ran.err


def test_why_tells_what_the_best_and_the_runner_up_aim_at(perfectplay):
    out = advise(perfectplay, "--dice", "66633", "--card", CARD, "--why")
    assert "(1) keep 6 6 6, reroll two" in out
    assert "(2) keep 3 6 6 6, reroll one" in out
    row = next(line for line in out.splitlines() if line.strip().startswith("full-house"))
    assert "11.6 %" in row


def test_why_of_a_box_tells_points_now_and_later(perfectplay):
    out = advise(perfectplay, "--dice", "66633", "--rerolls", "0", "--card", CARD, "--why")
    assert "full-house brings 25 now, and leaves 181.6106 to come." in out
    reasons = perfectplay(
        *("advise", "yahtzee", "--dice", "66633", "--rerolls", "0", "--card", CARD),
        *("--why", "--json"),
    ).json["why"]
    assert [reason["points"] for reason in reasons] == [25, 18]


def test_before_the_roll_the_value_of_the_card_is_told(perfectplay):
    out = advise(perfectplay, "--card", "ones=3")
    assert "expected final score  245.3241" in out
    assert "Roll the dice" in out


def test_slots_takes_the_score_from_the_card(perfectplay):
    words = ("advise", "slots", "--dice", "5", "--card", "flip=6", "--json")
    answer = perfectplay(*words).json
    same = perfectplay(
        *("advise", "slots", "--at", "open=x3,+4low,x2even,+4odd,bin roll=5"),
        *("--score", "6", "--json"),
    ).json
    assert answer["value"] == same["value"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("advise yahtzee --dice 66637", "'7' in '66637' is not on a die with 6 sides"),
        ("advise yahtzee --dice 666", "'666' shows 3 dice; yahtzee is played with 5 dice"),
        ("advise yahtzee --dice 66633 --rerolls 3", "3 rerolls cannot be left; yahtzee has 0 to 2"),
        ("advise yahtzee --dice 66633 --rerolls -1", "-1 rerolls cannot be left"),
        ("advise yahtzee --rerolls 1", "--rerolls needs --dice"),
        ("advise yahtzee --card nines=9", "yahtzee has no box 'nines'"),
        ("advise yahtzee --card ones=1,ones=1", "ones is given twice"),
        ("advise yahtzee --card ones=7", "ones=7 is impossible; ones can hold 0, 1, 2, 3, 4, 5"),
        ("advise yahtzee --card upper=9", "upper=9 is impossible with no box filled"),
        ("advise yahtzee --dice 66633 --at x", "--at 'x' cannot be combined with --dice"),
        ("advise yahtzee --dice 66633 --score 9", "--score goes with --at"),
        ("advise coins --why", "coins is not a scorecard game"),
        ("advise yahtzee --opponent 3", "yahtzee has no --opponent; give the position"),
        (
            "advise coins --dice 11",
            "coins has no --dice; give the position, such as --at 'coins=5 points=0'",
        ),
        (
            "table yazy --decisions",
            "yazy has 1,547,532 decisions; write them with --decisions --out",
        ),
        ("table yazy --decisions --out yazy.xls", "yazy.xls must end in .csv or .parquet"),
        (
            "table yazy --when sixes",
            "cannot answer this for yazy for 'score': when to take an option",
        ),
        ("table yazy --decisions --every", "exclude each other"),
        ("solve yahtzee --exact", "position by position, yahtzee has more than"),
        ("solve yahtzee players=2 -o at-least:9", "position by position, yahtzee has more than"),
        ("solve yahtzee --memory 1m", "yahtzee has 359,616 states between turns"),
        ("solve small.toml dice=3", "has no parameter 'dice'; did you mean 'die'"),
        ("solve nothing.toml", "cannot read nothing.toml: No such file or directory"),
        ("solve broken.toml", "broken.toml, line 2: "),
    ],
)
def test_bad_input_gets_one_clear_line_and_nothing_is_written(perfectplay, small, words, complaint):
    (small / "broken.toml").write_text("name = 'x'\ndice = five\n", encoding="utf-8")
    before = sorted(small.iterdir())
    ran = perfectplay(*words.split())
    assert ran.code == 2
    assert ran.out == ""
    assert complaint in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(small.iterdir()) == before


def test_a_game_that_is_over_has_no_advice(perfectplay):
    full = " ".join(f"{name}=0" for name in Yahtzee().card.names if name != "chance") + " chance=5"
    ran = perfectplay("advise", "yahtzee", "--card", full)
    assert "The game is over." in ran.out
    ran = perfectplay("advise", "yahtzee", "--card", full, "--dice", "66633")
    assert "all boxes are filled: the game is over" in ran.err


def test_a_card_of_ones_own_is_solved_from_its_file(perfectplay, small):
    assert perfectplay("solve", "small.toml", "--exact", "--json").json["exact"] == "30307/2187"
    answer = perfectplay("advise", "small.toml", "--dice", "13", "--rerolls", "1", "--json").json
    assert answer["options"][0]["option"] == "keep 3"


def test_a_card_of_ones_own_is_kept_with_its_declaration(perfectplay, small):
    perfectplay("solve", "small.toml", "--save", "small.safetensors")
    (small / "small.toml").unlink()
    answer = perfectplay("advise", "small.safetensors", "--dice", "13", "--json").json
    assert answer["options"][0]["option"] == "keep 3"
    assert "verified" in perfectplay("verify", "small.safetensors").out


def test_the_house_rules_are_solved(perfectplay):
    assert perfectplay("solve", str(HOUSE_RULES), "--json").json["value"] == pytest.approx(
        284.414801
    )


def test_solving_yahtzee_tells_its_size(perfectplay):
    out = perfectplay("solve", "yahtzee").out
    assert "expected score  254.587728734" in out
    assert "359,616 between turns" in out


@pytest.mark.slow
def test_the_table_has_every_turn(perfectplay, small):
    perfectplay("table", "yahtzee", "--out", "yahtzee.parquet")
    table = pl.read_parquet("yahtzee.parquet")
    assert table.height == 359_616
    assert table["value"][0] == pytest.approx(254.5877287345)
    assert table["visits"].sum() == pytest.approx(14)


def test_the_decisions_are_written_as_they_are_worked_out(perfectplay, small):
    ran = perfectplay("table", "yazy", "--decisions", "--out", "yazy.parquet")
    assert ran.out == "1,547,532 rows written to yazy.parquet\n"
    decisions = pl.read_parquet("yazy.parquet")
    assert decisions.height == 1_547_532
    first = decisions.filter(
        (pl.col("open") == decisions["open"][0]) & (pl.col("roll") == "1 2 3 4 6")
    )
    assert first["rerolls"].to_list() == [2, 1, 0]
    answer = perfectplay("advise", "yazy", "--dice", "12346", "--json").json
    assert first["best"][0] == answer["options"][0]["option"]
    assert first["value"][0] == pytest.approx(answer["value"])


def test_many_scores_are_shown_in_classes(perfectplay):
    out = perfectplay("distribution", "yazy").out
    assert "below" in out
    assert "or more" in out
    assert "scores from 1 to 280 are possible" in out
    answer = perfectplay("distribution", "yazy", "--json").json
    assert sum(score["probability"] for score in answer["scores"]) == pytest.approx(1)
    assert answer["mean"] == pytest.approx(165.7573187)


@pytest.mark.slow
def test_simulated_games_bear_the_value_out(perfectplay):
    answer = perfectplay("simulate", "yahtzee", "--seed", "1", "--json").json
    assert abs(answer["mean"] - answer["value"]) < 4 * answer["error"]
