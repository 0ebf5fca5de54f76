"""Given play on scorecards: followed by kernels, as the engine for any game follows it."""

import pytest

from perfectplay import AtLeast, Score, evaluate, solve
from perfectplay.engines import find
from perfectplay.engines.scorecard.evaluate import sampled_play as sampled
from perfectplay.errors import StrategyError
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.request import Request
from tests.by_engine import solve_scorecard
from tests.strategies.rules.cards import CARD, SMALL

KERNELS = find("scorecard")


@pytest.fixture(scope="module")
def by_graph():
    return evaluate(SMALL, CARD, exact=True)


@pytest.fixture(scope="module")
def by_kernels():
    return KERNELS.evaluate(SMALL, [CARD], Request(Score()))


def test_the_kernels_follow_a_card_as_the_engine_for_any_game_does(by_graph, by_kernels):
    assert by_graph.engine == "graph"
    assert by_kernels.engine == "scorecard"
    assert by_kernels.value == pytest.approx(float(by_graph.value), abs=1e-12)
    assert by_kernels.value_at(SMALL.start()) == by_kernels.value


def test_scores_are_as_likely(by_graph, by_kernels):
    exact, found = by_graph.distribution(), by_kernels.distribution()
    for score in {*exact, *found}:
        assert found.get(score, 0) == pytest.approx(float(exact.get(score, 0)), abs=1e-12)


def test_turns_arise_as_often(by_graph, by_kernels):
    visits = by_kernels.visits()
    for place, often in by_graph.visits().items():
        if place in visits and place.totals == (0,):
            assert visits[place] == pytest.approx(float(often), abs=1e-12)


def test_another_objective_weighs_the_scores(by_graph):
    target = KERNELS.evaluate(SMALL, [CARD], Request(AtLeast(50)))
    assert target.value == pytest.approx(float(by_graph.distribution().at_least(50)), abs=1e-12)


def test_simulation_agrees(by_kernels):
    low, high = by_kernels.simulate(20_000, seed=1).interval(0.999)
    assert low <= by_kernels.value <= high


def test_code_is_played_beside_best_play(by_kernels, monkeypatch):
    monkeypatch.setattr(sampled, "CLOSE", 0.5)  # a batch or two will do
    best = solve_scorecard(SMALL)
    players = {"best": best.play, "card": CARD, "code": CARD.__call__}
    by_name = {
        result.strategies[0]: result
        for result in KERNELS.compare(SMALL, Request(Score(), strategies=players))
    }
    assert by_name["best"].value == best.value
    assert by_name["card"].value == by_kernels.value
    loss = by_name["code"].loss
    low, high = loss.interval(0.999)
    assert low <= best.value - by_kernels.value <= high
    assert by_name["code"].value == pytest.approx(best.value - loss.mean)


def test_code_is_not_evaluated_on_a_large_card():
    with pytest.raises(StrategyError, match="`compare` plays a Python function"):
        evaluate(Yahtzee(), lambda decision: decision.options[0])


def test_a_small_card_is_compared_exactly(by_graph):
    from perfectplay import compare

    results = compare(SMALL, {"best": solve(SMALL).play, "code": CARD.__call__}, exact=True)
    assert results[1].value == by_graph.value
