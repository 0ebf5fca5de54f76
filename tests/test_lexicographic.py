"""Two objectives in order, against a recursion that compares pairs, and every way to play."""

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given, settings

from perfectplay import (
    AtLeast,
    Chance,
    Choice,
    Exponential,
    Final,
    Game,
    Lexicographic,
    Quantile,
    Score,
    Utility,
    Win,
    Within,
    load,
    solve,
)
from perfectplay.errors import ObjectiveError
from perfectplay.games.greed import Greed
from perfectplay.games.slots import Slots
from perfectplay.objectives import read_objective
from tests.brute_force import number, start_of, steps_from
from tests.every_policy import Dares, distributions
from tests.random_games import games

FAR = Utility(lambda score: min(score, 3), "up to three")


def best_pair(game, first, second):
    """What play comes to that compares pairs, in fractions."""

    def value(place, node):
        if isinstance(node, Final):
            score = place.score + number(node.payoff)
            return Fraction(first.utility(score)), Fraction(second.utility(score))
        steps = [(step, value(step.place, step.node)) for step in steps_from(game, place, node)]
        if isinstance(node, Choice):
            return (min if node.player else max)(pair for _, pair in steps)
        return tuple(
            sum(step.probability * pair[stage] for step, pair in steps) for stage in (0, 1)
        )

    return value(*start_of(game))


def found_pair(solution):
    return solution.objective.stages(solution.distribution())


@settings(max_examples=20)
@given(games(players=(1,)))
def test_one_player_reaches_a_score_and_then_has_as_many_as_can_be(game):
    for first, second in ((AtLeast(2), Score()), (Score(), AtLeast(2))):
        solution = solve(game, Lexicographic(first, second), exact=True)
        assert found_pair(solution) == best_pair(game, first, second)


@settings(max_examples=20)
@given(games(players=(2,)))
def test_two_players_play_to_win_and_then_by_far(game):
    for second in (Score(), FAR):
        solution = solve(game, Lexicographic(Win(), second), exact=True)
        assert found_pair(solution) == best_pair(game, Win(), second)
        assert found_pair(solution)[0] == solve(game, Win(), exact=True).value


def test_it_is_the_best_of_all_ways_to_play():
    ways = distributions(Dares())
    for points in range(2, 16):
        objective = Lexicographic(AtLeast(points))
        solution = solve(Dares(), objective, exact=True)
        assert found_pair(solution) == max(objective.stages(way) for way in ways)


def test_floats_find_the_same_play():
    exact, floats = (
        solve(Slots(), Lexicographic(AtLeast(45)), exact=exact) for exact in (True, False)
    )
    assert list(map(float, found_pair(exact))) == pytest.approx(found_pair(floats), abs=1e-9)
    assert floats.objective == exact.objective
    plain = solve(Slots(), AtLeast(45))
    assert found_pair(floats)[0] == pytest.approx(plain.value, abs=1e-12)
    assert found_pair(floats)[1] > plain.distribution().mean + 0.1


class Close(Game):
    """To go on wins a billionth more often than to stop does."""

    def start(self):
        return "start"

    def at(self, position):
        little = Fraction(1, 10**9)
        on = Chance([(Final(10), Fraction(1, 2) + little), (Final(0), Fraction(1, 2) - little)])
        stop = Chance([(Final(20), Fraction(1, 2)), (Final(0), Fraction(1, 2))])
        return Choice({"stop": stop, "on": on})


def test_what_floats_cannot_tell_is_refused_and_fractions_can():
    objective = Lexicographic(AtLeast(10))
    with pytest.raises(ObjectiveError, match="exact=True"):
        solve(Close(), objective)
    assert solve(Close(), objective, exact=True).best("start") == "on"


def test_it_is_kept_in_a_file(tmp_path):
    game = Greed(max=3, sides=2)
    solution = solve(game, Lexicographic(Win(), FAR))
    again = solve(game, dataclasses.replace(solution.objective, second=Score()))
    again.save(tmp_path / "greed.safetensors")
    assert load(tmp_path / "greed.safetensors").objective == again.objective


@pytest.mark.parametrize(
    "objective",
    [
        Lexicographic(Win()),
        Lexicographic(AtLeast(45), AtLeast(50), Fraction(1, 8)),
        Lexicographic(Win(tie=0), Score(), Fraction(1, 2**40)),
    ],
)
def test_texts_are_read_and_written(objective):
    assert read_objective(str(objective)) == objective


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Win(), Within(3)),
        (Quantile(0.5), Score()),
        (Exponential(0.1), Score()),
        (Lexicographic(Win()), Score()),
    ],
)
def test_what_cannot_be_put_in_order_is_refused(first, second):
    with pytest.raises(ObjectiveError, match="cannot be one of two objectives in order"):
        Lexicographic(first, second)


def test_it_has_no_utility_before_it_was_found():
    with pytest.raises(ObjectiveError, match="solve for it"):
        Lexicographic(Win()).utility(3)
    with pytest.raises(ObjectiveError, match="limited to a number of turns"):
        Within(3, Quantile(0.5))
