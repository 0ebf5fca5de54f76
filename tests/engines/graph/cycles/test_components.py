"""Games with cycles: right on random ones, and on those built to mislead."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, note

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Win, solve
from perfectplay.errors import CycleError
from perfectplay.model import Inline
from perfectplay.solution.verification import verify
from tests.brute_cycles import Arena, UndefinedError
from tests.by_engine import RUNS, solver_by
from tests.random_cycles import EndlessGame, cyclic_games
from tests.table_game import TableGame


def values_of(game):
    """What every node is worth, by trying every pair of strategies."""
    try:
        return Arena(game).values()
    except UndefinedError:
        assume(False)


def finite_values_of(game):
    values = values_of(game)
    assume(all(map(math.isfinite, values.values())))
    return values


def named(name):
    position, path = name
    return Inline(position, path) if path else position


# Random games, against every pair of positional strategies


@given(game=cyclic_games())
def test_the_value_of_every_node_is_right(game):
    values = finite_values_of(game)
    scale = max(1, *(abs(value) for value in values.values()))
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            solution = solver(game)
            for name, value in values.items():
                lower, upper = solution.bounds_at(named(name))
                assert lower <= solution.value_at(named(name)) <= upper
                assert lower <= value <= upper
                assert upper - lower <= (0 if solution.exact else 1e-12 * scale)


@given(game=cyclic_games(points=("costs", "gains", "mixed")))
def test_infinite_points_are_reported_and_nothing_else_is(game):
    values = values_of(game)
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            if all(map(math.isfinite, values.values())):
                solver(game)
            else:
                with pytest.raises(CycleError, match="the expected points are infinite"):
                    solver(game)


@given(game=cyclic_games())
def test_play_by_the_best_options_is_worth_the_value(game):
    finite_values_of(game)
    arena = Arena(game)
    for run in RUNS:
        note(f"solved by {run}")
        with solver_by(run) as solver:
            solution = solver(game)
            made = {
                name: next(edge for edge in ways if edge[0] == solution.best(named(name)))
                for name, ways in arena.edges.items()
                if arena.player[name] is not None
            }
            for name, value in arena.worth(arena.chain(made)).items():
                found = float(solution.value_at(named(name)))
                assert float(value) == pytest.approx(found, abs=1e-9)


@given(game=cyclic_games())
def test_the_proof_is_borne_out_by_the_rules(game):
    finite_values_of(game)
    verify(solve(game))
    verify(solve(game, exact=True))


# Games built to mislead


def test_waiting_does_not_make_a_way_out_better():
    """Value iteration from above would say that waiting is worth anything up to 5."""
    game = TableGame(
        {"here": Choice({"wait": "there", "leave": Final(1)}), "there": Choice({"back": "here"})}
    )
    for exact in (False, True):
        solution = solve(game, exact=exact)
        assert solution.value == solution.lower == solution.upper == 1
        assert solution.best("here") == "leave"


def test_one_waits_for_ever_where_every_way_out_costs():
    """Value iteration that starts at the worst way out would leave."""
    game = TableGame({"here": Choice({"leave": Final(-1), "wait": "here"})})
    solution = solve(game)
    assert solution.value == 0
    assert solution.best("here") == "wait"
    assert solution.visits() == {"here": math.inf}
    assert solution.length() == math.inf


def two_who_stall(endless=0):
    nodes = {
        "mine": Choice({"leave": Final(-1), "wait": "yours"}, player=0),
        "yours": Choice({"leave": Final(1), "wait": "mine"}, player=1),
    }
    return EndlessGame(nodes, 2, endless)


@pytest.mark.parametrize(
    ("endless", "value"), [(0, 0), (Fraction(1, 2), Fraction(1, 2)), (2, 1), (-2, -1)]
)
def test_two_players_may_both_prefer_to_stall(solver, endless, value):
    assert solver(two_who_stall(endless)).value == value


def test_two_who_stall_may_tie():
    assert solve(two_who_stall(), Win()).value == 0.5
    assert solve(two_who_stall(), Win(tie=0)).value == 0


def slow_leak(chance):
    """Heads one is out and has won, tails one is out and has lost; both are rare."""
    win, lose = 2 * chance, chance
    stay = 1 - win - lose
    return TableGame(
        {
            "here": Chance([("there", stay), ("won", win), ("lost", lose)]),
            "there": Chance({"here": 1}),
            "won": Final(1),
            "lost": Final(0),
        }
    )


@pytest.mark.parametrize("chance", [Fraction(1, 10), Fraction(1, 300)])
def test_a_slow_leak_comes_out_right(chance):
    solution = solve(slow_leak(chance))
    assert solution.lower <= Fraction(2, 3) <= solution.upper
    assert solution.upper - solution.lower <= 1e-12


def ladder(height):
    """Up by one, or all the way down: the usual stopping rule gives up far too early."""
    rungs = {rung: Chance.weighted([(rung + 1, 1), (0, 1)]) for rung in range(height)}
    return TableGame({**rungs, height: Final(1)})


def test_a_ladder_that_is_climbed_at_last(solver):
    solution = solver(ladder(9))
    assert solution.lower <= 1 <= solution.upper
    assert float(solution.length()) == pytest.approx(2**10 - 2)


def test_many_cuts_are_solved_by_iteration():
    """Every node leads back to every other, so that no few unknowns would do."""
    size = 150
    nodes = {
        node: Chance.weighted([*((other, 1) for other in range(size)), (Final(node % 2), 50)])
        for node in range(size)
    }
    solution = solve(TableGame(nodes))
    assert solution.lower <= Fraction(3, 8) <= solution.upper
    assert solution.length() == pytest.approx(4)


# Points on cycles


def test_the_fewest_turns_are_found(solver):
    game = TableGame(
        {
            "start": Choice(
                {
                    "pass": Gain(-1, "start"),
                    "safe": Gain(-3, Final(0)),
                    "bold": Chance.weighted([(Gain(-1, "start"), 1), (Gain(-1, Final(0)), 1)]),
                }
            )
        }
    )
    solution = solver(game)
    assert solution.lower <= -2 <= solution.upper
    assert solution.best("start") == "bold"


def test_a_running_score_is_tracked_past_cycles_that_score_nothing(solver):
    """A coin until it falls; then 2 points or 1; then another coin; in all at least 3."""
    game = TableGame(
        {
            "flip": Chance.weighted([("flip", 1), ("choose", 1)]),
            "choose": Choice(
                {
                    "bold": Chance.weighted([(Gain(2, "again"), 1), ("again", 2)]),
                    "safe": Gain(1, "again"),
                }
            ),
            "again": Chance.weighted(
                [("again", 2), (Gain(1, Final(0)), 1), (Gain(2, Final(0)), 1)]
            ),
        }
    )
    solution = solver(game, AtLeast(3))
    half = Fraction(1, 2)
    assert solution.lower <= half <= solution.upper
    assert solution.best("choose") == "safe"
    assert float(solution.distribution().at_least(3)) == pytest.approx(0.5)
