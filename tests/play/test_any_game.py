"""Play of any game: chance is fair, accounts add up in fractions, practice asks by what is at stake."""

import math
import random
from fractions import Fraction
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Chance, solve
from perfectplay.games.pig import Pig
from perfectplay.objectives import Win
from perfectplay.play.exercise import one_game
from perfectplay.play.line import LineOfPlay
from perfectplay.play.match import Match
from perfectplay.play.practice import Estimate, JudgedAnswer, chances_of, decisions, drawn, session
from tests.random_games import games, games_with_aims

seeds = st.integers(0, 99)


def steps_of(solution, seed):
    """The lines of a game that is played at random, from the start to the end."""
    line, luck = LineOfPlay.begin(solution), random.Random(seed)
    while not line.over:
        yield line
        if line.chooser is None:
            line = line.happen(luck.random())
        else:
            line = line.choose(luck.choice(line.options()).label)
    yield line


@given(games_with_aims(), seeds)
def test_chance_brings_nothing_in_the_mean_and_what_its_weights_say(game_and_aim, seed):
    game, aim = game_and_aim
    for line in steps_of(solve(game, aim.objective, exact=True), seed):
        node = line.here.node
        if not isinstance(node, Chance):
            continue
        total = Fraction(sum(map(Fraction, node.odds.weights)))
        luck, below = Fraction(0), Fraction(0)
        for number, weight in enumerate(map(Fraction, node.odds.weights)):
            if weight:
                after = line.happen(float((below + weight / 2) / total))
                assert after.steps[-1].taken == number
                luck += weight * after.steps[-1].luck
            below += weight
        assert luck == pytest.approx(0, abs=1e-12)  # weights that are floats have roundings


@given(games_with_aims(), seeds)
def test_values_luck_and_losses_add_up_in_fractions(game_and_aim, seed):
    game, aim = game_and_aim
    *_, last = steps_of(solve(game, aim.objective, exact=True), seed)
    assert last.solution.value + last.luck(0) - last.lost(0) + last.lost(1) == last.here.value
    assert last.here.value == aim.utility(last.final)
    for player in (0, 1):
        losses = sorted((s.lost for s in last.steps if s.player == player and s.lost), reverse=True)
        assert [step.lost for step in last.worst(player)] == losses[:3]


@given(games((2,)), seeds, st.integers(0, 1))
def test_everyone_at_the_table_has_an_account_that_adds_up(game, seed, seat):
    solution = solve(game, Win(), exact=True)
    match, luck = Match.begin(solution, "optimal", seed, seat), random.Random(seed)
    while not match.over:
        if match.waits:
            match = match.choose(luck.choice(match.line.options()).label)
        else:
            match = match.go_on()
    for account in match.accounts:
        others = match.line.lost(1 - account.player)
        assert account.start + account.luck - account.lost + others == account.came_to
        assert account.person or account.lost == 0
    assert sum(account.came_to for account in match.accounts) == 1
    assert [account.person for account in match.accounts].index(True) == seat


@given(games(), seeds)
def test_what_is_natural_to_lose_lies_between_nothing_and_the_worst(game, seed):
    for each in one_game(solve(game), random.Random(seed), temper=1):
        costs = [float(option.cost) for option in each.options]
        assert min(costs) == 0
        assert 0 <= each.natural <= sum(costs) / len(costs) + 1e-12  # less than by pure chance
        assert (each.natural > 0) == any(cost > 0 for cost in costs)
        assert [each.cost(option.label) for option in each.options] == [
            option.cost for option in each.options
        ]


@given(st.lists(st.floats(0.01, 10), min_size=1, max_size=12), st.integers(1, 40))
def test_each_is_drawn_by_its_appeal_and_none_for_certain_that_need_not_be(appeals, many):
    chances = chances_of(appeals, many)
    assert sum(chances) == pytest.approx(min(many, len(appeals)))
    assert max(chances) <= 1
    steps = {round(chance / appeal, 9) for chance, appeal in zip(chances, appeals, strict=True)}
    open_ones = [c / a for c, a in zip(chances, appeals, strict=True) if c < 1]
    assert not open_ones or max(open_ones) == pytest.approx(min(open_ones))
    assert not open_ones or max(steps) == pytest.approx(max(open_ones), abs=1e-8)


def test_answers_by_their_weights_tell_what_is_lost_in_a_game():
    """Whoever is drawn, in the mean the answers sum up to what the same answers lose everywhere."""
    met = decisions(solve(Pig(target=20)), random.Random(1))
    wanted = sum(each.often * float(each.options[-1].cost) for each in met)
    dice, found = random.Random(2), []
    for _ in range(400):
        chosen = drawn(met, 10, dice)
        assert len({each.position for each in chosen}) == len(chosen) == 10
        found.append(sum(each.weight * float(each.options[-1].cost) for each in chosen))
    assert fmean(found) == pytest.approx(wanted, abs=4 * stdev(found) / math.sqrt(len(found)))


def test_a_session_asks_neither_the_obvious_nor_one_answer_alone():
    for seed in range(5):
        asked = session(solve(Pig()), seed).exercises
        assert {"roll", "hold"} == {each.options[0].label for each in asked}
        assert all(each.gap < 0.05 for each in asked)
        starts = [each for each in asked if each.position[:2] == (0, 0)]
        assert len(starts) < 3


@given(st.lists(st.floats(0.01, 10), min_size=2, max_size=12), st.floats(0, 9))
def test_who_loses_what_is_natural_loses_as_much_in_a_game_without_error(naturals, a_game):
    lost = Estimate.of(a_game, [JudgedAnswer(each, each, 1 / each) for each in naturals])
    assert lost.value == pytest.approx(a_game)
    assert lost.error == pytest.approx(0, abs=1e-6)
    assert Estimate.of(a_game, [JudgedAnswer(0, 1, 2)]) == (0, None)
