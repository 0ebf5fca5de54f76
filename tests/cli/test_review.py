"""`perfectplay review`: a played game looked back on, for people and as JSON."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perfectplay import AtLeast, Score, Utility
from perfectplay.cli.answers import reviewed
from perfectplay.cli.answers.reviewed import Measure

pytestmark = pytest.mark.usefixtures("keeping")

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "yahtzee-game.txt")
SLOTS = """game slots
3 +4odd
5 x3=15
1 +4low
4 x2even
6 bin
2 flip
"""


@pytest.fixture
def jot(tmp_path, monkeypatch):
    """A function that writes a game to `game.txt` in the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(content: str | bytes) -> None:
        raw = content.encode() if isinstance(content, str) else content
        (tmp_path / "game.txt").write_bytes(raw)

    return write


# For people


def test_the_game_is_shown_turn_by_turn_in_80_columns(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    reviewed.review(Path(EXAMPLE), None, [], None, memory="4g", as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "yahtzee joker=forced bonus=on: 13 turns; lost and luck in points"
    turns = [line.split() for line in lines if "(" in line and "made" not in line][1:14]
    assert [turn[0] for turn in turns] == [str(number) for number in range(1, 14)]
    assert turns[3][1:8] == ["23346", "(234)", "23466", "(66)", "33666", "full-house", "25"]
    assert max(len(line.rstrip()) for line in lines) <= 80


def test_the_sum_tells_value_luck_losses_and_final_score(perfectplay):
    ran = perfectplay("review", EXAMPLE)
    told = dict(re.findall(r"^  (\S.*?\S)  +(\S+) *$", ran.out, re.MULTILINE))
    assert told["value of the game"] == "254.59"
    assert told["final score"] == "256"
    value, luck, lost = (
        float(told[name]) for name in ("value of the game", "luck of the dice", "lost by decisions")
    )
    assert value + luck - lost == pytest.approx(256, abs=0.03)
    best = f"{value + luck:.1f}"
    assert (
        f"With best play and equally lucky dice, the final score would have been {best}" in ran.out
    )
    assert (ran.code, ran.err) == (0, "")


def test_the_worst_three_decisions_are_explained(perfectplay):
    out = perfectplay("review", EXAMPLE).out
    first, second, third = (out.index(f"\n{rank}. Turn ") for rank in (1, 2, 3))
    assert "1. Turn 10: chance instead of yahtzee lost 5.00 points." in out[first:second]
    assert "chance brings 15 now, and leaves 70.78" in out[first:second]
    assert "3. Turn 2: keep 1 2 4 5 instead of keep 5 5 lost 2.33 points." in out[third:]
    assert "1 2 4 5 5, two rerolls left" in out[third:]
    assert "large-straight" in out[third:]
    assert "\n4. " not in out


def test_a_game_without_mistakes_is_praised(perfectplay, jot):
    jot("22222 yahtzee")
    assert "Every decision was a best one." in perfectplay("review", "game.txt", "yahtzee").out


def test_an_unfinished_game_is_told_as_one(perfectplay, jot):
    jot("game yazy\n22222 five-of-a-kind\n66633 full-house=25")
    out = perfectplay("review", "game.txt").out
    assert "yazy: 2 of 11 turns" in out
    assert "score so far" in out
    assert "expected score now" in out
    assert "the final score would now be expected to be" in out


def test_what_winning_lost_is_told_in_percentage_points(perfectplay, jot):
    jot(SLOTS)
    out = perfectplay("review", "game.txt").out
    assert "lost and luck in percentage points of winning" in out
    assert "P(score >= 45)" in out
    assert "29.61 %" in out


def test_a_decision_that_lost_a_win_says_how_much_of_it(perfectplay, jot):
    jot("3 x3")
    out = perfectplay("review", "game.txt", "slots").out
    assert "1. Turn 1: x3 instead of +4odd lost 20.38 percentage points of winning." in out
    assert "P(score >= 45) now" in out


def test_a_repeat_is_shown_beside_its_box(perfectplay, jot):
    jot("22222 yahtzee\n22222 twos")
    assert "10+100" in perfectplay("review", "game.txt", "yahtzee").out


@pytest.mark.parametrize(
    ("objective", "value", "change", "loss"),
    [
        (Score(), "0.50", "+0.50", "0.50"),
        (AtLeast(45), "50.00 %", "+50.00", "50.00"),
        (AtLeast(45, otherwise=-1), "0.5000", "+0.5000", "0.5000"),
        (Utility(lambda score: score**2, "square"), "0.5000", "+0.5000", "0.5000"),
    ],
    ids=str,
)
def test_values_are_told_as_the_objective_means_them(objective, value, change, loss):
    measure = Measure.for_objective(objective)
    assert (measure.value(0.5), measure.change(0.5), measure.loss(0.5)) == (value, change, loss)


def test_rounding_leaves_no_minus_and_hides_no_loss():
    measure = Measure.for_objective(Score())
    assert (measure.value(-1e-9), measure.change(-1e-9)) == ("0.00", "+0.00")
    assert (measure.loss(1e-9), measure.loss(0)) == ("<0.01", "0.00")


# For programs


def test_as_json_it_is_one_object_with_everything(perfectplay):
    ran = perfectplay("review", EXAMPLE, "--json")
    answer = ran.json
    assert (ran.out.count("\n"), ran.err) == (1, "")
    assert (answer["game"], answer["parameters"]["joker"]) == ("yahtzee", "forced")
    assert (answer["score"], answer["over"]) == (256, True)
    assert answer["final"] == pytest.approx(256)
    assert answer["value"] + answer["luck"] - answer["lost"] == pytest.approx(256, abs=1e-9)
    assert len(answer["turns"]) == 13
    assert sum(turn["luck"] for turn in answer["turns"]) == pytest.approx(answer["luck"])
    assert sum(turn["lost"] for turn in answer["turns"]) == pytest.approx(answer["lost"])


def test_as_json_a_turn_has_its_rolls_keeps_and_decisions(perfectplay):
    turn = perfectplay("review", EXAMPLE, "--json").json["turns"][8]
    assert (turn["box"], turn["points"], turn["extra"]) == ("large-straight", 40, 0)
    assert [throw["roll"] for throw in turn["rolls"]] == [[4, 4, 5, 5, 6], [2, 3, 4, 5, 6]]
    assert turn["keeps"] == [[4, 5, 6], [2, 3, 4, 5, 6]]
    assert [decision["chosen"] for decision in turn["decisions"]] == [
        "keep 4 5 6",
        "keep all",
        "large-straight",
    ]
    assert all(decision["chosen"] in decision["best"] for decision in turn["decisions"])


def test_as_json_the_worst_decisions_come_with_the_reasons(perfectplay):
    worst = perfectplay("review", EXAMPLE, "--json").json["worst"]
    assert [decision["turn"] for decision in worst] == [10, 5, 2]
    chosen, best = worst[2]["why"]
    assert (chosen["option"], best["option"]) == ("keep 1 2 4 5", "keep 5 5")
    assert {aim["box"] for aim in best["aims"]} >= {"three-of-a-kind", "yahtzee"}
    chosen, best = worst[0]["why"]
    assert (chosen["points"], best["points"]) == (15, 0)
    assert best["later"] - chosen["later"] == pytest.approx(15 + worst[0]["lost"])


def test_the_position_of_a_decision_can_be_asked_about(perfectplay):
    worst = perfectplay("review", EXAMPLE, "--json").json["worst"][0]
    answer = perfectplay("advise", "yahtzee", "--at", worst["position"], "--json").json
    costs = {option["option"]: option["cost"] for option in answer["options"]}
    assert costs[worst["chosen"]] == pytest.approx(worst["lost"])


# Which game it is


def test_the_game_may_be_named_on_the_command_line(perfectplay, jot):
    jot("22222 yahtzee\n22222 sixes=0")
    ran = perfectplay("review", "game.txt", "yahtzee", "joker=none", "--json")
    assert ran.json["parameters"]["joker"] == "none"


def test_the_command_line_goes_before_the_file(perfectplay, jot):
    jot("game slots target=40\n3 x3")
    assert perfectplay("review", "game.txt", "--json").json["objective"] == "at-least:40"
    ran = perfectplay("review", "game.txt", "slots", "--json")
    assert ran.json["objective"] == "at-least:45"


def test_an_objective_may_be_asked_for(perfectplay, jot):
    jot(SLOTS)
    answer = perfectplay("review", "game.txt", "--objective", "score", "--json").json
    assert answer["final"] == answer["score"]
    assert answer["value"] == pytest.approx(471161 / 11664)


def test_a_saved_solution_serves_as_the_game(perfectplay, jot):
    jot(SLOTS)
    perfectplay("solve", "slots", "--exact", "--save", "slots.safetensors")
    answer = perfectplay("review", "game.txt", "slots.safetensors", "--json").json
    assert answer["exact"] == "13817/46656"


# Bad input


@pytest.mark.parametrize(
    ("content", "words", "message"),
    [
        ("22222 yahtzee", [], "which game is in game.txt? name it here, or in its first line"),
        ("game yahtzeee\n22222 yahtzee", [], "there is no game 'yahtzeee'; did you mean 'yahtzee'"),
        ("game yahtzee jokr=free\n", [], "yahtzee has no parameter 'jokr'; did you mean 'joker'?"),
        (
            "game greed\n",
            [],
            "greed is not played on a scorecard; only such a game can be reviewed",
        ),
        ("game\n", [], "line 1: which game? write it like: game yahtzee"),
        ("", ["yahtzee"], "there are no turns; write one per line: ROLL BOX, or ROLL keep"),
        (
            "game yahtzee\n\n# oops\n13355 keep 55 33146 chance",
            [],
            "line 4: 33146 does not contain the kept 5 5",
        ),
        ("66612 sixes=24", ["yahtzee"], "line 1: 1 2 6 6 6 scores 18 in sixes, not '24'"),
        ("66612 sixs", ["yahtzee"], "line 1: yahtzee has no box 'sixs'; did you mean 'sixes'?"),
        ("3 x3", ["slots", "-o", "at-leest:3"], "there is no objective 'at-leest'; did you mean"),
        (b"game yahtzee\n22222 yahtz\xe9e", [], "game.txt, line 2: it is not in UTF-8"),
        ("#" * 100_001, ["yahtzee"], "game.txt has over 100,000 bytes"),
    ],
)
def test_bad_input_gets_one_clear_line(perfectplay, jot, content, words, message):
    jot(content)
    ran = perfectplay("review", "game.txt", *words)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.startswith("perfectplay: ")
    assert ran.err.count("\n") == 1


def test_a_file_that_is_not_there_is_told(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "cannot read game.txt: No such file" in perfectplay("review", "game.txt").err
    assert "cannot read .: it is not a file" in perfectplay("review", ".").err


def test_a_record_cannot_have_python_code_run(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trap.py").write_text("open('sprung', 'w')\n", encoding="utf-8")
    (tmp_path / "game.txt").write_text("game trap.py:Trap\n11111 ones\n", encoding="utf-8")
    ran = perfectplay("review", "game.txt")
    assert ran.code == 2
    assert "is run only if you name it yourself" in ran.err
    assert not (tmp_path / "sprung").exists()
