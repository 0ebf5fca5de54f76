"""Policies in the forms that researchers have them, and what they lose."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

from perfectplay import AtLeast, Score, evaluate
from perfectplay.engines.graph.evaluate.fixed_strategies import ScoredPosition
from perfectplay.errors import ObjectiveError, StrategyError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from perfectplay.solution.answers import Exploitability, PolicyRegret
from perfectplay.solution.numbering import Numbering
from perfectplay.strategies.strategy import Decision, at_random, first_option
from tests.by_engine import solve_graph
from tests.comparing import same
from tests.random_games import games_with_aims
from tests.strategies.test_strategy import whimsical


class Shortened(Slots):
    """Slots with half of them."""

    @property
    def scorecard(self):
        whole = super().scorecard
        return dataclasses.replace(whole, boxes=whole.boxes[:4])


GAMES = [
    (Coins(coins=3, target=5), None),
    (Shortened(), Score()),
    (Shortened(), AtLeast(20)),
    (Greed(max=6, sides=3), None),
    (Hog(target=4, dice=2, sides=3), None),
    (Pig(target=4), None),
    (Pig(target=4, players=1), Score()),
]


def table_of(solution, strategy):
    """A strategy as a table, row by row."""
    numbering = solution.answer(Numbering)
    table = np.zeros(numbering.mask.shape, dtype=object)
    for row in range(len(numbering)):
        position, score = numbering.decision(row)
        offered = tuple(np.array(numbering.actions, dtype=object)[numbering.mask[row]])
        answer = strategy(Decision(position, score, 0, offered))
        for label, weight in (answer if isinstance(answer, dict) else {answer: 1}).items():
            table[row, numbering.actions.index(label)] = Fraction(weight)
    return table


@pytest.mark.parametrize(("game", "objective"), GAMES)
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("strategy", [at_random, first_option])
def test_a_table_is_worth_what_its_function_is(game, objective, exact, strategy):
    if isinstance(game, Pig) and strategy is first_option:
        strategy = at_random  # who always holds, or always rolls, may never end
    solution = solve_graph(game, objective, exact=exact)
    table = table_of(solution, strategy)
    if not exact:
        table = table.astype(float)
    players = [game.players * [given] for given in (strategy, table)]
    by_function, by_table = (
        evaluate(game, *each, objective=objective, exact=exact) for each in players
    )
    assert by_table.value == same(by_function, by_function.value)
    assert by_table.positions == by_function.positions
    assert set(map(plain, by_table.visits())) == set(map(plain, by_function.visits()))


def plain(place):
    """A place that play gets to, however a solution tells the score so far."""
    pair = isinstance(place, tuple) and len(place) == 2 and isinstance(place[0], tuple)
    inner = place[0] if pair else place
    return tuple(inner) if isinstance(inner, ScoredPosition) else place


@pytest.mark.parametrize(("game", "objective"), GAMES)
def test_what_is_lost_adds_up_to_what_is_missing(game, objective):
    solution = solve_graph(game, objective, exact=True)
    regret = solution.answer(PolicyRegret).of(at_random)
    played = evaluate(game, *[at_random] * game.players, objective=objective, exact=True)
    assert regret.value == played.value
    first, second = (*regret.totals, 0)[:2]
    assert solution.value - first + second == regret.value
    assert sum(loss.total for loss in regret) == regret.total


@settings(max_examples=40)
@given(case=games_with_aims())
def test_what_any_policy_loses_adds_up_in_any_game(case):
    game, aim = case
    solution = solve_graph(game, aim.objective, exact=True)
    regret = solution.answer(PolicyRegret).of(whimsical)
    strategies = [whimsical] * game.players
    played = evaluate(game, *strategies, objective=aim.objective, exact=True)
    first, second = (*regret.totals, 0)[:2]
    assert regret.value == played.value
    assert solution.value - first + second == regret.value
    assert all(loss.cost >= 0 for loss in regret)


@settings(max_examples=40)
@given(case=games_with_aims())
def test_floats_agree_with_fractions_on_what_is_lost(case):
    game, aim = case
    exact = solve_graph(game, aim.objective, exact=True).answer(PolicyRegret).of(at_random)
    floats = solve_graph(game, aim.objective).answer(PolicyRegret).of(at_random)
    assert float(floats.total) == pytest.approx(float(exact.total), abs=1e-9)
    assert len(floats) == len(exact)


@pytest.mark.parametrize(("game", "objective"), GAMES)
def test_best_play_loses_nothing(game, objective):
    solution = solve_graph(game, objective)
    assert solution.answer(PolicyRegret).of(solution.play).total == 0


def test_the_best_answer_is_a_player_who_is_free():
    greed = Greed(max=6, sides=3)
    best = solve_graph(greed, exact=True)
    answer = evaluate(greed, None, at_random, exact=True)
    assert answer.value > best.value
    assert evaluate(greed, answer.play, at_random, exact=True).value == answer.value
    assert evaluate(greed, None, None, exact=True).value == best.value


@pytest.mark.parametrize(
    "game", [Greed(max=6, sides=3), Pig(target=4), Hog(target=4, dice=2, sides=3)]
)
def test_exploitability_is_what_best_answers_gain(game):
    solution = solve_graph(game, exact=True)
    first = evaluate(game, None, at_random, exact=True).value
    second = evaluate(game, at_random, None, exact=True).value
    assert solution.answer(Exploitability).of(at_random) == (first - second) / 2
    assert solution.answer(Exploitability).of(solution.play) == 0


def test_a_mapping_answers_by_position_or_with_the_score():
    slots = solve_graph(Slots())
    numbering = slots.answer(Numbering)
    decisions = map(numbering.decision, range(len(numbering)))
    policy = {(position, score): slots.best(position, score) for position, score in decisions}
    assert evaluate(Slots(), policy).value == pytest.approx(slots.value)
    assert slots.answer(PolicyRegret).of(policy).total == 0
    coins = solve_graph(Coins(coins=2, target=2))
    policy = {coins.answer(Numbering).decision(row)[0]: {1: 0.5} for row in range(4)}
    assert (
        coins.answer(PolicyRegret).of(policy).value
        == evaluate(Coins(coins=2, target=2), first_option).value
    )


def test_a_policy_may_go_by_the_score_where_the_objective_does_not():
    slots = solve_graph(Slots(), Score(), exact=True)

    def bold(decision):
        return decision.options[0 if decision.score > 10 else -1]

    regret = slots.answer(PolicyRegret).of(bold)
    assert regret.value == evaluate(Slots(), bold, objective=Score(), exact=True).value
    assert regret.total == slots.value - regret.value


def test_weights_may_be_a_list_or_an_array_of_one_for_each_option():
    coins = Coins(coins=3, target=5)
    by_list = evaluate(coins, lambda decision: [1] * len(decision.options), exact=True)
    by_array = evaluate(coins, lambda decision: np.ones(len(decision.options)))
    assert by_list.value == evaluate(coins, at_random, exact=True).value
    assert by_array.value == pytest.approx(float(by_list.value))


def test_a_column_of_actions_is_a_policy():
    coins = solve_graph(Coins())
    numbering = coins.answer(Numbering)
    best = [
        numbering.actions.index(coins.best(*numbering.decision(row)))
        for row in range(len(numbering))
    ]
    assert evaluate(Coins(), np.array(best)).value == pytest.approx(coins.value)
    assert coins.answer(PolicyRegret).of(np.array([*best, 0])).total == 0


class Tensor:
    """As PyTorch hands out a table that is learned: it must be taken off its device."""

    shape = (4, 2)

    def detach(self):
        return self

    def cpu(self):
        return np.ones((4, 2)) * solve_graph(Coins(coins=2, target=2)).answer(Numbering).mask


def test_a_tensor_is_a_table():
    coins = Coins(coins=2, target=2)
    assert evaluate(coins, Tensor()).value == evaluate(coins, at_random).value


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (np.ones((3, 2)), r"shape \(3, 2\); coins has 4 decisions \(rows\) and 2 actions"),
        (np.array([0, 1, 0, 2]), "actions outside 0 to 1"),
        (np.ones((4, 2)), r"{1: 1.0, 2: 1.0} at coins=1 points=.*; the options are 1, and"),
        (np.zeros((4, 2)), r"weights {} at coins=2 points=0; the options are 1, 2"),
        (-np.ones((4, 2)), "weights are 0 or more"),
        (np.full((4, 2), np.nan), "weights are 0 or more"),
    ],
)
def test_a_table_that_is_no_policy_is_refused(table, complaint):
    with pytest.raises(StrategyError, match=complaint):
        evaluate(Coins(coins=2, target=2), table)


def test_what_is_no_policy_is_refused():
    with pytest.raises(StrategyError, match="a policy is a function of a decision"):
        evaluate(Coins(), 3)
    with pytest.raises(StrategyError, match="no answer at Purse"):
        evaluate(Coins(), {})


def test_exploitability_is_for_two():
    with pytest.raises(ObjectiveError, match="coins is for one; ask for the regret"):
        solve_graph(Coins()).answer(Exploitability).of(at_random)
