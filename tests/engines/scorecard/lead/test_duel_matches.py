"""Playing to win against playing for points: the engine for leads against the one for any game."""

import dataclasses

import pytest

from perfectplay import Score, Win
from perfectplay.comparison import compare
from perfectplay.engines.scorecard.lead.duel_matches import matches
from perfectplay.engines.scorecard.lead.engine import solve_end_game, solve_leads
from perfectplay.errors import PositionError
from perfectplay.model.scorecard import Bonus, Box, Face, OfAKind, Repeat, Scorecard
from perfectplay.solve import solve_graph

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
    found = matches(solve_leads(TWO, Win()))
    assert [each.strategies for each in found] == [each.strategies for each in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
        assert ours.distribution.get(0) == pytest.approx(theirs.distribution.get(0), abs=1e-12)


def test_an_end_game_has_no_matches():
    start = TWO.read("first=pair second=pair first_totals=6 second_totals=6")
    with pytest.raises(PositionError, match="from the start of the game"):
        matches(solve_end_game(TWO, start, 0))
