"""A position of any game is told as a line of play meets it."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.games.greed import Greed
from perfectplay.games.slots import Slots
from perfectplay.present.place import Place
from tests.play.test_line import SOLVED, played


@pytest.mark.parametrize("name", SOLVED)
def test_looking_around_sees_what_a_line_meets(name):
    solution = SOLVED[name]()
    for step in played(solution, 1).steps:
        place = Place.of(solution, step.before.name, step.before.score)
        assert place.whole == pytest.approx(step.before.value)
        met = (step.after.name, step.after.score - step.before.score)
        [way] = [
            way
            for way in place.ways
            if place.end(way) == met and (step.player is None or way.label == step.taken)
        ]
        assert way.whole == pytest.approx(step.after.value)
        assert (place.player, way.cost) == (step.player, pytest.approx(step.lost))
        if step.player is None:
            assert sum(each.probability for each in place.ways) == pytest.approx(1)


def test_the_end_is_told_with_the_final_score():
    slots = solve(Slots())
    place = Place.of(slots, slots.read("open=bin roll=3"), 42)
    assert [place.step_words(way) for way in place.ways] == ["over, final score 42"]


def test_a_large_race_is_looked_at_without_walking_through_its_rules(monkeypatch):
    greed = solve(Greed(max=300))
    monkeypatch.setattr(Greed, "at", None)
    assert len(Place.of(greed, greed.game.start()).ways) == 301
