"""Rules that never come to an end of positions are named; games that only are large are not."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

import pytest

from perfectplay import Chance, Choice, Final, Game, solve
from perfectplay.engines.graph.solve.explore import GraphExplorer
from perfectplay.errors import UnboundedError
from perfectplay.games import registry
from perfectplay.model.growth import growth


class Turn(NamedTuple):
    mine: int
    theirs: int
    turn: int
    player: int


class Hold(Game[Turn]):
    """Pig without a target."""

    players = 2

    def start(self):
        return Turn(0, 0, 0, 0)

    def at(self, position):
        mine, theirs, turn, player = position
        lost = Turn(theirs, mine, 0, 1 - player)
        roll = Chance.weighted(
            [(position._replace(turn=turn + face) if face > 1 else lost, 1) for face in range(1, 7)]
        )
        if not turn:
            return roll
        return Choice({"roll": roll, "hold": Turn(theirs, mine + turn, 0, 1 - player)}, player)


class TurnOnly(Hold):
    """The score has a limit, and the points of a turn have none."""

    def at(self, position):
        return Final() if position.theirs >= 100 else super().at(position)


class History(Game):
    """A position that keeps all that has happened."""

    def start(self):
        return ()

    def at(self, position):
        return Choice({"left": (*position, 0), "right": (*position, 1)})


@dataclasses.dataclass(frozen=True)
class Account:
    owner: str
    money: int


class Debts(Game):
    """Numbers that fall without end."""

    def start(self):
        return Account("me", 0)

    def at(self, position):
        return Choice({"borrow": dataclasses.replace(position, money=position.money - 5)})


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Hold(), "the field 'turn' grows without limit"),
        (TurnOnly(), "the field 'turn' grows without limit"),
        (History(), "each is larger than the one before. From (), 'left' can lead to (0,)"),
        (Debts(), "the field 'money' grows without limit"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_grows_is_named_with_the_rule(game, told):
    with pytest.raises(UnboundedError) as refused:
        solve(game)
    assert told in str(refused.value)
    assert f"{game.name} has infinitely many positions" in str(refused.value)


def test_the_step_that_is_told_is_one_of_the_rules():
    found = growth(Hold(), [Hold().start()])
    assert found.fields == ("turn",)
    assert found.options == ("roll",)
    assert found.after in found_by("roll", found.before)
    assert found.after.turn > found.before.turn


def found_by(option, position):
    return Hold().at(position).options[option].thens


class Ladder(Game):
    """Long, but not without an end."""

    def start(self):
        return 0, 0

    def at(self, position):
        at, side = position
        if at == 40_000:
            return Final()
        return Choice({"up": (at + 1, 0), "aside": (at + 1, 1 - side)})


class Countdown(Game):
    """Points are won while rounds are counted down: both change, and there is an end."""

    def start(self):
        return 2_000, 0

    def at(self, position):
        rounds, points = position
        if not rounds:
            return Final(points)
        return Choice({"win": (rounds - 1, points + 1), "pass": (rounds - 1, points)})


def test_a_long_game_is_not_mistaken():
    assert growth(Ladder(), [(at, 0) for at in range(0, 40_000, 500)]) is None
    assert solve(Ladder()).value == 0
    assert growth(Countdown(), [Countdown().start()]) is None


@pytest.mark.parametrize("name", ["pig", "farkle", "cant-stop", "hog", "coins", "shut-the-box"])
def test_no_shipped_game_is_mistaken(name):
    game = registry.find(name)()
    explorer = GraphExplorer(game, exact=False)
    explorer.begin()
    explorer.run(1 << 30, None, 10_000)
    assert growth(game, explorer.positions.found) is None
