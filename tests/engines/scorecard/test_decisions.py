"""Decisions and boxes, weighed: what the engine for scorecards tells of the whole of play."""

from __future__ import annotations

from collections import Counter

import pytest

from perfectplay import Exponential, Score
from perfectplay.engines.scorecard.answers.decisions import decisions_of
from perfectplay.errors import NotOfferedError
from perfectplay.solution.answers import BoxValues
from perfectplay.solution.decisions import Decisions
from tests.by_engine import solve_graph, solve_scorecard
from tests.figures.test_kinds import CARD


@pytest.fixture(scope="module")
def card():
    return solve_scorecard(CARD, Score())


def test_box_worth_is_the_value_lost_with_the_box(card):
    total, often = Counter(), Counter()
    for turn, visits in card.visits().items():
        for box in turn.open:
            least = min(CARD.points[box].values())
            gone = CARD.fill(turn, box, least)
            total[box, 3 - len(turn.open)] += visits * (card.value_at(turn) - card.value_at(gone))
            often[box, 3 - len(turn.open)] += visits
    for box, by_turn in card.answer(BoxValues).items():
        for turn, worth in enumerate(by_turn):
            assert worth == pytest.approx(total[box, turn] / often[box, turn])


def test_boxes_are_worth_points_only_where_points_are_what_counts():
    cautious = solve_scorecard(CARD, Exponential(-0.1))
    assert BoxValues not in cautious.answers
    with pytest.raises(NotOfferedError, match="what each box of a scorecard is worth"):
        cautious.answer(BoxValues)


def test_decisions_within_a_turn_are_those_of_the_whole_graph(card):
    start, graph = CARD.start(), solve_graph(CARD, Score())
    expected = {
        each.position: each for each in graph.answer(Decisions) if each.position.turn == start
    }
    found = {each.position: each for each in decisions_of(card, start, 1.0)}
    assert len(found) > 10
    assert set(found) == set(expected)
    for position, each in found.items():
        assert each.visits == pytest.approx(expected[position].visits)
        assert each.cost == pytest.approx(expected[position].cost)
        assert each.best[0] == expected[position].best[0]


def test_decisions_tell_which_part_they_are(card):
    assert card.answer(Decisions).part == "the 12 commonest turns"
    assert solve_graph(CARD, Score()).answer(Decisions).part == ""
