"""Every shipped game that is explored gives the same graph by traces and plainly."""

import pytest

from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from tests.engines.graph.tracing.both_ways import explored_alike

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
    assert explored_alike(game, compiled=compiled) == ""


def test_exact_numbers_are_explored_plainly():
    assert explored_alike(Pig(target=4), exact=True) == ""
