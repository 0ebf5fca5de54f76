"""`perfectplay practice`: what is asked, what it cost, and what that would be in a game."""

from __future__ import annotations

import io

import pytest


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
