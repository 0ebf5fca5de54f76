"""On random games, three engines and a brute-force recursion give the same answers.

It takes longer to draw a game than to solve it, so that each is solved by all of them.
"""

from contextlib import contextmanager

from hypothesis import assume, given, note

from tests import brute_force
from tests.by_engine import RUNS, solver_by
from tests.comparing import CLEAR_GAP, question, same, to_come
from tests.random_games import games_with_aims


@contextmanager
def solved_by(run, case):
    note(f"solved by {run}")
    game, aim = case
    with solver_by(run) as solver:
        yield solver(game, aim.objective)


def answer_to(case):
    game, aim = case
    return brute_force.solve(game, aim.utility)


def clear_answer_to(case):
    """As above, for games in which options are equally good or clearly not."""
    answer = answer_to(case)
    assume(answer.smallest_gap > CLEAR_GAP)
    return answer


@given(case=games_with_aims())
def test_the_value_is_right(case):
    answer = answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            assert solution.value == same(solution, answer.value)


@given(case=games_with_aims())
def test_the_value_of_every_position_is_right(case):
    answer = answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            for place, value in answer.values.items():
                expected = to_come(solution, place, value)
                assert solution.value_at(*question(solution, place)) == same(solution, expected)


@given(case=games_with_aims())
def test_the_value_of_every_option_is_right(case):
    answer = answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            for place, values in answer.options.items():
                options = solution.options(*question(solution, place))
                assert {option.label: option.value for option in options} == {
                    label: same(solution, to_come(solution, place, value))
                    for label, value in values.items()
                }


@given(case=games_with_aims())
def test_the_cost_of_every_option_is_right(case):
    answer = answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            for place, values in answer.options.items():
                options = solution.options(*question(solution, place))
                assert {option.label: option.cost for option in options} == {
                    label: same(solution, abs(value - answer.values[place]))
                    for label, value in values.items()
                }


@given(case=games_with_aims())
def test_the_equally_good_options_are_told(case):
    answer = clear_answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            for place, best in answer.best.items():
                options = solution.options(*question(solution, place))
                assert [option.label for option in options if option.best] == best


@given(case=games_with_aims())
def test_the_first_of_the_best_options_is_chosen(case):
    answer = clear_answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            for place, best in answer.best.items():
                assert solution.best(*question(solution, place)) == best[0]


@given(case=games_with_aims())
def test_options_are_ranked_by_what_they_cost(case):
    answer = answer_to(case)
    for run in RUNS:
        with solved_by(run, case) as solution:
            for place in answer.options:
                costs = [option.cost for option in solution.options(*question(solution, place))]
                assert costs == sorted(costs)
