"""One turn of a scorecard as a graph."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from perfectplay import PerfectPlayError, Score
from perfectplay.analysis.aims import aims
from perfectplay.figures.turn_graph import best_flow, columns_of
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.game import keeps
from tests.by_engine import solve_scorecard
from tests.figures.test_kinds import CARD


@pytest.fixture(scope="module")
def card():
    return solve_scorecard(CARD, Score())


def test_a_yahtzee_turn_has_252_462_252_462_252_positions():
    rolls = list(itertools.combinations_with_replacement(range(1, 7), 5))
    kept = {keep for roll in rolls for keep in keeps(roll)}
    assert (len(rolls), len(kept)) == (252, 462)


def test_the_turn_graph_counts_all_and_flows_like_best_play(card):
    columns = columns_of(card, CARD.start(), None)
    assert [len(column.values) for column in columns] == [10, 15, 10, 15, 10, 3]
    position = Rolled(CARD.names, (1, 3), 2, (0,))
    flow = best_flow(card, position, None)
    for column in range(5):
        assert sum(step[3] for step in flow if step[0] == column) == pytest.approx(1)
    boxes = Counter()
    for column, _, box, likely in flow:
        if column == 4:
            boxes[box] += likely
    expected = {aim.box: aim.filled for aim in aims(card, position, card.best(position))}
    assert all(boxes[box] == pytest.approx(likely) for box, likely in expected.items())


def test_another_roll_is_followed_but_not_what_is_no_turn(card):
    figure = card.figure("turn", at=Rolled(CARD.names, (1, 3), 1, (0,)))
    assert "marked: 1 3" in figure.axes[0].get_title(loc="left")
    with pytest.raises(PerfectPlayError, match="a turn, or a roll in it"):
        card.figure("turn", at="elsewhere")
