"""Turns are counted and limited: against a game that counts them itself, and by brute force."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Choice, Final, Score, Win, Within, evaluate, load, solve
from perfectplay.errors import ObjectiveError, PositionError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.games.slots import Slots
from perfectplay.model.nodes import Chance, Gain
from perfectplay.model.turn_limit import TurnLimited
from perfectplay.model.turns import Turns, mover
from perfectplay.objectives import read_objective
from perfectplay.solution.verification import verify
from perfectplay.strategies.strategy import at_random
from tests import brute_force
from tests.random_games import games


def value_within(game, turns, utility):
    """The value if the game is stopped when a turn too many would begin, by plain recursion."""

    def worth(place, node, count, whose, entered):
        if isinstance(node, Final):
            return Fraction(utility(place.score + brute_force.number(node.payoff)))
        own = game.begins_turn(game.start())
        if own is not None:
            begins, now = not place.path and game.begins_turn(place.position), whose
        elif game.players == 1:
            begins, now = isinstance(node, Choice), whose
        else:
            told = node.player if isinstance(node, Choice) else None
            if told is None and not place.path:
                told = getattr(place.position, "player", None)
            now = whose if told is None else told
            begins = now != whose
        count += begins
        if count > turns:
            return Fraction(utility(place.score))
        values = [
            (step, worth(step.place, step.node, count, now, True))
            for step in brute_force.steps_from(game, place, node)
        ]
        if isinstance(node, Choice):
            return (min if node.player else max)(value for _, value in values)
        return sum((step.probability * value for step, value in values), Fraction(0))

    return worth(*brute_force.start_of(game), 0, None, False)


@given(games(), st.integers(1, 3))
def test_a_limit_on_random_games(game, turns):
    within = Within(turns, AtLeast(1))
    solution = solve(game, within, exact=True)
    assert solution.value == value_within(game, turns, lambda score: score >= 1)
    score = solve(game, Within(turns, Score()), exact=True)
    assert score.value == value_within(game, turns, lambda score: score)


@pytest.mark.parametrize("turns", [1, 3, 5])
def test_a_limit_on_known_games(turns):
    coins = Coins(coins=3, target=4)
    assert solve(coins, Within(turns, Score()), exact=True).value == value_within(
        coins, turns, lambda score: score
    )
    greed = Greed(max=3, sides=2)
    win = solve(greed, Within(turns, Win()), exact=True)
    assert win.value == value_within(greed, turns, Win().utility)


class Solo(NamedTuple):
    mine: int
    turn: int
    left: int


class Hurried(Pig):
    """Pig alone in so many turns, as one would write it."""

    def start(self):
        return Solo(0, 0, 3)

    def at(self, position):
        mine, turn, left = position
        if mine >= 20:
            return Final(1)
        if not left:
            return Final(0)
        thens = [
            (Solo(mine, 0, left - 1) if face == 1 else self.rolled(mine, turn + face, left), 1)
            for face in range(1, 7)
        ]
        roll = Chance.weighted(thens)
        return Choice({"roll": roll, "hold": Solo(mine + turn, 0, left - 1)}) if turn else roll

    def rolled(self, mine, turn, left):
        return Solo(20, 0, left) if mine + turn >= 20 else Solo(mine, turn, left)

    def objective(self):
        return Score()


def test_over_within_some_turns_is_what_a_game_that_counts_them_tells():
    counted = solve(Hurried(players=1), Score(), exact=True)
    assert solve(Pig(target=20, players=1), Within(3), exact=True).value == counted.value


def test_it_composes_with_other_objectives_and_strategies():
    slots = Slots()
    two = solve(slots, Within(2, Score()), exact=True)
    assert two.value == value_within(slots, 2, lambda score: score)
    random = evaluate(slots, at_random, objective=Within(2, Score()), exact=True)
    by_hand = evaluate(
        TurnLimited(slots, Within(2, Score())), at_random, objective=Score(), exact=True
    )
    assert random.value == by_hand.value < two.value
    assert solve(slots, Within(6), exact=True).value == 1
    assert solve(slots, Within(6, Score())).value == pytest.approx(solve(slots, Score()).value)


def test_its_text_is_read_back():
    for within in (Within(10), Within(3, AtLeast(45)), Within(6, Win(tie=0)), Within(2, Score())):
        assert read_objective(str(within)) == within


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("within:0", "a game can be limited to 1 turn or more, not to 0"),
        ("within:x", "write it like within:10:at-least:100"),
        ("within:3:at-least:all", "cannot be limited to a number of turns"),
        ("within:3:within:2", "cannot be limited to a number of turns"),
    ],
)
def test_what_cannot_be_is_refused(text, told):
    with pytest.raises(ObjectiveError, match=told):
        read_objective(text)


def test_within_is_for_one_unless_it_is_of_an_objective_for_two():
    with pytest.raises(ObjectiveError, match="is for 1 player"):
        solve(Pig(target=10), Within(3))


def test_a_limited_solution_is_kept_and_verified(tmp_path):
    solution = solve(Pig(target=10), Within(4, Win()), exact=True)
    solution.save(tmp_path / "pig.safetensors")
    again = load(tmp_path / "pig.safetensors")
    assert (again.value, again.game) == (solution.value, solution.game)
    assert verify(again).every
    text = again.game.text(again.game.start())
    assert text == "mine=0 theirs=0 turn=0 player=0 turn=1"
    assert again.read(text) == again.game.start()
    with pytest.raises(PositionError, match="does not contain the turn"):
        again.read("mine")


def test_whose_turn_it_is():
    pig = Pig(target=10)
    turns, start = Turns(pig), pig.start()
    assert mover(start) == 0
    assert turns.begins(start._replace(player=1), pig.at(start), 0)
    assert not turns.begins(start._replace(turn=3), pig.at(start), 0)
    alone = TurnLimited(Coins(coins=2, target=2), Within(1))
    assert alone.start().number == 1
    assert isinstance(alone.at(alone.start()), Choice)
    gained = TurnLimited(Slots(), Within(1))
    assert not any(isinstance(then, Gain) for then in gained.at(gained.start()).thens)
