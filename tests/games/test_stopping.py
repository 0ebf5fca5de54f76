"""The charts of when to stop say what the rules of best play say, position by position."""

from __future__ import annotations

import pytest

from perfectplay import evaluate, solve
from perfectplay.figures.kinds import kinds_of
from perfectplay.games.cant_stop import CantStop
from perfectplay.games.farkle import Farkle
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.stopping.boundary import banked_from, hold_at
from perfectplay.games.stopping.rule_of_progress import RULE, progress, turns_by_number


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
    assert "stopping" not in kinds_of(solve(CantStop(players=2)))
    assert solve(CantStop(2, 1)).figure("stopping").axes[0].get_title(loc="left").startswith("cant")
    assert "stopping" not in kinds_of(solve(Piglet(target=3)))


@pytest.mark.parametrize("number", [7, 16, RULE])
def test_the_rule_of_progress_takes_as_many_turns_as_its_play_is_worth(number):
    """Followed by the engine for any game, from the plain rules."""
    game = CantStop(sides=2, shortest=3)
    best = solve(game)

    def play(decision):
        place = decision.position
        if place.dice:
            return best.best(place)
        return "stop" if progress(place.turn) >= number else "roll"

    played = evaluate(game, play)
    found = turns_by_number(best)
    assert found.turns[number] == pytest.approx(-float(played.value), abs=1e-9)
    assert found.best == pytest.approx(-float(best.value), abs=1e-12)
    assert min(found.turns.values()) >= found.best - 1e-9
