"""Playing to win against playing for points: the engine for leads against the one for any game."""

import dataclasses

import pytest

from perfectplay import Compute, Score, Win, compare
from perfectplay.errors import MemoryLimitError
from perfectplay.model.scorecard import Bonus, Box, Face, OfAKind, Repeat, Scorecard
from perfectplay.solve import solve_end_game
from tests.by_engine import solve_graph, solve_leads, solve_scorecard

CARD = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=1,
    boxes=[Box("ones", Face(1)), Box("threes", Face(3)), Box("pair", OfAKind(2, 7))],
    bonuses=[Bonus("upper", ["ones", "threes"], at=6, points=5)],
    repeat=Repeat("pair", 10, "forced"),
)
TWO = dataclasses.replace(CARD, players=2)


def test_all_matches_are_those_of_the_engine_for_any_game():
    best, alone = solve_graph(TWO, Win()), solve_graph(CARD, Score())

    def for_points(decision):
        position = decision.position
        return alone.best(position.turn.rolled(position.roll, position.rerolls))

    expected = compare(TWO, {"optimal": best.play, "score": for_points}, Win())
    players = {"optimal": solve_leads(TWO).play, "score": solve_scorecard(TWO, Score()).play}
    found = compare(TWO, players)
    assert [each.strategies for each in found] == [each.strategies for each in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
        assert ours.distribution.get(0) == pytest.approx(theirs.distribution.get(0), abs=1e-12)


def test_play_for_the_score_is_that_of_the_engine_for_any_game():
    ours, theirs = solve_scorecard(TWO, Score()), solve_graph(TWO, Score())
    assert ours.value == pytest.approx(theirs.value, abs=1e-12)
    for position in theirs.visits():
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-12)
        if theirs.kind(position) == "choice":
            assert ours.best(position) == theirs.best(position)


def test_an_end_game_has_no_matches():
    large = dataclasses.replace(TWO, dice=5, sides=6, rerolls=2)
    start = large.read("first=pair second=pair first_totals=6 second_totals=6")
    with pytest.raises(MemoryLimitError, match="not 'end game'"):
        compare(
            large,
            {"end game": solve_end_game(large, start, 0).play},
            compute=Compute(memory_limit=1 << 20),
        )
