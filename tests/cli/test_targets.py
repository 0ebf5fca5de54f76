"""The best chance of every score, on the command line."""

import pytest

from perfectplay import AtLeast, load, solve
from perfectplay.games.yazy import Yazy


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """All targets of Yazy in a file."""
    from perfectplay import EveryTarget

    path = tmp_path_factory.mktemp("targets") / "yazy.safetensors"
    solve(Yazy(), EveryTarget()).save(path)
    return str(path)


def test_every_target_is_shown_beside_play_for_the_score(perfectplay):
    ran = perfectplay("solve", "yazy", "-o", "at-least:all")
    assert ran.code == 0
    assert "169      50.49 %        42.34 %    8.15 %" in ran.out
    assert "gained most  8.24 % at x = 171" in ran.out


def test_programs_get_both_curves(perfectplay):
    told = perfectplay("solve", "yazy", "-o", "at-least:all", "--json").json
    chances, plain = told["chances"], told["by_score"]
    assert len(chances) == len(plain) == 281
    assert (chances[0], plain[0]) == (1, pytest.approx(1))
    assert all(best >= score - 1e-12 for best, score in zip(chances, plain, strict=True))
    assert told["value"] == pytest.approx(sum(chances[1:]))
    assert sum(plain[1:]) == pytest.approx(solve(Yazy()).value)


def test_one_target_is_picked_from_a_file_of_all(perfectplay, saved):
    ran = perfectplay(
        *("advise", saved, "-o", "at-least:200", "--dice", "66633", "--rerolls", "1"),
        *("--card", "ones=3 twos=6 threes=9 fours=12 fives=15 straight=40 full-house=25"),
        "--json",
    )
    told = ran.json
    alone = solve(Yazy(), AtLeast(200))
    position = alone.read(told["position"])
    assert told["objective"] == "at-least:200"
    assert told["value"] == pytest.approx(alone.value_at(position, 110))
    assert told["options"][0]["option"] == alone.best(position, 110)


def test_a_file_of_all_targets_is_asked_for_one(perfectplay, saved):
    ran = perfectplay("advise", saved, "--dice", "66633")
    assert ran.code == 2
    assert "choose them, as with at-least:140" in ran.err
    assert perfectplay("simulate", saved).code == 2
    assert perfectplay("distribution", saved).code == 2


def test_another_objective_is_not_in_the_file(perfectplay, saved):
    assert "solved already, for 'at-least:all'" in perfectplay("solve", saved, "-o", "score").err
    with_words = perfectplay("solve", saved, "players=2")
    assert (with_words.code, "came with it" in with_words.err) == (2, True)


def test_a_table_has_a_row_for_each_score(perfectplay, saved, tmp_path):
    assert "281" in perfectplay("table", saved, "--out", str(tmp_path / "all.csv")).out
    lines = (tmp_path / "all.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("points,chance", 282)


@pytest.mark.slow
def test_a_file_is_verified_by_a_sample(perfectplay, saved):
    ran = perfectplay("verify", saved)
    assert ran.code == 0
    assert " of 286,720 positions" in ran.out


def test_only_scorecards_have_all_targets(perfectplay):
    ran = perfectplay("solve", "coins", "-o", "at-least:all")
    assert (ran.code, "is for scorecards" in ran.err) == (2, True)
    assert perfectplay("solve", "slots", "-o", "at-least:all", "--exact").code == 2


def test_exponential_utility_is_told_in_points(perfectplay):
    ran = perfectplay("solve", "yazy", "-o", "exponential:-0.02")
    assert "155.523109683" in ran.out
    assert "certainty equivalent" in ran.out
    assert perfectplay("solve", "yazy", "-o", "exponential:0").code == 2
    assert perfectplay("solve", "yazy", "-o", "exponential:9").code == 2


def test_a_saved_target_comes_back(saved):
    solution = load(saved)
    assert solution.reaching(171).value == pytest.approx(
        solve(Yazy(), AtLeast(171)).value, abs=1e-12
    )
