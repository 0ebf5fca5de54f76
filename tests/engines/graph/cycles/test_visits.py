"""How often positions arise, where play can go round in cycles."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, note

from perfectplay import Chance, Choice, Final, solve
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from tests.by_engine import RUNS, solver_by
from tests.engines.graph.cycles.solved import solved
from tests.random_cycles import cyclic_games
from tests.table_game import TableGame


@given(cyclic_games())
def test_what_comes_in_goes_out(game):
    """Every position arises as often as play comes to it from the others, or starts there."""
    solution = solved(game, exact=True)
    graph, visits = solution.graph, solution.state_visits
    assume(math.inf not in visits)
    arrivals = [Fraction(int(node == 0)) for node in range(graph.nodes)]
    for node in range(graph.nodes):
        edges = [solution.chosen[node]] if graph.kind[node] == 1 else graph.out(node)
        for edge in edges:
            arrivals[graph.target[edge]] += visits[node] * graph.probability[edge]
    assert arrivals == list(visits)
    rest = [visits[node] for node in range(graph.nodes) if graph.kind[node] == 0]
    assert sum(rest) == 1


@given(cyclic_games())
def test_visits_in_floats_are_those_in_fractions(game):
    exact, solution = solved(game, exact=True), solved(game)
    assume(exact.chosen == solution.chosen)
    expected = {position: float(often) for position, often in exact.visits().items()}
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            assert solver(game).visits() == pytest.approx(expected, rel=1e-9)
    assert solution.length() == pytest.approx(float(exact.length()), rel=1e-9)


def stuck():
    """With a chance of a third play is caught where it goes round for ever."""
    return TableGame(
        {
            "start": Chance.weighted([("loop", 1), (Final(3), 2)]),
            "loop": Choice({"on": "back"}),
            "back": Choice({"on": "loop"}),
        }
    )


@pytest.mark.parametrize("exact", [False, True])
def test_play_that_is_caught_counts_as_endless(exact):
    solution = solve(stuck(), exact=exact)
    assert float(solution.value) == pytest.approx(2)
    assert solution.visits() == {"start": 1, "loop": math.inf, "back": math.inf}
    assert solution.length() == math.inf
    assert dict(solution.distribution()) == pytest.approx({0: 1 / 3, 3: 2 / 3})
    played = solution.simulate(20_000, seed=3)
    assert abs(played.mean - 2) < 5 * played.error


@pytest.mark.parametrize("game", [Pig(target=12), Pig(target=12, players=1), Piglet(target=5)])
def test_simulated_games_agree_with_the_value(game):
    solution = solve(game)
    played = solution.simulate(50_000, seed=1)
    assert abs(played.mean - solution.value) < 5 * played.error


def test_an_equally_good_option_that_waits_for_ever_is_not_chosen():
    game = TableGame({"here": Choice({"wait": "here", "leave": Final(1)})})
    solution = solve(game)
    wait, leave = solution.options("here")
    assert wait.best
    assert leave.best
    assert solution.best("here") == "leave"
    assert solution.length() == 1
