"""`advise` in a race, with both scores on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_race


def words(line):
    return [word.replace("|", " ") for word in line.split()]


CLASSIC = "advise greed max=100 sides=6 --score 72 --opponent 80"
SMALL = "advise greed max=10 sides=3 --score 2 --opponent 4"


@pytest.mark.parametrize("last", [False, True], ids=["another turn", "the last turn"])
def test_every_number_of_dice_is_told_to_programs(perfectplay, last):
    ran = perfectplay(*words(CLASSIC + " --json" + " --last" * last))
    solution = solve_race(Greed(max=100, sides=6), Win())
    turn = RaceTurn(72, 80, last)
    assert ran.code == 0
    assert ran.json["position"] == f"mine=72 theirs=80 last={'yes' if last else 'no'} player=0"
    assert ran.json["rating"] == solution.value_at(turn)
    assert ran.json["exact"] is None
    assert [(each["dice"], each["best"]) for each in ran.json["options"]] == [
        (option.label, option.best) for option in solution.options(turn)
    ]
    for told, option in zip(ran.json["options"], solution.options(turn), strict=True):
        assert told["rating"] == pytest.approx(float(option.value), abs=1e-15)
        assert told["cost"] == pytest.approx(float(option.cost), abs=1e-15)
        assert told["win"] + told["tie"] / 2 == pytest.approx(told["rating"], abs=1e-9)
        assert min(told["win"], told["tie"], told["bust"]) >= 0
        assert told["win"] + told["tie"] + told["bust"] <= 1 + 1e-12


@pytest.mark.parametrize(("more", "dice"), [("", 6), (" --last", 5)])
def test_the_best_number_of_dice_comes_first(perfectplay, more, dice):
    ran = perfectplay(*words(CLASSIC + more))
    assert (ran.code, ran.err) == (0, "")
    first = next(line for line in ran.out.splitlines() if line.strip().startswith("best"))
    assert first.split()[:3] == ["best", str(dice), "dice"]


def test_people_are_told_the_turn_the_rating_and_the_chances(perfectplay):
    ran = perfectplay(*words(CLASSIC + " --last"))
    assert "72 against 80, in the last turn" in ran.out
    assert "rating  0.994277263374" in ran.out
    head = next(line for line in ran.out.splitlines() if "roll" in line)
    assert head.split() == ["roll", "rating", "cost", "win", "tie", "bust"]


def test_a_turn_that_is_not_the_last_is_told_as_such(perfectplay):
    assert "72 against 80, before the last turn" in perfectplay(*words(CLASSIC)).out


def test_stopping_and_a_single_die_have_words(perfectplay):
    out = perfectplay(*words(SMALL)).out
    assert "none, stop" in out
    assert "1 die " in out
    assert "2 dice" in out


def test_a_long_list_is_cut_short_and_says_so(perfectplay):
    out = perfectplay(*words("advise greed max=100 sides=6 --score 0 --opponent 0")).out
    assert "81 more numbers of dice; --json has all" in out


def test_fractions_are_told_where_they_are_asked_for(perfectplay):
    ran = perfectplay(*words(SMALL + " --exact --json"))
    ratings = {each["dice"]: Fraction(each["exact"]) for each in ran.json["options"]}
    solution = solve_race(Greed(max=10, sides=3), Win(), exact=True)
    assert ratings == {option.label: option.value for option in solution.options(RaceTurn(2, 4))}
    assert Fraction(ran.json["exact"]) == max(ratings.values())


def test_a_small_race_is_advised_in_the_same_way(perfectplay):
    ran = perfectplay(*words(SMALL + " --json"))
    told = {each["dice"]: round(each["rating"], 5) for each in ran.json["options"]}
    assert [told[dice] for dice in (1, 2, 3)] == [0.48777, 0.48231, 0.48631]


@pytest.mark.parametrize("tie", ["0", "0.25", "1"])
def test_what_a_tie_is_worth_counts_for_whoever_asks(perfectplay, tie):
    ran = perfectplay(*words(SMALL + f" -o win:tie={tie} --json"))
    for told in ran.json["options"]:
        worth = told["win"] + float(tie) * told["tie"]
        assert worth == pytest.approx(told["rating"], abs=1e-12)


def test_a_saved_race_is_advised_from(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    perfectplay(*words("solve greed max=30 sides=3 --save greed.safetensors"))
    saved = perfectplay(*words("advise greed.safetensors --score 9 --opponent 20 --json"))
    anew = perfectplay(*words("advise greed max=30 sides=3 --score 9 --opponent 20 --json"))
    assert saved.json["options"] == anew.json["options"]


def test_a_race_that_another_engine_has_solved_is_advised_from(perfectplay, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    perfectplay(*words("solve greed max=10 --engine graph --save greed.safetensors"))
    saved = perfectplay(*words("advise greed.safetensors --score 2 --opponent 4 --json"))
    anew = perfectplay(*words(SMALL + " --json"))
    assert saved.json["options"] == anew.json["options"]


def test_no_rating_is_told_as_less_than_nothing(perfectplay):
    ran = perfectplay(*words("advise greed max=80 sides=3 --score 61 --opponent 53 --json"))
    assert min(each["rating"] for each in ran.json["options"]) >= 0
    assert max(each["rating"] for each in ran.json["options"]) <= 1


BAD = [
    ("max=100 --score 101 --opponent 3", "scores go from 0 to 100"),
    ("max=100 --score 3 --opponent 101", "scores go from 0 to 100"),
    ("max=100 --score -1 --opponent 3", "--score is your own score: a whole number"),
    ("max=100 --score 3 --opponent -1", "scores go from 0 to 100"),
    ("max=10 --score 11 --opponent 3", "scores go from 0 to 10"),
    ("max=100 --opponent 3", "--score is your own score: a whole number, given with --opponent"),
    ("max=100 --score many --opponent 3", "'many' in '--score many' is not a number"),
    ("max=100 --score 1.5 --opponent 3", "--score is your own score: a whole number"),
    ("max=100 --score ² --opponent 3", "is not a number"),
    ("max=100 --score 3 --opponent many", "Invalid value for '--opponent'"),
    ("max=100 --score 3 --last", "--last goes with --opponent, in a race such as greed"),
    ("max=100 --last", "--last goes with --opponent, in a race such as greed"),
    ("max=100 --score 5 --opponent 3 --at mine=7|theirs=3", "--at"),
    ("sides=0 --score 3 --opponent 3", "greed: sides=0 is not a whole number from 1 to 200"),
    ("max=3001 --score 3 --opponent 3", "greed: max=3001 is not a whole number from 0 to 3000"),
    ("max=-1 --score 3 --opponent 3", "greed: max=-1 is not a whole number from 0 to 3000"),
    ("max=30 -o win:tie=2 --score 3 --opponent 3", "a tie is worth between 0 and 1, not 2"),
    ("max=30 -o win:tie=-1 --score 3 --opponent 3", "a tie is worth between 0 and 1, not -1"),
    (
        "max=9 -o score --score 3 --opponent 3",
        "cannot answer this for greed for 'score': the ratings of all turns",
    ),
    ("max=3000 sides=6 --memory 1m --score 3 --opponent 3", "the memory limit of 1 MiB"),
    ("max=3000 sides=6 --exact --score 3 --opponent 3", "the memory limit of 4 GiB"),
]


@pytest.mark.parametrize(("line", "message"), BAD, ids=[line for line, _ in BAD])
def test_bad_input_gets_one_clear_line(perfectplay, line, message):
    ran = perfectplay("advise", "greed", *words(line))
    assert ran.code == 2
    assert ran.out == ""
    assert message in ran.err
    assert ran.err.startswith("perfectplay: ")
    assert ran.err.count("\n") == 1


def test_a_number_too_long_to_be_one_is_refused_in_one_line(perfectplay):
    ran = perfectplay("advise", "greed", "max=100", "--score", "9" * 5000, "--opponent", "3")
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_what_is_no_race_has_no_opponent(perfectplay):
    ran = perfectplay("advise", "coins", "--score", "3", "--opponent", "3")
    assert ran.code == 2
    assert "coins has no --opponent; give the position, such as --at 'coins=5 points=0'" in ran.err
