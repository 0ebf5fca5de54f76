"""What the whole of best play comes to: the distribution of the score, and the visits."""

from collections import Counter
from fractions import Fraction

from hypothesis import assume, given

from perfectplay import Chance, Choice, Final, Gain, Score, solve
from tests import brute_force
from tests.comparing import CLEAR_GAP, same
from tests.random_games import games_with_aims
from tests.table_game import TableGame


def play_both_ways(solver, case):
    """A solution, and what the brute force's best play comes to; where both must be the same."""
    game, aim = case
    answer = brute_force.solve(game, aim.utility)
    assume(answer.smallest_gap > CLEAR_GAP)
    return solver(game, aim.objective), brute_force.play_out(game, answer.play)


@given(case=games_with_aims())
def test_the_distribution_of_the_score_is_right(solver, case):
    solution, playout = play_both_ways(solver, case)
    assert dict(solution.distribution()) == {
        score: same(solution, mass) for score, mass in playout.distribution.items()
    }


@given(case=games_with_aims())
def test_the_distribution_adds_up_to_one(solver, case):
    game, aim = case
    solution = solver(game, aim.objective)
    assert sum(solution.distribution().values()) == same(solution, 1)


@given(case=games_with_aims())
def test_the_mean_utility_of_the_score_is_the_value(solver, case):
    game, aim = case
    solution = solver(game, aim.objective)
    assert solution.distribution().expected(aim.utility) == same(solution, solution.value)


@given(case=games_with_aims())
def test_each_position_is_visited_as_often_as_it_should(solver, case):
    solution, playout = play_both_ways(solver, case)
    visits = Counter()
    for place, often in playout.visits.items():
        if not place.path:
            visits[(place.position, place.score) if solution.tracked else place.position] += often
    assert solution.visits() == {key: same(solution, often) for key, often in visits.items()}


def test_points_in_another_order_are_the_same_score():
    decimals = TableGame(
        {
            "start": Chance({Gain(0.1, "late"): 0.5, Gain(0.3, Final()): 0.5}),
            "late": Choice({"go": Gain(0.2, Final())}),
        }
    )
    assert dict(solve(decimals, Score()).distribution()) == {Fraction(3, 10): 1.0}


def test_a_game_that_is_over_at_once_has_its_payoff_as_only_score():
    assert dict(solve(TableGame({"start": Final(7)})).distribution()) == {7: 1.0}
