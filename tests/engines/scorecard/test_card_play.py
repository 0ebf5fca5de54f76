"""What the whole of best play comes to: the distribution of the score, and the visits."""

from collections import Counter
from contextlib import contextmanager
from fractions import Fraction

from hypothesis import assume, given, note

from perfectplay import Chance, Choice, Final, Gain, Score, solve
from tests import brute_force
from tests.by_engine import RUNS, solver_by
from tests.comparing import CLEAR_GAP, same
from tests.random_games import games_with_aims
from tests.table_game import TableGame


def best_play(case):
    """What the brute force's best play comes to, where all play must be the same."""
    game, aim = case
    answer = brute_force.solve(game, aim.utility)
    assume(answer.smallest_gap > CLEAR_GAP)
    return brute_force.play_out(game, answer.play)


@contextmanager
def solved_by(run, case):
    """A random game, solved by one of the engines, which answers for it too."""
    note(f"solved by {run}")
    game, aim = case
    with solver_by(run) as solver:
        yield solver(game, aim.objective)


@given(case=games_with_aims())
def test_the_distribution_of_the_score_is_right(case):
    expected = best_play(case).distribution
    for run in RUNS:
        with solved_by(run, case) as solution:
            assert dict(solution.distribution()) == {
                score: same(solution, mass) for score, mass in expected.items()
            }


@given(case=games_with_aims())
def test_the_distribution_adds_up_to_one(case):
    for run in RUNS:
        with solved_by(run, case) as solution:
            assert sum(solution.distribution().values()) == same(solution, 1)


@given(case=games_with_aims())
def test_the_mean_utility_of_the_score_is_the_value(case):
    _, aim = case
    for run in RUNS:
        with solved_by(run, case) as solution:
            scores = solution.distribution()
            assert scores.expected(aim.utility) == same(solution, solution.value)


@given(case=games_with_aims())
def test_each_position_is_visited_as_often_as_it_should(case):
    expected = best_play(case).visits
    for run in RUNS:
        with solved_by(run, case) as solution:
            visits = Counter()
            for place, often in expected.items():
                if not place.path:
                    at = (place.position, place.score) if solution.tracked else place.position
                    visits[at] += often
            assert solution.visits() == {at: same(solution, often) for at, often in visits.items()}


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
