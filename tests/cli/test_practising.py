"""`perfectplay practice`: what is asked, what it cost, and what that would be in a game."""

from __future__ import annotations

import io
import re

import pytest

from perfectplay.games.yahtzee import Yahtzee
from perfectplay.play.practice import Exercise, filter_of
from perfectplay.solution.options import Option


@pytest.fixture
def practise(perfectplay, monkeypatch):
    def run(*words: str, typed: str = "") -> object:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return perfectplay("practice", *words)

    return run


def test_the_same_seed_asks_the_same_and_costs_add_up(practise):
    typed = "all\n" * 10
    one, other = (practise("yazy", "--only", "keep", "--seed", "1", typed=typed) for _ in range(2))
    assert one.out == other.out
    assert "10 of 10" in one.out
    assert "At this rate you lose about" in one.out
    assert "costs" in one.out


def test_who_gets_up_is_told_so_far(practise):
    ran = practise("coins", "--seed", "1", typed="nonsense\nquit\n")
    assert "is not on offer" in ran.out
    assert "Nothing was answered." in ran.out


def test_what_cannot_be_practised_alone_is_refused(practise):
    assert "'dragons' cannot be practised alone" in practise("yazy", "--only", "dragons").err
    assert "for games on a scorecard" in practise("coins", "--only", "early").err


def test_json_is_all_that_stands_on_stdout(practise):
    ran = practise("slots", "--seed", "1", "--many", "2", "--json", typed="quit\n")
    assert ran.json["costs"] == []
    assert "1 of 2" in ran.err


def test_numbers_are_offered_by_their_size(practise):
    ran = practise("greed", "max=20", "--seed", "1", "--many", "1", typed="quit\n")
    assert re.search(r": (\d+) to \d+$", ran.out, re.MULTILINE)


def test_a_box_is_asked_about_by_its_whole_name():
    yahtzee = Yahtzee()
    place = yahtzee.read("open=fours,four-of-a-kind roll=1,4,4,4,4 rerolls=0")
    asked, other = (
        Exercise(place, 0, [Option(box, 0, 0, True)], 1.0) for box in ("fours", "four-of-a-kind")
    )
    fits = filter_of(yahtzee.card, "fours")
    assert fits(asked)
    assert not fits(other)
    assert filter_of(yahtzee.card, "four")(other)
