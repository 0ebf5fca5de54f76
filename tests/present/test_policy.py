"""A policy in words, and reports that have all of it."""

from __future__ import annotations

import pytest

from perfectplay import AtLeast, EveryTarget, Score
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.slots import Slots
from perfectplay.present.policy import policy_words
from perfectplay.present.report import page_of
from perfectplay.solve import solve
from tests.by_engine import solve_graph, solve_leads, solve_race, solve_scorecard
from tests.figures.test_kinds import CARD

SOLVED = {
    "a card": lambda: solve_scorecard(CARD, Score()),
    "coins": lambda: solve(Coins(coins=2, target=2)),
    "slots": lambda: solve_graph(Slots()),
    "a target": lambda: solve_leads(CARD, AtLeast(8)),
    "greed": lambda: solve_race(Greed(max=6, sides=2)),
}


@pytest.mark.parametrize("name", SOLVED)
def test_a_policy_has_words_and_a_report_has_all(name):
    solution = SOLVED[name]()
    words = policy_words(solution)
    page = page_of(solution)
    assert words
    for part in ("The rules", "How to play", "<svg", f"{float(solution.value):.6g}"[:7]):
        assert part in page
    assert "<script" not in page
    assert 'src="http' not in page


def test_what_no_sentence_tells_is_left_out():
    every = solve_leads(CARD, EveryTarget())
    assert policy_words(every) == []
    assert "How to play" not in page_of(every)
    assert "The odds" not in page_of(every)
