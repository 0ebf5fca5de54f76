"""Strategies against each other in a race, as the graph engine has it."""

from fractions import Fraction

import pytest

from perfectplay import compare
from perfectplay.engines.race.evaluate.matches import matches
from perfectplay.errors import StrategyError
from perfectplay.games.greed import Greed
from perfectplay.games.greed.strategies import always, as_if_last, by_the_mean, until
from perfectplay.objectives import Win
from perfectplay.request import Request
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.strategies.strategy import at_random, first_option
from tests.by_engine import solve_race

GAME = Greed(max=9, sides=3)


def everyone(game):
    return {
        "until": until(7),
        "always": always(2, game.limit, game.faces),
        "mean": by_the_mean(game.limit, game.faces),
        "last": as_if_last(solve_race(game).answer(RatingBoard)),
        "random": at_random,
    }


def same(results, expected):
    """Whether both tell the same of the same pairs."""
    assert [result.strategies for result in results] == [each.strategies for each in expected]
    for ours, theirs in zip(results, expected, strict=True):
        assert ours.value == pytest.approx(float(theirs.value), abs=1e-12)
        for margin in (-1, 0, 1):
            assert ours.distribution.get(margin, 0) == pytest.approx(
                float(theirs.distribution.get(margin, 0)), abs=1e-12
            )


def test_each_against_each_comes_out_as_by_the_graph_engine():
    same(matches(GAME, everyone(GAME)), compare(GAME, everyone(GAME), exact=True))


@pytest.mark.parametrize(
    "game",
    [
        Greed(max=6, sides=3, second_starts=True),
        Greed(max=6, sides=3, first=2, second=4),
        Greed(max=6, sides=2, dice=3),
        Greed(max=0, sides=2),
    ],
    ids=repr,
)
def test_so_it_does_with_other_rules(game):
    some = {name: everyone(game)[name] for name in ("last", "random")}
    same(matches(game, some), compare(game, some, exact=True))


@pytest.mark.parametrize("tie", [Fraction(0), Fraction(1, 4), Fraction(1)], ids=str)
def test_a_tie_is_worth_what_was_asked_for(tie):
    some = {"until": until(4), "random": at_random}
    game = Greed(max=5, sides=3)
    request = Request(Win(tie))
    same(matches(game, some, request), compare(game, some, Win(tie), exact=True))


def test_best_play_against_itself_gives_the_value():
    for game in (GAME, Greed(max=30, sides=6)):
        solution = solve_race(game, Win())
        (result,) = matches(game, {"best": solution.play})
        assert result.value == pytest.approx(solution.value, abs=1e-12)
        assert dict(result.distribution) == pytest.approx(dict(solution.distribution()), abs=1e-12)


def test_nobody_beats_best_play():
    solution = solve_race(GAME, Win())
    results = matches(GAME, {"best": solution.play, **everyone(GAME)})
    against = {result.strategies: result.value for result in results}
    for name in everyone(GAME):
        assert against["best", name] >= solution.value - 1e-12
        assert against[name, "best"] <= solution.value + 1e-12


def test_weights_for_several_numbers_of_dice_are_shares():
    def hesitant(decision):
        return {0: 2, decision.options[-1]: Fraction(1, 2)} if decision.options[-1] else 0

    some = {"hesitant": hesitant, "stop": first_option}
    game = Greed(max=5, sides=3)
    same(matches(game, some), compare(game, some, exact=True))


@pytest.mark.parametrize("number", [float, bool], ids=["a float", "a truth"])
def test_a_number_of_dice_is_one_however_it_is_written(number):
    def one(decision):
        return number(min(1, decision.options[-1]))

    same(matches(GAME, {"one": one}), compare(GAME, {"one": one}, exact=True))


@pytest.mark.parametrize("answer", [-1, 10, "one", 0.5, {1: -1}, {2: 0}])
def test_dice_that_are_not_on_offer_are_refused(answer):
    with pytest.raises(StrategyError, match="the strategy of player 0 answers") as caught:
        matches(GAME, {"cheat": lambda decision: answer})
    assert "\n" not in str(caught.value)


def test_what_cannot_happen_has_no_chance():
    (result,) = matches(Greed(max=1, sides=3), {"stop": first_option})
    assert dict(result.distribution) == {0: 1.0}
