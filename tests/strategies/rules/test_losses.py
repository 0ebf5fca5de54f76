"""Where rules lose: the costs of decisions add up to the whole loss."""

import pytest

from perfectplay import read_rules, solve
from perfectplay.games.slots import Slots
from perfectplay.solution.answers import PolicyRegret
from tests.by_engine import solve_graph, solve_scorecard
from tests.strategies.rules.cards import CARD, SMALL


def test_on_a_card_the_kernels_count_them():
    best = solve_scorecard(SMALL)
    found, by_rules = (
        best.answer(PolicyRegret).of(CARD),
        solve_graph(SMALL).answer(PolicyRegret).of(CARD),
    )
    losses, losses_by_rules = list(found), list(by_rules)
    assert found.total == pytest.approx(best.value - found.value)
    assert found.value == pytest.approx(by_rules.value)
    totals = [loss.total for loss in losses]
    assert totals == sorted(totals, reverse=True)
    for line in range(1, len(CARD.lines) + 1):
        here = sum(loss.total for loss in losses if loss.line == line)
        there = sum(loss.total for loss in losses_by_rules if loss.line == line)
        assert here == pytest.approx(there, abs=1e-9)


def test_where_the_score_counts():
    rules = read_rules("examples/cards/slots-six-lines.toml")
    found = solve(Slots()).answer(PolicyRegret).of(rules)
    assert found.total == pytest.approx(185 / 15552)
    assert {loss.line for loss in found} == {1, 2, 3, 4, 5, 6}
