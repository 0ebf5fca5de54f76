"""Strategies where play can go round in cycles."""

import pytest

from perfectplay import Choice, Final, Gain, evaluate, solve
from perfectplay.errors import StrategyError
from perfectplay.games.piglet import Piglet
from perfectplay.strategies.strategy import at_random
from tests.table_game import TableGame


def test_a_strategy_is_evaluated_where_play_goes_round():
    game = Piglet(target=2)
    best = solve(game, exact=True)
    assert evaluate(game, best.play, best.play, exact=True).value == best.value
    assert evaluate(game, best.play, at_random, exact=True).value > best.value


def coin_for_the_end():
    return TableGame({0: Choice({"on": Gain(-1, 0), "off": Final(0)})})


def test_a_strategy_is_evaluated_where_the_score_has_no_bound():
    assert evaluate(coin_for_the_end(), at_random, exact=True).value == -1


def test_a_strategy_cannot_ask_for_a_score_without_bound():
    def by_score(decision):
        return {"on": 1, "off": decision.score <= -3 or 1}

    with pytest.raises(StrategyError, match=r"needs the score in .*; it has no bound there"):
        evaluate(coin_for_the_end(), by_score)
