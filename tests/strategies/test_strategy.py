"""Strategies, evaluated exactly: solutions, dice and hand-written ones."""

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given

from perfectplay import Choice, Final, Gain, Score, evaluate, solve
from perfectplay.errors import ModelError, StrategyError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.model import Inline
from perfectplay.strategies.strategy import Decision, at_random, first_option
from tests import brute_force
from tests.comparing import same
from tests.random_games import games_with_aims
from tests.table_game import RuleGame, TableGame


def whimsical(decision):
    """A strategy that looks at all it is told, and sometimes mixes."""
    place = len(str(decision.position)) + int(6 * decision.score) + decision.player
    first = decision.options[place % len(decision.options)]
    if place % 3:
        return first
    weights = dict.fromkeys(decision.options, 0)
    weights[first] += 2
    weights[decision.options[-1]] += 1
    return weights


def as_chooser(strategy):
    """A strategy as the brute force asks for it."""

    def choose(place, node):
        position = Inline(place.position, place.path) if place.path else place.position
        answer = strategy(Decision(position, place.score, node.player, tuple(node.options)))
        return answer if isinstance(answer, dict) else {answer: 1}

    return choose


@pytest.mark.parametrize("strategy", [at_random, first_option, whimsical])
@given(case=games_with_aims())
def test_a_strategy_has_the_distribution_that_following_it_gives(strategy, case):
    game, aim = case
    strategies = [strategy] * game.players
    played = evaluate(game, *strategies, objective=aim.objective, exact=True)
    expected = brute_force.play_out(game, as_chooser(strategy)).distribution
    assert dict(played.distribution()) == expected


@pytest.mark.parametrize("exact", [False, True])
@given(case=games_with_aims())
def test_the_solution_as_a_strategy_reaches_its_own_value(exact, case):
    game, aim = case
    solution = solve(game, aim.objective, exact=exact)
    strategies = [solution.play] * game.players
    played = evaluate(game, *strategies, objective=aim.objective, exact=exact)
    assert played.value == same(played, solution.value)


@given(case=games_with_aims())
def test_nobody_does_better_against_the_solution_than_its_value(case):
    game, aim = case
    solution = solve(game, aim.objective, exact=True)
    if game.players == 1:
        assert (
            evaluate(game, at_random, objective=aim.objective, exact=True).value <= solution.value
        )
        return
    first = evaluate(game, at_random, solution.play, objective=aim.objective, exact=True)
    second = evaluate(game, solution.play, at_random, objective=aim.objective, exact=True)
    assert first.value <= solution.value <= second.value


def test_the_games_own_objective_counts_unless_told_otherwise():
    played = evaluate(Greed(max=3), at_random, at_random)
    assert played.objective == Greed().objective()


def test_another_objective_can_be_asked_for():
    played = evaluate(Greed(max=3), first_option, first_option, objective=Score())
    assert played.value == 0


@pytest.mark.parametrize(
    ("game", "strategies", "complaint"),
    [
        (Coins(), (), "coins needs 1 strategies, one for each player, not 0"),
        (Greed(max=3), (at_random,), "greed needs 2 strategies, one for each player, not 1"),
    ],
)
def test_each_player_needs_a_strategy(game, strategies, complaint):
    with pytest.raises(StrategyError, match=complaint):
        evaluate(game, *strategies)


@pytest.mark.parametrize(
    "answer", [3, "1", None, {}, {3: 1}, {1: -1, 2: 2}, {1: float("nan")}, [1]], ids=str
)
def test_an_answer_that_is_not_on_offer_is_refused_with_the_options(answer):
    with pytest.raises(StrategyError, match=r"at coins=2 points=0; the options are 1, 2"):
        evaluate(Coins(coins=2), lambda decision: answer)


def test_a_strategy_that_takes_no_option_is_refused():
    with pytest.raises((ModelError, StrategyError), match="coins=2 points=0"):
        evaluate(Coins(coins=2), lambda decision: {1: 0, 2: 0})


def test_a_strategy_is_told_the_score_so_far():
    told = []

    def watch(decision):
        told.append((decision.position, decision.score))
        return decision.options[0]

    points = TableGame(
        {
            "start": Choice({"half": Gain(Fraction(1, 2), "next")}),
            "next": Choice({"more": Gain(2, Choice({"stop": Final()}))}),
        }
    )
    evaluate(points, watch)
    assert told == [
        ("start", 0),
        ("next", Fraction(1, 2)),
        (Inline("next", ("more",)), Fraction(5, 2)),
    ]


def test_the_rules_are_checked_where_strategies_play():
    class Early(NamedTuple):
        turn: int

    class Late(NamedTuple):
        turn: int

    fork = Choice({"early": Early(1), "late": Late(1)})
    ends = {Early: Final(1), Late: Final(100)}
    game = RuleGame("start", lambda position: ends.get(type(position), fork))
    with pytest.raises(ModelError, match="takes for equal"):
        evaluate(game, at_random)


@pytest.mark.parametrize("player", [-1, 1])
def test_a_player_without_a_strategy_is_refused(player):
    game = TableGame({"start": Choice({"go": Final()}, player)})
    with pytest.raises(ModelError, match=f"belongs to player {player}"):
        evaluate(game, at_random)
