"""Every shipped game that is explored gives the same graph by traces and plainly."""

import pickle
import re

import pytest

from perfectplay import solve
from perfectplay.engines.graph.tracing.explorer import TooManyWaysError, TracingExplorer
from perfectplay.engines.graph.tracing.machine import AT
from perfectplay.errors import PositionError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from tests.engines.graph.tracing.both_ways import by_traces, explored_alike

GAMES = [
    Coins(coins=4, target=6),
    Greed(max=6, sides=3),
    Hog(target=12, dice=3),
    Hog(target=12, dice=3, players=1),
    Pig(target=10),
    Pig(target=9, players=1, loses="score"),
    Piglet(target=8),
    ShutTheBox(tiles=5, one_die=True),
    Slots(),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("compiled", [False, True], ids=["in Python", "compiled"])
def test_the_same_graph(game, compiled):
    assert explored_alike(game, compiled=compiled).endswith(": traced")


def test_a_solution_can_be_pickled_and_asked():
    game = Pig(target=10)
    plainly = solve(game)
    with by_traces():
        traced = pickle.loads(pickle.dumps(solve(game)))
    start = game.start()
    assert traced.value == plainly.value
    assert traced.outcomes(start) == plainly.outcomes(start)
    turn = start._replace(turn=4)
    assert traced.options(turn) == plainly.options(turn)
    assert traced.value_at((0, 0, 4, 0)) == plainly.value_at(turn)
    assert traced.visits() == plainly.visits()
    assert traced.distribution() == plainly.distribution()
    with pytest.raises(PositionError, match="cannot occur"):
        traced.best(start._replace(turn=99))


def test_exact_numbers_are_explored_plainly():
    how = explored_alike(Pig(target=4), exact=True)
    assert how == "32 positions: plain, as numbers are exact"


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_where_traces_give_up_the_plain_rules_go_on(game, monkeypatch):
    def give_up(explorer):
        if explorer.state[AT] > 5:
            raise TooManyWaysError

    monkeypatch.setattr(TracingExplorer, "check_watched", give_up)
    assert re.fullmatch(r"over \d+ templates for [\d,]+ positions: plain", explored_alike(game))
