"""Numbers of dice that are equally good: the fewest are rolled, in floats as in fractions."""

from fractions import Fraction
from functools import cache

import pytest

from perfectplay.engines.ties import ABSOLUTE_TIE, RELATIVE_TIE
from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from tests.by_engine import solve_graph, solve_race
from tests.engines.race.races import all_turns


@cache
def both(limit, sides):
    """A race in floats and in fractions."""
    game = Greed(max=limit, sides=sides)
    return tuple(solve_race(game, Win(), exact=exact) for exact in (False, True))


def equally_good(solution, turn):
    return [option.label for option in solution.options(turn) if option.best]


@pytest.mark.parametrize("limit", [10, 20, 60, 100])
@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
def test_one_die_is_rolled_where_two_are_as_good(limit, exact):
    solution = both(limit, 6)[exact]
    turn = RaceTurn(limit - 10, limit - 9, last=True)
    options = solution.options(turn)
    assert [option.label for option in options[:2]] == [1, 2]
    assert [option.best for option in options[:3]] == [True, True, False]
    assert [option.cost for option in options[:2]] == [0, 0]
    assert [option.value for option in options[:2]] == pytest.approx([11 / 12, 11 / 12], abs=1e-15)
    assert solution.best(turn) == 1


def test_the_two_are_equally_good_without_rounding():
    options = both(20, 6)[True].options(RaceTurn(10, 11, last=True))
    assert [option.value for option in options[:2]] == [Fraction(11, 12), Fraction(11, 12)]


def test_the_graph_engine_sees_the_same_tie():
    graph = solve_graph(Greed(max=20, sides=6), Win())
    assert equally_good(graph, RaceTurn(10, 11, last=True, player=1)) == [1, 2]


@pytest.mark.parametrize(("limit", "sides"), [(60, 6), (40, 2), (50, 10)])
def test_floats_choose_everywhere_as_fractions_do(limit, sides):
    floats, exact = both(limit, sides)
    differing = [turn for turn in all_turns(limit) if floats.best(turn) != exact.best(turn)]
    assert differing == []


@pytest.mark.parametrize(("limit", "sides"), [(60, 6), (40, 2), (50, 10), (20, 1)])
@pytest.mark.parametrize("exact", [False, True], ids=["floats", "exact"])
def test_the_chosen_number_is_the_least_of_those_that_are_equally_good(limit, sides, exact):
    solution = both(limit, sides)[exact]
    for turn in all_turns(limit)[::29]:
        assert solution.best(turn) == min(equally_good(solution, turn))


def test_there_are_ties_in_other_turns_than_the_last_too():
    floats, exact = both(20, 1)
    turn = RaceTurn(0, 0)
    assert equally_good(floats, turn) == equally_good(exact, turn) == list(range(1, 21))


def test_what_floats_do_not_tell_apart_costs_next_to_nothing():
    floats, exact = both(100, 6)
    differing = [turn for turn in all_turns(100) if floats.best(turn) != exact.best(turn)]
    assert all(turn.last for turn in differing)
    for turn in differing:
        costs = {option.label: option.cost for option in exact.options(turn)}
        assert floats.best(turn) < exact.best(turn)
        assert costs[floats.best(turn)] <= RELATIVE_TIE + ABSOLUTE_TIE
