"""Which options are equally good: those that rounding cannot tell apart, and no others."""

from fractions import Fraction

import pytest
from hypothesis import given

from perfectplay import Chance, Choice, Final, Gain, solve
from perfectplay.games.greed import Greed
from perfectplay.objectives import Win
from tests import brute_force
from tests.by_engine import solve_graph, solve_race
from tests.comparing import question
from tests.random_games import games_with_aims
from tests.table_game import TableGame


def best_of(options, player=0, others=None):
    """The labels of the best options of a choice, and what the others cost."""
    game = TableGame({"start": Choice(options, player), **(others or {})}, players=2)
    ranked = solve(game).options("start")
    return [option.label for option in ranked if option.best], [
        option.cost for option in ranked if not option.best
    ]


@pytest.mark.parametrize(("one", "other"), [(0.1 + 0.2, 0.3), (0.0, 0.0), (1 / 3, Fraction(1, 3))])
def test_options_that_differ_by_rounding_tie(one, other):
    assert best_of({"one": Final(one), "other": Final(other)}) == (["one", "other"], [])


@pytest.mark.parametrize(
    ("less", "more"),
    [(1, 1 + 1e-8), (1e-12, 2e-12), (-1e-9, 1e-9), (1e12, 1e12 + 1e-4), (1e-12, 1.0000000001e-12)],
)
def test_options_that_differ_by_more_than_rounding_do_not_tie(less, more):
    best, (cost,) = best_of({"less": Final(less), "more": Final(more)})
    assert best == ["more"]
    assert cost == more - less


def test_exact_options_that_differ_at_all_do_not_tie():
    less, more = Final(1), Final(1 + Fraction(1, 10**30))
    solution = solve(TableGame({"start": Choice({"less": less, "more": more})}), exact=True)
    assert solution.best("start") == "more"
    assert solution.options("start")[1].cost == Fraction(1, 10**30)


def test_what_large_values_that_cancel_leave_below_their_rounding_ties():
    bet = Chance.weighted([(Final(1e15), 1), (Final(-1e15), 1)])
    assert best_of({"nothing": Final(), "bet": Gain(0.05, bet)}) == (["nothing", "bet"], [])


def test_large_payoffs_that_differ_by_one_are_told_apart():
    assert best_of({"less": Final(2e9), "more": Final(2e9 + 1)}) == (["more"], [1])
    assert best_of({"less": Final(1e15), "more": Final(1e15 + 1)}) == (["more"], [1])


def test_what_is_at_stake_elsewhere_does_not_matter():
    far = {
        "start": Chance({"here": 0.5, "there": 0.5}),
        "here": Choice({"less": Final(1), "more": Final(1.5)}),
        "there": Final(10**12),
    }
    solution = solve(TableGame(far))
    assert solution.best("here") == "more"
    assert [option.cost for option in solution.options("here")] == [0, 0.5]


def test_nor_does_another_option_of_the_same_choice():
    options = {"more": Final(1.5), "less": Final(1), "most": Final(10**12)}
    assert best_of(options, player=1) == (["less"], [0.5, 10**12 - 1])


def swing(mean, size):
    """Win or lose a lot; it comes to the mean."""
    return Chance.weighted([(Final(mean + 2 * size), 1), (Final(mean - size), 2)])


def test_values_that_cancel_are_as_sharp_as_rounding_lets_them_be():
    options = {"less": swing(1, 10**12), "more": swing(Fraction(3, 2), 10**12)}
    best, (cost,) = best_of(options)
    assert best == ["more"]
    assert cost == pytest.approx(0.5, abs=1e-3)
    assert best_of({"risk": swing(1, 10**12), "sure": Final(1)}) == (["risk", "sure"], [])


def test_rounding_does_not_decide_a_tie():
    three = Chance.weighted([(Gain(0.1, Final(0.2)), 1), (Final(0.3), 2)])
    assert best_of({"added": three, "plain": Final(0.3)}) == (["added", "plain"], [])
    assert best_of({"plain": Final(0.3), "added": Gain(0.1, Final(0.2))}, player=1) == (
        ["plain", "added"],
        [],
    )


def test_small_chances_are_told_apart():
    def rare(weight):
        return Chance.weighted([(Final(1), weight), (Final(0), 10**12 - weight)])

    assert best_of({"one": rare(1), "two": rare(2)})[0] == ["two"]


@given(case=games_with_aims())
def test_no_option_that_is_as_good_is_passed_over(case):
    game, aim = case
    solution, answer = solve(game, aim.objective), brute_force.solve(game, aim.utility)
    for place, best in answer.best.items():
        told = [
            option.label for option in solution.options(*question(solution, place)) if option.best
        ]
        assert set(best) <= set(told)


def test_two_engines_see_the_same_ties():
    race, graph = solve_race(Greed(max=12), Win()), solve_graph(Greed(max=12), Win())
    for position in graph.names.found:
        if graph.kind(position) == "choice":
            assert {option.label for option in graph.options(position) if option.best} == {
                option.label for option in race.options(position) if option.best
            }
