"""The charts of when to stop say what the rules of best play say, position by position."""

from __future__ import annotations

import pytest

from perfectplay import solve
from perfectplay.figures.kinds import kinds_of
from perfectplay.games.cant_stop import CantStop
from perfectplay.games.farkle import Farkle
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.stopping.boundary import banked_from, hold_at


@pytest.mark.parametrize("game", [Pig(target=30), Pig(target=60, players=1), Piglet()])
def test_a_turn_is_held_where_best_play_first_holds_it(game):
    solution = solve(game)
    start = game.start()._replace(mine=4)
    first = next(
        (
            turn
            for turn in range(1, game.target - 4)
            if not game.complaint(start._replace(turn=turn))
            and str(solution.best(start._replace(turn=turn))) == "hold"
        ),
        None,
    )
    assert hold_at(solution, start) == first


def test_dice_are_banked_from_where_best_play_goes_on_banking():
    game = Farkle(target=1000)
    solution = solve(game)
    for dice, points in banked_from(solution).items():
        if points is not None:
            here = game.start()._replace(turn=points, dice=dice)
            assert solution.best(here) == "bank"


def test_games_of_turns_are_drawn_with_their_rule_of_stopping():
    first = [
        next(iter(kinds_of(solution)))
        for solution in map(solve, (Pig(target=20), Pig(target=20, players=1), Farkle(target=1000)))
    ]
    assert first == ["stopping"] * 3
    for game in (Pig(target=12), Pig(target=12, players=1), Farkle(target=500)):
        drawn = solve(game).figure("stopping").axes[0].get_title(loc="left")
        assert drawn.startswith(game.name)
    assert "stopping" not in kinds_of(solve(CantStop()))
    assert "stopping" not in kinds_of(solve(Piglet(target=3)))
