"""What a solution answers where play can go round in cycles."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given

from perfectplay import Chance, Choice, Final, Gain, evaluate, load, solve
from perfectplay.errors import CycleError, FileError, StrategyError
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.model.jeopardy import Turn
from perfectplay.solution.verification import VerificationError, verify
from perfectplay.strategies.strategy import at_random
from tests.random_cycles import cyclic_games
from tests.table_game import TableGame


def solved(game, **keywords):
    try:
        return solve(game, **keywords)
    except CycleError:
        assume(False)


@given(cyclic_games(points=("none",)))
def test_the_distribution_adds_up_and_its_mean_is_the_value(game):
    solution = solved(game, exact=True)
    scores = solution.distribution()
    assert sum(scores.values()) == 1
    assert scores.mean == solution.value
    assert scores.cut == 0


@given(cyclic_games(points=("costs", "gains", "mixed")))
def test_a_cut_distribution_tells_what_it_leaves_out(game):
    solution = solved(game)
    scores = solution.distribution()
    assert 0 <= scores.cut <= 1e-12
    assert sum(scores.values()) + scores.cut == pytest.approx(1, abs=1e-11)
    assert scores.mean == pytest.approx(solution.value, abs=1e-7)


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
def test_visits_in_floats_are_those_in_fractions(solver, game):
    exact, solution = solved(game, exact=True), solved(game)
    assume(exact.chosen == solution.chosen)
    expected = {position: float(often) for position, often in exact.visits().items()}
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


def test_a_strategy_is_evaluated_where_play_goes_round():
    game = Piglet(target=2)
    best = solve(game, exact=True)
    assert evaluate(game, best.play, best.play, exact=True).value == best.value
    assert evaluate(game, best.play, at_random, exact=True).value > best.value


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", [Piglet(target=4), Pig(target=8, players=1)])
def test_a_saved_solution_says_the_same(tmp_path, game, exact):
    solution = solve(game, exact=exact)
    solution.save(tmp_path / "kept.safetensors")
    kept = load(tmp_path / "kept.safetensors")
    assert (kept.lower, kept.value, kept.upper) == (solution.lower, solution.value, solution.upper)
    assert kept.visits() == solution.visits()
    assert kept.distribution() == solution.distribution()
    assert kept.simulate(1000, seed=5) == solution.simulate(1000, seed=5)
    assert verify(kept).positions == solution.positions


# Verification finds what is wrong


@pytest.mark.parametrize("side", [0, 1])
def test_a_bound_that_is_too_tight_is_found(side):
    solution = solve(Piglet(target=4))
    node = solution.node(Turn(0, 0, 0, 0))
    solution.bounds[side][node] = solution.bounds[side][solution.node(Turn(3, 0, 0, 0))] * side
    with pytest.raises(VerificationError, match="bound at"):
        verify(solution)


def test_a_false_solution_of_the_equations_is_found():
    """That waiting is worth 5 satisfies the equations, but nobody pays it."""
    game = TableGame(
        {"here": Choice({"wait": "there", "leave": Final(1)}), "there": Choice({"back": "here"})}
    )
    solution = solve(game)
    for name in ("here", "there"):
        node = solution.node(name)
        solution.values[node] = 5
        for bound in solution.bounds:
            bound[node] = 5
    with pytest.raises(VerificationError, match="lower bound at 'here' does not hold for a player"):
        verify(solution)


def test_a_bound_below_endless_play_is_found():
    game = TableGame({"here": Choice({"leave": Final(-1), "wait": "here"})})
    solution = solve(game)
    for column in (solution.values, *solution.bounds):
        column[solution.node("here")] = -1
    with pytest.raises(VerificationError, match="upper bound at 'here' does not hold for a player"):
        verify(solution)


# Strategies where points are scored on a cycle


def coin_for_the_end():
    return TableGame({0: Choice({"on": Gain(-1, 0), "off": Final(0)})})


def test_a_strategy_is_evaluated_where_the_score_has_no_bound():
    assert evaluate(coin_for_the_end(), at_random, exact=True).value == -1


def test_a_strategy_cannot_ask_for_a_score_without_bound():
    def by_score(decision):
        return {"on": 1, "off": decision.score <= -3 or 1}

    with pytest.raises(StrategyError, match=r"asks for the score in .*; it has no bound there"):
        evaluate(coin_for_the_end(), by_score)


def test_a_file_without_its_bounds_is_damaged(tmp_path):
    path = tmp_path / "kept.safetensors"
    solve(Piglet(target=2)).save(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"upper"', b'"uppre"'))
    with pytest.raises(FileError):
        load(path)
