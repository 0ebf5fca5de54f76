"""The layout of a game's graph: every step is drawn, onwards or back."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given

from perfectplay import PerfectPlayError, solve
from perfectplay.analysis.diagram import MOST_SPOTS, Diagram
from perfectplay.figures.game_graph import depth_first, laid_out, layered, settled
from perfectplay.games.coins import Coins
from perfectplay.games.piglet import Piglet
from tests.random_cycles import cyclic_games


def require_layout(diagram):
    ways, layers = layered(diagram)
    places = laid_out(layers, ways)
    assert [way.step for way in ways] == diagram.steps
    assert set(range(len(diagram.spots))) <= set(places)
    for way in ways:
        columns = [places[stop][0] for stop in way.stops]
        assert (
            columns == list(range(columns[0], columns[0] + len(columns))) if columns else way.back
        )
    for layer in layers:
        heights = [places[stop][1] for stop in layer]
        assert all(high - low >= 0.5 - 1e-9 for low, high in itertools.pairwise(heights))
    return ways


def test_without_cycles_all_steps_lead_on():
    ways = require_layout(Diagram.of(solve(Coins(coins=2, target=2))))
    assert not any(way.back for way in ways)


def test_of_a_cycle_some_step_leads_back():
    ways = require_layout(Diagram.of(solve(Piglet(target=2))))
    assert 0 < sum(way.back for way in ways) < len(ways)


@given(cyclic_games())
def test_any_game_is_laid_out(game):
    try:
        diagram = Diagram.of(solve(game))
    except PerfectPlayError:  # it can gain points for ever, or is too large
        return
    ways = require_layout(diagram)
    order = depth_first(diagram)
    assert sorted(order) == list(range(len(diagram.spots)))
    back = {(way.step.begin, way.step.end) for way in ways if way.back}
    for step in diagram.steps:
        leads_on = order.index(step.begin) < order.index(step.end)
        assert leads_on == ((step.begin, step.end) not in back)


def test_heights_keep_their_order_and_their_distance():
    wanted = {1: 3.0, 2: 0.0, (9, 1): 0.0, 3: 8.0}
    found = settled([1, 2, (9, 1), 3], wanted)
    gaps = [high - low for low, high in itertools.pairwise(found.values())]
    assert gaps[:2] == [pytest.approx(1.0), pytest.approx(0.75)]
    assert found[3] == 8.0


def test_a_game_with_too_many_positions_is_refused_with_the_remedy():
    with pytest.raises(
        PerfectPlayError, match=f"more than {MOST_SPOTS} positions.*perfectplay serve"
    ):
        Diagram.of(solve(Coins()))
