"""Solving in the blocks of a folder, and planning it, on the command line."""

import pytest

from perfectplay.engines.scorecard.score_difference.blocks.leads import LeadsInBlocks
from perfectplay.games.slots import Slots
from tests.by_engine import solve_leads

SLOTS = ("solve", "slots", "players=2", "--engine", "score-difference")


def test_a_plan_has_all_steps_and_what_they_take(perfectplay):
    ran = perfectplay(*SLOTS, "--plan", "--workers", "3")
    assert ran.code == 0
    assert "first player, 3 filled" in ran.out
    assert "states  59,360" in ran.out
    assert "blocks  13; a worker takes up to" in ran.out
    assert "on 3 workers, if the folder can sustain" in ran.out


def test_a_plan_for_programs(perfectplay):
    told = perfectplay(*SLOTS, "--plan", "--memory", "60k", "--json").json
    assert told["states"] == sum(step["states"] for step in told["steps"]) == 59_360
    assert told["bytes"] == 8 * told["states"]
    assert told["blocks"] > len(told["steps"]) == 13
    assert told["memory"] <= 60 << 10
    assert told["seconds"] == pytest.approx(told["states"] / told["rate"] / told["workers"])


@pytest.mark.slow
def test_yahtzee_for_two_can_be_planned(perfectplay):
    told = perfectplay("solve", "yahtzee", "players=2", "--plan", "--workers", "9", "--json").json
    assert not told["counted"]
    assert 1.7e13 < told["states"] < 1.9e13
    assert told["memory"] < 4 << 30


def test_the_folder_is_the_solution(perfectplay, tmp_path):
    folder = tmp_path / "slots"
    solved = perfectplay(*SLOTS, "--memory", "60k", "--folder", str(folder), "--json").json
    assert solved["value"] == solve_leads(Slots(players=2)).value
    assert solved["saved"] == str(folder / "solution.safetensors")
    assert perfectplay("verify", solved["saved"]).code == 0
    advice = perfectplay("advise", solved["saved"], "--at", "first=x3,bin second=x3,bin roll=5")
    assert advice.code == 2
    assert "the first player's lead matters" in advice.err


def test_an_interrupted_solve_goes_on(perfectplay, tmp_path, monkeypatch):
    solve, done = LeadsInBlocks.solve, []

    def interrupted(leads, block, clock, backend):
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append(block)
        solve(leads, block, clock, backend)

    words = *SLOTS, "--folder", str(tmp_path / "slots")
    with monkeypatch.context() as patch:
        patch.setattr(LeadsInBlocks, "solve", interrupted)
        ran = perfectplay(*words)
    assert ran.code == 130
    told = f"interrupted; {tmp_path / 'slots'} keeps what is done, and the same command goes on"
    assert told in " ".join(ran.err.split())
    assert perfectplay(*words).code == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--workers", "3"), "--workers goes with --plan"),
        (("--folder", "f", "--save", "x.safetensors"), "leave out --save"),
        (("--cluster", "local:2"), "need --folder DIR"),
        (("--keep", "value"), "need --folder DIR"),
        (("--keep", "values", "--folder", "f"), "--keep does not accept 'values'; did you mean"),
        (("--cluster", "nobody", "--folder", "f"), "does not name workers"),
    ],
)
def test_what_does_not_go_together(perfectplay, tmp_path, monkeypatch, words, complaint):
    monkeypatch.chdir(tmp_path)
    ran = perfectplay(*SLOTS, *words)
    assert ran.code == 2
    assert complaint in ran.err
    assert len(ran.err.splitlines()) == 1


def test_what_a_killed_solve_left_behind_goes(perfectplay, tmp_path):
    folder = tmp_path / "slots"
    options = ("--memory", "60k", "--folder", str(folder))
    assert perfectplay(*SLOTS, *options).code == 0
    left = folder / "step-0" / ".0-0.safetensors.deadbeef"
    left.touch()
    assert perfectplay(*SLOTS, *options).code == 0
    assert not left.exists()
