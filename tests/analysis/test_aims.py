"""What a move aims at, against a plain count."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.analysis.aims import aims
from perfectplay.games.yazy import Yazy
from tests.model.scorecard.by_hand import places


@pytest.fixture(scope="module")
def yazy():
    return solve(Yazy())


def test_the_turn_ends_somewhere(yazy):
    roll = yazy.read("open=ones,sixes,full-house,straight roll=1,2,3,4,6 rerolls=2")
    for option in yazy.options(roll):
        found = aims(yazy, roll, option.label)
        assert sum(aim.filled for aim in found) == pytest.approx(1)
        assert [aim.filled for aim in found] == sorted((a.filled for a in found), reverse=True)


def test_what_can_be_made_with_one_die_is_counted_by_hand(yazy):
    roll = yazy.read("open=sixes,straight roll=1,2,3,4,6 rerolls=1")
    found = {aim.box: aim for aim in aims(yazy, roll, "keep 1 2 3 4")}
    made = [places(Yazy().card, {}, (1, 2, 3, 4, face)) for face in range(1, 7)]
    assert found["straight"].made == pytest.approx(
        sum(place["straight"].points > 0 for place in made) / 6
    )
    assert found["sixes"].made == pytest.approx(1 / 6)


def test_a_move_that_stops_aims_at_what_lies_there(yazy):
    roll = yazy.read("open=sixes,full-house roll=3,3,6,6,6 rerolls=2")
    first = aims(yazy, roll, "keep all")[0]
    assert (first.box, first.made, first.filled, first.points) == ("full-house", 1, 1, 25)
