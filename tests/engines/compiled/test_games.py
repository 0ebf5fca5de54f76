"""Compiled rules come to the same programs as the plain ones, in every game there is."""

import pytest
from benchmarks.own_games import Blackjack as OwnBlackjack
from benchmarks.own_games import Farkle as OwnFarkle
from benchmarks.own_games import Grid
from examples.my_game import ShutTheBox as TutorialBox

from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.games.bear_off import BearOff
from perfectplay.games.blackjack import Blackjack
from perfectplay.games.cant_stop import CantStop
from perfectplay.games.coins import Coins
from perfectplay.games.farkle import Farkle
from perfectplay.games.hog import Hog
from perfectplay.games.hypergammon import Hypergammon
from perfectplay.games.knucklebones import Knucklebones
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from tests.engines.compiled.checking import compared
from tests.games.hand_written_slots import HandWrittenSlots

COMPILED = [
    BearOff(),
    CantStop(sides=3),
    Coins(coins=5, target=7),
    Farkle(target=1000),
    Grid(size=14),
    HandWrittenSlots(),
    Hog(target=12, dice=3),
    Hog(target=12, dice=3, players=1),
    Hypergammon(checkers=1, home=3),
    Knucklebones(columns=2, rows=2, faces=3),
    OwnBlackjack(hands=2, money=4, goal=6),
    OwnFarkle(target=6, turns=1),
    Pig(target=12),
    Pig(target=12, players=1, loses="score"),
    Piglet(target=6),
    RoyalUr(pieces=2),
    ShutTheBox(tiles=5),
    ShutTheBox(tiles=5, one_die=True),
    Slots(),
    TutorialBox(tiles=5),
]
REFUSED = {
    Blackjack(): "a tuple made at run time in a field of objects",
}
"""What the compiler does not understand in the rules of other games."""


@pytest.mark.parametrize("game", COMPILED, ids=repr)
def test_the_same_programs(game):
    ends = compared(game, most=3000, every=7)
    assert set(ends) <= {"compiled", "range", "Python"}
    assert ends["Python"] <= ends["compiled"] // 4  # options of the same name, in Can't Stop


@pytest.mark.parametrize("game", REFUSED, ids=repr)
def test_others_are_refused_with_the_line_and_the_reason(game):
    with pytest.raises(NotCompiledError, match=rf"\w+\.py:\d+: {REFUSED[game]}"):
        compared(game, most=200)


def test_points_may_be_part_of_keys():
    assert compared(Slots(), most=2000, every=7, tracked=True)["compiled"] > 0
