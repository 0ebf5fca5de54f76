"""The rules of Pig and Piglet."""

from collections import Counter
from fractions import Fraction

import pytest

from perfectplay import solve
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.model.jeopardy import JeopardyDuel, JeopardySolo
from perfectplay.model.turn_game import Over


def outcomes(chance):
    """Where a chance leads, in how many of its equally likely ways."""
    ways = Counter()
    for then, weight in chance.outcomes:
        ways[then] += weight
    return ways


def test_a_turn_begins_with_a_roll():
    rolled = outcomes(Pig(target=20).at(JeopardyDuel(3, 7, 0, 0)))
    turns = {JeopardyDuel(3, 7, face, 0): 1 for face in range(2, 7)}
    assert rolled == {JeopardyDuel(7, 3, 0, 1): 1, **turns}


def test_then_one_may_roll_or_hold():
    node = Pig(target=20).at(JeopardyDuel(3, 7, 5, 1))
    assert (node.player, node.options["hold"]) == (1, JeopardyDuel(7, 8, 0, 0))
    assert outcomes(node.options["roll"])[JeopardyDuel(3, 7, 11, 1)] == 1


def test_a_one_may_lose_the_whole_score():
    assert (
        outcomes(Pig(target=20, loses="score").at(JeopardyDuel(3, 7, 0, 0)))[
            JeopardyDuel(7, 0, 0, 1)
        ]
        == 1
    )
    assert Pig(target=20, loses="score").at(JeopardyDuel(3, 7, 5, 0)).options[
        "hold"
    ] == JeopardyDuel(7, 8, 0, 1)


def test_who_reaches_the_target_wins():
    assert outcomes(Pig(target=20).at(JeopardyDuel(15, 0, 0, 1)))[Over(1)] == 2
    assert [Pig().at(Over(winner)).payoff for winner in (0, 1)] == [1, -1]


def test_alone_every_turn_costs_a_point():
    pig = Pig(target=20, players=1)
    assert pig.start() == JeopardySolo(0, 0)
    rolled = pig.at(JeopardySolo(15, 0))
    costs = [
        (then.points, then.then) for then in rolled.thens if not isinstance(then, JeopardySolo)
    ]
    assert costs == [(-1, JeopardySolo(15, 0)), (-1, Over(0)), (-1, Over(0))]
    hold = pig.at(JeopardySolo(3, 5)).options["hold"]
    assert (hold.points, hold.then) == (-1, JeopardySolo(8, 0))


def test_a_coin_has_one_head():
    assert outcomes(Piglet().at(JeopardyDuel(3, 7, 1, 0)).options["roll"]) == {
        JeopardyDuel(7, 3, 0, 1): 1,
        JeopardyDuel(3, 7, 2, 0): 1,
    }


# By hand


def test_the_first_head_wins():
    """p = 1/2 + 1/2 (1 - p)."""
    assert solve(Piglet(target=1), exact=True).value == Fraction(2, 3)


def test_a_single_roll_wins():
    """With a target of 2 and six sides: p = 5/6 + 1/6 (1 - p)."""
    assert solve(Pig(target=2), exact=True).value == Fraction(6, 7)


def test_heads_alone_take_two_turns_each():
    """Hold or flip on, a head costs two turns in the mean."""
    solution = solve(Piglet(target=7, players=1), exact=True)
    assert solution.value == -14
    assert all(option.best for option in solution.options(JeopardySolo(0, 1)))


def by_value_iteration(game, steps=400):
    """The first player's chance, by value iteration in plain floats."""
    values = {}
    for _ in range(steps):
        for mine in range(game.target - 1, -1, -1):
            for theirs in range(game.target - 1, -1, -1):
                for turn in range(game.target - mine - 1, -1, -1):
                    total = 1 - values.get((theirs, mine, 0), 0)
                    for face in range(2, game.sides + 1):
                        won = mine + turn + face >= game.target
                        total += 1 if won else values.get((mine, theirs, turn + face), 0)
                    hold = 1 - values.get((theirs, mine + turn, 0), 0) if turn else 0
                    values[mine, theirs, turn] = max(total / game.sides, hold)
    return values[0, 0, 0]


def test_value_iteration_written_by_hand_gets_near():
    game = Pig(target=9, sides=4)
    assert solve(game).value == pytest.approx(by_value_iteration(game, 60), abs=1e-9)
