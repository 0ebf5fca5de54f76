"""`perfectplay practice`: what is asked, what it cost, and what that would be in a game."""

from __future__ import annotations

import io
import json
import math
import random
import re
import sys

import pytest

from perfectplay import solve
from perfectplay.errors import FileError
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Rolled
from perfectplay.play.coaching import add_sitting, losses, read_sittings
from perfectplay.play.exercise import one_game
from perfectplay.play.practice import session
from perfectplay.play.subject import boxes_named, filter_of


@pytest.fixture
def practise(perfectplay, monkeypatch):
    def run(*words: str, typed: str = "") -> object:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return perfectplay("practice", *words)

    return run


@pytest.fixture(scope="module")
def yazy():
    return solve(Yazy())


def test_the_same_seed_asks_the_same_and_costs_add_up(practise):
    typed = "all\n" * 10
    one, other = (practise("yazy", "--only", "keep", "--seed", "1", typed=typed) for _ in range(2))
    assert one.out == other.out
    assert "10 of 10" in one.out
    assert "At this rate you lose" in one.out
    assert "costs" in one.out
    assert "Practise next: --only" in one.out


def test_what_is_lost_is_told_as_the_game_calls_it(practise):
    out = practise("pig", "players=1", "target=20", "--seed", "1", typed="hold\n" * 10).out
    assert re.search(r"At this rate you lose \S+ ± \S+ a game \(minus the expected turns\)\.", out)
    assert out.count("goes wrong") == 10  # every answer comes with a reason
    assert "points a game" not in out


def test_who_gets_up_is_told_so_far(practise):
    ran = practise("coins", "--seed", "1", typed="nonsense\nquit\n")
    assert "is not available" in ran.out
    assert "Nothing was answered." in ran.out


def test_what_cannot_be_practised_alone_is_refused(practise):
    assert "'dragons' cannot be practised alone" in practise("yazy", "--only", "dragons").err
    assert "only games on a scorecard" in practise("coins", "--only", "early").err


def test_the_day_has_its_own_seed(practise):
    ran = practise("yazy", "--daily", "--seed", "1")
    assert ran.code == 2
    assert "leave out --seed" in ran.err


def test_json_is_all_that_stands_on_stdout(practise):
    ran = practise("slots", "--seed", "1", "--many", "2", "--json", typed="quit\n")
    assert ran.json["costs"] == []
    assert "1 of 2" in ran.err


def test_numbers_are_offered_by_their_size(practise):
    ran = practise("greed", "max=20", "--seed", "1", "--many", "1", typed="quit\n")
    assert re.search(r": (\d+) to \d+$", ran.out, re.MULTILINE)


def test_a_record_is_kept_and_read_again(practise, tmp_path):
    record = tmp_path / "practice.jsonl"
    words = ("slots", "--objective", "score", "--record", str(record))
    first = practise(*words, "--seed", "1", "--json", typed="x3\nflip\nx2\nbin\n" * 10)
    second = practise(*words, "--seed", "2", typed="bin\nflip\nx3\nx2\n" * 10)
    assert "Session by session: " in second.out
    one, _ = read_sittings(record)
    assert one.a_game == first.json["a_game"]
    assert [each.cost for each in one.answers] == first.json["costs"]
    assert first.json["by_kind"] == losses([one])
    practise("coins", "--record", str(record), "--seed", "1", typed="1\n" * 10)
    assert [each.game for each in read_sittings(record)][2].startswith("coins")


def test_a_session_is_added_below_a_last_line_without_an_end(practise, tmp_path):
    record = tmp_path / "practice.jsonl"
    words = ("coins", "--record", str(record), "--many", "1", "--seed", "1")
    practise(*words, typed="1\n")
    record.write_text(record.read_text().strip())
    assert practise(*words, typed="1\n").code == 0
    assert len(read_sittings(record)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the size of files there")
def test_a_session_that_cannot_be_written_leaves_those_before_it(practise, tmp_path):
    import resource

    record = tmp_path / "practice.jsonl"
    practise("coins", "--record", str(record), "--many", "1", "--seed", "1", typed="1\n")
    before = record.read_bytes()
    [sitting] = read_sittings(record)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
    try:
        with pytest.raises(FileError, match=r"cannot write .*practice\.jsonl: File too large"):
            add_sitting(record, sitting)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert record.read_bytes() == before


FACTS = {
    "date": "2026-11-16",
    "game": "slots",
    "objective": "score",
    "only": None,
    "a_game": 1.5,
    "by_kind": {"keep": 2.5},
    "answers": [{"kind": "keep", "cost": 0.5, "natural": 1.0}],
}


@pytest.mark.parametrize(
    "line",
    [
        "dragons",
        "{}",
        '{"date": 1}',
        "[1]",
        "[" * 100_000,
        *(json.dumps(FACTS | {name: 1}) for name in ("date", "game", "objective", "only")),
        *(json.dumps(FACTS | {"a_game": each}) for each in ("1", None, -1, 10**400, math.nan)),
        *(json.dumps(FACTS | {"by_kind": {"keep": each}}) for each in ("1", True, [], math.inf)),
        json.dumps(FACTS | {"answers": [{"kind": "keep", "cost": 0.5, "natural": "1"}]}),
    ],
)
def test_a_record_that_is_none_is_refused_before_anything_is_asked(practise, tmp_path, line):
    record = tmp_path / "practice.jsonl"
    record.write_text(f"{line}\n")
    ran = practise("slots", "--record", str(record))
    assert ran.code == 2
    assert "line 1: this is not a practice session" in ran.err
    ran = practise("slots", "--record", str(tmp_path))
    assert ran.code == 2
    assert "cannot read" in ran.err


def test_sittings_that_tell_of_no_natural_loss_are_refused(practise, tmp_path):
    record = tmp_path / "practice.jsonl"
    practise("slots", "--record", str(record), "--many", "1", "--seed", "1", typed="x3\nflip\n")
    facts = json.loads(record.read_text())
    facts["answers"][0]["natural"] = 0
    record.write_text(json.dumps(facts))
    assert practise("slots", "--record", str(record)).code == 2


def test_a_box_is_asked_about_by_its_whole_name():
    card = Yahtzee().card
    assert boxes_named(card, "fours") == {"fours"}
    assert boxes_named(card, "four") == {"fours", "four-of-a-kind"}
    assert boxes_named(card, "upper") == set(card.bonuses[0].boxes)


def test_words_together_ask_for_what_all_of_them_do(yazy):
    fits = filter_of(yazy, "late straight")
    found = [
        each
        for game in range(6)
        for each in one_game(yazy, random.Random(game), temper=1)
        if fits(each)
    ]
    assert found
    for each in found:
        assert isinstance(each.position, Rolled)
        assert len(each.position.open) <= 5
        assert "straight" in each.position.open
    assert any(each.position.rerolls for each in found)


def test_no_position_is_asked_twice(yazy):
    for seed in range(2):
        asked = session(yazy, seed)
        assert len(set(map(id, asked.exercises))) == len(asked.exercises)


def test_who_plays_naturally_loses_what_is_natural(yazy):
    """In the mean over the options by their weights, so for each exercise exactly."""
    asked = session(yazy, 1)
    natural = [each.natural for each in asked.exercises]
    assert asked.lost_a_game(natural).value == pytest.approx(asked.natural)
    assert sum(asked.by_kind.values()) == pytest.approx(asked.natural)


def test_a_slip_does_not_give_the_answer_away(practise):
    """What is on offer is told in an order that does not tell the best."""
    ran = practise("slots", "--seed", "1", typed="dragons\nquit\n")
    offered = re.search(r"there are: (.*)", ran.out)[1].split(", ")
    assert offered == sorted(offered)


def test_a_record_that_cannot_be_written_is_refused_before_anything_is_asked(practise, tmp_path):
    ran = practise("coins", "--record", str(tmp_path / "missing" / "record.jsonl"), typed="1\n")
    assert ran.code == 2
    assert "cannot write" in ran.err
    assert "1 of" not in ran.out


def test_sessions_about_different_things_are_not_compared(practise, tmp_path):
    record = str(tmp_path / "record.jsonl")
    for only in ("keep", "late keep", "keep"):
        words = ["yazy", "--many", "1", "--only", only, "--seed", "1", "--record", record]
        ran = practise(*words, typed="all\n")
    assert len(read_sittings(tmp_path / "record.jsonl")) == 3
    assert re.search(r"Session by session: ([^,]*), ([^,]*)\.\n", ran.out)
