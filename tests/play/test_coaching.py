"""What sessions of practice have shown: kept in a file line by line, and read back as it was."""

import dataclasses
import json

import pytest

from perfectplay import solve
from perfectplay.errors import FileError, PerfectPlayError
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from perfectplay.play.coaching import PracticeRecord, add_sitting, losses, read_sittings
from perfectplay.play.practice import session
from perfectplay.play.subject import filter_of

SLOTS = solve(Slots())


def sitting(date, costs, only=None):
    asked = session(SLOTS, 3, only=only)
    return PracticeRecord.of(asked, costs, date, only)


def test_a_file_holds_all_sessions_in_order(tmp_path):
    file, days = tmp_path / "mine.jsonl", ["2026-01-01", "2026-01-02", "2026-01-03"]
    written = [sitting(day, [0.0, 0.01, 0.0]) for day in days]
    for each in written:
        add_sitting(file, each)
    assert read_sittings(file) == written
    assert read_sittings(tmp_path / "none") == []


def test_a_last_line_that_someone_has_cut_is_not_written_on(tmp_path):
    file, first = tmp_path / "mine.jsonl", sitting("2026-01-01", [0.0])
    file.write_bytes(json.dumps(dataclasses.asdict(first)).encode())
    add_sitting(file, first)
    assert read_sittings(file) == [first, first]


@pytest.mark.parametrize(
    "change",
    [
        {"date": 5},
        {"game": None},
        {"a_game": -1},
        {"a_game": float("inf")},
        {"by_kind": []},
        {"answers": [{}]},
        {"answers": [{"kind": "unheard of", "cost": 0, "natural": 1}]},
    ],
    ids=str,
)
def test_what_is_no_session_is_refused_with_its_line(tmp_path, change):
    file, facts = tmp_path / "mine.jsonl", dataclasses.asdict(sitting("2026-01-01", [0.0]))
    file.write_text(f"{json.dumps(facts)}\n{json.dumps(facts | change)}\n")
    with pytest.raises(FileError, match="line 2: this is not a practice session"):
        read_sittings(file)


def test_who_loses_nothing_has_lost_nothing_at_any_kind():
    assert set(losses([sitting("2026-01-01", [0.0] * 8)]).values()) == {0}


def test_twice_the_costs_are_twice_the_losses():
    one, two = losses([sitting("", [0.01] * 8)]), losses([sitting("", [0.02] * 8)])
    assert one.keys() == two.keys()
    assert all(two[kind] == pytest.approx(2 * lost) for kind, lost in one.items())


def test_sessions_are_compared_with_those_about_the_same():
    every, late = sitting("", [0.0]), sitting("", [0.0], "late")
    assert every.like(late)
    assert not every.comparable(late)


@pytest.mark.parametrize("word", ["early", "late", "place", "x3"])
def test_exercises_are_those_that_a_word_asks_for(word):
    for each in session(SLOTS, 1, many=20, only=word).exercises:
        kinds, best = each.kind.split(), [option.label for option in each.options[:2]]
        assert word in kinds or word in best


def test_a_word_for_nothing_on_the_card_is_refused():
    with pytest.raises(PerfectPlayError, match="'straights' cannot be practised alone"):
        filter_of(SLOTS, "straights")
    with pytest.raises(PerfectPlayError, match="only games on a scorecard"):
        filter_of(solve(Pig(target=5)), "late")
