"""A solved race: what can be asked of it, and what it refuses in one line."""

from fractions import Fraction

import pytest

from perfectplay import Score, Solution, solve
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.games.greed import Greed
from perfectplay.model import Inline
from perfectplay.model.race import RaceOver, RaceTurn
from perfectplay.objectives import Win
from perfectplay.solution.answers import WhenToTake
from perfectplay.solve import evaluate
from tests.by_engine import solve_race
from tests.engines.race.races import all_turns

SMALL = Greed(max=10, sides=3)


@pytest.fixture(scope="module")
def exact():
    return solve_race(SMALL, Win(), exact=True)


@pytest.fixture(scope="module")
def floats():
    return solve_race(SMALL, Win())


@pytest.fixture(scope="module")
def large():
    return solve(Greed(max=100, sides=6))


def refusal(ask, *given, kind=PerfectPlayError):
    """The one line that a question is refused with."""
    with pytest.raises(kind) as caught:
        ask(*given)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Which engine


def test_a_large_race_is_solved_by_its_own_engine(large):
    assert isinstance(large, RaceSolution)
    assert isinstance(large, Solution)
    assert not large.exact
    assert not large.tracked
    assert large.positions == 4 * 101**2


def test_a_small_race_and_one_for_another_objective_are_solved_position_by_position():
    assert isinstance(solve(SMALL), GraphSolution)
    assert isinstance(solve(Greed(max=25, sides=2), Score()), GraphSolution)


def test_both_engines_agree_where_one_takes_over_from_the_other():
    for limit in (24, 25):
        game = Greed(max=limit, sides=4)
        assert solve(game).value == pytest.approx(float(solve_race(game, Win()).value), abs=1e-13)


def test_an_exact_solution_tells_fractions(exact):
    assert exact.exact
    assert exact.value == Fraction(14352595, 28697814)
    assert repr(exact).endswith("for win: 14352595/28697814>")


def test_it_says_what_its_value_means(exact):
    assert exact.meaning == "P(first player wins) + 1/2 P(tie)"


def test_the_time_it_took_is_known(large):
    assert large.seconds > 0


# Options and outcomes


@pytest.mark.parametrize("player", [0, 1])
def test_options_are_ranked_with_what_they_cost_the_mover(exact, player):
    options = exact.options(RaceTurn(2, 4, player=player))
    assert sorted(option.label for option in options) == list(range(9))
    costs = [option.cost for option in options]
    assert costs == sorted(costs)
    assert costs[0] == 0
    sign = 1 if player == 0 else -1
    assert [sign * (options[0].value - option.value) for option in options] == costs
    assert options[0].value == exact.value_at(RaceTurn(2, 4, player=player))


def test_what_one_player_may_hope_for_so_may_the_other(exact):
    for mine, theirs, last, _ in all_turns(10):
        first, second = (exact.value_at(RaceTurn(mine, theirs, last, player)) for player in (0, 1))
        assert first + second == 1


def test_no_more_dice_are_offered_than_the_rules_allow():
    solution = solve_race(Greed(max=10, sides=3, dice=2), Win())
    assert {option.label for option in solution.options(RaceTurn(2, 4))} == {0, 1, 2}
    assert {option.label for option in solution.options(RaceTurn(9, 4))} == {0, 1}
    assert {option.label for option in solution.options(RaceTurn(10, 4))} == {0}


@pytest.mark.parametrize(
    "turn", [RaceTurn(2, 4), RaceTurn(2, 4, True), RaceTurn(8, 9, True, 1), RaceTurn(7, 0)]
)
@pytest.mark.parametrize("dice", [1, 2])
def test_a_roll_is_worth_the_mean_of_its_outcomes(exact, floats, turn, dice):
    for solution in (exact, floats):
        roll = Inline(turn, (dice,))
        outcomes = solution.outcomes(roll)
        mean = sum(outcome.probability * outcome.value for outcome in outcomes)
        assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1, abs=1e-15)
        assert mean == pytest.approx(solution.value_at(roll), abs=1e-15)
        values = {option.label: option.value for option in solution.options(turn)}
        assert solution.value_at(roll) == values[dice]
        assert all(outcome.points == 0 for outcome in outcomes)


def test_outcomes_of_an_exact_solution_are_fractions(exact):
    outcomes = exact.outcomes(Inline(RaceTurn(8, 3), (1,)))
    assert [(outcome.position, outcome.probability) for outcome in outcomes] == [
        (RaceTurn(3, 9, False, 1), Fraction(1, 3)),
        (RaceTurn(3, 10, False, 1), Fraction(1, 3)),
        (RaceOver(-1), Fraction(1, 3)),
    ]


def test_no_outcome_is_less_likely_than_never():
    huge = solve(Greed(max=1000, sides=6))
    for dice in (1, 167, 200, 267, 600, 1000):
        outcomes = huge.outcomes(Inline(RaceTurn(0, 0), (dice,)))
        assert min(outcome.probability for outcome in outcomes) >= 0
        assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("margin", "value"), [(1, 1), (0, Fraction(1, 2)), (-1, 0)])
def test_the_end_is_worth_what_the_objective_says(exact, floats, margin, value):
    assert exact.value_at(RaceOver(margin)) == value
    assert floats.value_at(RaceOver(margin)) == float(value)
    assert isinstance(floats.value_at(RaceOver(margin)), float)


def test_a_tie_is_worth_what_was_asked_for():
    solution = solve_race(SMALL, Win(Fraction(1, 4)), exact=True)
    assert solution.value_at(RaceOver(0)) == Fraction(1, 4)
    assert solution.value_at(RaceTurn(10, 10, True, 0)) == Fraction(1, 4)
    assert solution.value_at(RaceTurn(10, 10, True, 1)) == Fraction(1, 4)


def test_best_play_against_itself_gives_the_value(exact):
    assert evaluate(SMALL, exact.play, exact.play, exact=True).value == exact.value


# What there is at a position, and how it is written


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        (RaceTurn(0, 0), "choice"),
        (RaceTurn(10, 10, True, 1), "choice"),
        (Inline(RaceTurn(0, 0), (10,)), "chance"),
        (RaceOver(-1), "final"),
    ],
    ids=str,
)
def test_it_knows_what_there_is_at_a_position(exact, position, kind):
    assert exact.kind(position) == kind
    assert exact.read(SMALL.text(position)) == position


NO_POSITIONS = {
    "": "'' is not a position; write it like 'mine=... theirs=... [last=...] [player=...]'",
    "nonsense": "'nonsense' is not a position",
    "mine=3": "'mine=3' is not a position",
    "mine=x theirs=2": "'mine=x theirs=2' is not a position",
    "mine=11 theirs=2": "the position mine=11 theirs=2 last=no player=0 cannot occur; "
    "scores go from 0 to 10",
    "mine=2 theirs=-1": "the position mine=2 theirs=-1 last=no player=0 cannot occur",
    "mine=2 theirs=1 player=2": "there is no player 2; they are 0 and 1",
    "mine=3 theirs=2 > 0": "there is no '0' at mine=3 theirs=2 last=no player=0",
    "mine=3 theirs=2 > 8": "there is no '8' at mine=3 theirs=2 last=no player=0",
    "mine=3 theirs=2 > some": "there is no 'some' at mine=3 theirs=2 last=no player=0",
    "mine=3 theirs=2 > ²": "there is no '²' at mine=3 theirs=2 last=no player=0",
    "mine=3 theirs=2 > 1 > 2": "there is no '1 > 2' at mine=3 theirs=2 last=no player=0",
    "margin=1 > 1": "there is nothing to choose: the game is over",
}


@pytest.mark.parametrize("text", NO_POSITIONS)
def test_a_text_that_is_no_position_is_refused(exact, text):
    assert NO_POSITIONS[text] in refusal(exact.read, text, kind=PositionError)


@pytest.mark.parametrize("question", ["best", "options", "value_at", "kind"])
@pytest.mark.parametrize(
    "position",
    ["start", None, 7, (0, 0), RaceTurn(11, 0), RaceTurn(0, -1), RaceTurn(0, 0, player=2)],
    ids=repr,
)
def test_what_is_no_position_is_refused(exact, question, position):
    refusal(getattr(exact, question), position, kind=PositionError)


@pytest.mark.parametrize("turn", [RaceTurn(1.5, 0), RaceTurn(0, "2"), RaceTurn(None, 0)], ids=repr)
def test_a_turn_whose_scores_are_not_whole_numbers_is_refused(exact, turn):
    refusal(exact.options, turn, kind=PositionError)


@pytest.mark.parametrize("question", ["best", "options"])
def test_there_is_nothing_to_choose_once_the_game_is_over(exact, question):
    complaint = refusal(getattr(exact, question), RaceOver(1), kind=PositionError)
    assert complaint == "there is nothing to choose: the game is over"


@pytest.mark.parametrize("position", [RaceTurn(0, 0), RaceOver(1)], ids=repr)
def test_what_is_no_chance_has_no_outcomes(exact, position):
    assert refusal(exact.outcomes, position).endswith("is not a chance")


@pytest.mark.parametrize("dice", [0, 9, -1])
def test_a_roll_of_dice_that_are_not_on_offer_has_no_outcomes(exact, dice):
    complaint = refusal(exact.outcomes, Inline(RaceTurn(2, 4), (dice,)), kind=PositionError)
    assert complaint == f"there is no '{dice}' at mine=2 theirs=4 last=no player=0"


def test_the_running_score_is_part_of_the_position(exact):
    complaint = refusal(exact.best, RaceTurn(2, 4), 3, kind=PositionError)
    assert complaint == "the scores of both players are part of the position"


# All of play


@pytest.mark.parametrize(
    "ask", [lambda race: race.visits(), lambda race: race.answer(WhenToTake).table(1)]
)
def test_what_is_told_of_smaller_games_only_is_refused(floats, ask):
    assert "greed" in refusal(ask, floats)


def test_the_distribution_is_that_of_the_graph_engine(exact):
    assert exact.distribution() == solve(SMALL, exact=True).distribution()


def test_the_chances_of_a_large_race_make_up_its_value(large):
    masses = large.distribution()
    assert set(masses) == {-1, 0, 1}
    assert sum(masses.values()) == pytest.approx(1, abs=1e-12)
    assert masses.expected(Win().utility) == pytest.approx(large.value, abs=1e-9)
