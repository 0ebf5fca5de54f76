"""Where rules lose: the costs of decisions add up to the whole loss."""

import pytest

from perfectplay import Score, evaluate, read_rules, solve
from perfectplay.analysis.losses import losses_of
from perfectplay.engines import Request, find
from perfectplay.games.slots import Slots
from tests.by_engine import solve_scorecard
from tests.strategies.rules.cards import CARD, SMALL


def test_on_a_card_the_kernels_count_them():
    best = solve_scorecard(SMALL)
    played = find("scorecard").evaluate(SMALL, [CARD], Request(Score()))
    found = losses_of(best, CARD, played)
    assert sum(loss.cost for loss in found) == pytest.approx(best.value - played.value)
    assert found == sorted(found, key=lambda loss: -loss.cost)
    by_rules = losses_of(solve(SMALL), CARD, evaluate(SMALL, CARD))
    for line in range(len(CARD.lines)):
        here = sum(loss.cost for loss in found if loss.line == line)
        there = sum(loss.cost for loss in by_rules if loss.line == line)
        assert here == pytest.approx(there, abs=1e-9)


def test_where_the_score_counts():
    slots = Slots()
    rules = read_rules("examples/cards/slots-six-lines.toml")
    best, played = solve(slots), evaluate(slots, rules)
    found = losses_of(best, rules, played)
    assert sum(loss.cost for loss in found) == pytest.approx(185 / 15552)
