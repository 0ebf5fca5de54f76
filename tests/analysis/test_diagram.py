"""The diagram of a small game: every step once, and play flows through it as the engines count."""

from __future__ import annotations

import pytest
from hypothesis import given

from perfectplay import AtLeast, Chance, Choice, Final, Gain, PerfectPlayError, solve
from perfectplay.analysis.diagram import Diagram
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.piglet import Piglet
from perfectplay.model.nodes import Inline
from tests.by_engine import solve_graph, solve_race
from tests.random_games import games
from tests.table_game import TableGame


def visits_of(diagram):
    """How often each position is entered, by the steps that lead there."""
    often = {spot.place: 0.0 for spot in diagram.spots}
    often[diagram.spots[0].place] = 1.0
    for step in diagram.steps:
        often[diagram.spots[step.end].place] += step.often
    return {place: count for place, count in often.items() if not isinstance(place, Inline)}


@pytest.mark.parametrize(
    "game", [Coins(coins=2, target=2), Piglet(target=2), Piglet(target=3, players=1)]
)
def test_play_flows_as_the_engine_counts(game):
    solution = solve(game)
    counted = solution.visits()
    for place, often in visits_of(Diagram.of(solution)).items():
        assert often == pytest.approx(counted.get(place, 0.0))


@given(games())
def test_it_does_so_in_any_game(game):
    solution = solve(game)
    try:
        diagram = Diagram.of(solution)
    except PerfectPlayError:
        return
    if not solution.tracked:
        counted = solution.visits()
        for place, often in visits_of(diagram).items():
            assert often == pytest.approx(float(counted.get(place, 0.0)))
    for number, spot in enumerate(diagram.spots):
        shares = [step.share for step in diagram.steps if step.begin == number]
        assert (not shares) == isinstance(spot.node, Final)
        assert not shares or sum(shares) == pytest.approx(1)


def test_engines_tell_the_same_diagram():
    game = Greed(max=2, sides=2)
    rules, race = Diagram.of(solve_graph(game)), Diagram.of(solve_race(game))
    assert [spot.place for spot in rules.spots] == [spot.place for spot in race.spots]
    assert [spot.value for spot in rules.spots] == pytest.approx([s.value for s in race.spots])


def test_steps_to_the_same_place_are_one_and_points_are_told():
    game = TableGame(
        {
            0: Choice({"a": Gain(3, 1), "b": 1, "c": Chance({1: 0.5, 2: 0.5})}),
            1: Final(0),
            2: Final(9),
        }
    )
    first, *_ = Diagram.of(solve(game)).steps
    assert (first.labels, first.share) == (("a +3", "b"), 0.0)
    scored = Diagram.of(solve(game, AtLeast(3)))
    assert [(spot.place, spot.score, spot.value) for spot in scored.spots if spot.place == 1] == [
        (1, 3, 1.0),
        (1, 0, 0.0),
    ]
