"""Players of Greed with simple habits: what they roll, and that it is always on offer."""

import pytest

from perfectplay.games.greed import Greed
from perfectplay.games.greed.strategies import always, as_if_last, by_the_mean, until
from perfectplay.model.race import RaceTurn
from perfectplay.objectives import Win
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.strategies.strategy import Decision
from tests.by_engine import solve_race
from tests.engines.race.races import all_turns


def asked(player, game, turn):
    """What a player rolls at a turn of a game."""
    options = tuple(game.at(turn).options)
    dice = player(Decision(turn, 0, turn.player, options))
    assert dice in options
    return dice


GAME = Greed(max=10, sides=3)
FEW_DICE = Greed(max=20, sides=3, dice=2)


def fixed(count, game):
    return always(count, game.limit, game.faces)


def average(game):
    return by_the_mean(game.limit, game.faces)


@pytest.mark.parametrize(
    ("turn", "dice"),
    [
        (RaceTurn(0, 9), 1),
        (RaceTurn(7, 0), 1),
        (RaceTurn(8, 9), 0),
        (RaceTurn(9, 10), 0),
        (RaceTurn(9, 9, last=True), 1),
        (RaceTurn(9, 8, last=True), 0),
        (RaceTurn(4, 3, last=True), 0),
        (RaceTurn(10, 10, last=True), 0),
    ],
    ids=str,
)
def test_who_rolls_until_a_score_rolls_single_dice(turn, dice):
    assert asked(until(8), GAME, turn) == dice


@pytest.mark.parametrize(
    ("turn", "dice"),
    [
        (RaceTurn(0, 9), 3),
        (RaceTurn(4, 9), 3),
        (RaceTurn(5, 9), 0),
        (RaceTurn(5, 9, last=True), 3),
        (RaceTurn(8, 9, last=True), 2),
        (RaceTurn(9, 8, last=True), 0),
        (RaceTurn(10, 10, last=True), 0),
    ],
    ids=str,
)
def test_who_always_rolls_three_stops_where_their_mean_does_not_fit(turn, dice):
    assert asked(fixed(3, GAME), GAME, turn) == dice


@pytest.mark.parametrize(
    ("turn", "dice"),
    [
        (RaceTurn(0, 9), 5),
        (RaceTurn(1, 9), 4),
        (RaceTurn(9, 9), 0),
        (RaceTurn(2, 9, last=True), 4),
        (RaceTurn(9, 9, last=True), 0),
        (RaceTurn(9, 8, last=True), 0),
    ],
    ids=str,
)
def test_who_rolls_by_the_mean_rolls_what_fits_in_the_mean(turn, dice):
    assert asked(average(GAME), GAME, turn) == dice


def test_who_plays_as_if_it_were_the_last_turn_is_right_in_the_last_turn():
    solution = solve_race(GAME, Win())
    player = as_if_last(solution.answer(RatingBoard))
    for turn in all_turns(10):
        dice = asked(player, GAME, turn)
        assert dice == solution.best(turn._replace(last=True))
        if turn.last:
            assert dice == solution.best(turn)


@pytest.mark.parametrize(
    "game",
    [
        GAME,
        Greed(max=12, sides=3, dice=2),
        Greed(max=9, sides=1),
        Greed(max=0),
        Greed(max=5, sides=9),
    ],
    ids=repr,
)
def test_every_player_rolls_what_is_on_offer_at_every_turn(game):
    players = [until(6), fixed(1, game), fixed(4, game), average(game)]
    for player in [*players, as_if_last(solve_race(game).answer(RatingBoard))]:
        for turn in all_turns(game.max):
            asked(player, game, turn)


def test_a_rule_for_fewer_dice_does_not_make_the_room_smaller():
    assert asked(fixed(2, FEW_DICE), FEW_DICE, RaceTurn(0, 0)) == 2
    assert asked(fixed(2, FEW_DICE), FEW_DICE, RaceTurn(16, 0)) == 2
    assert asked(fixed(2, FEW_DICE), FEW_DICE, RaceTurn(17, 0)) == 0


def test_who_rolls_by_the_mean_rolls_as_many_as_the_rule_allows():
    assert asked(average(FEW_DICE), FEW_DICE, RaceTurn(0, 0)) == 2
    assert asked(average(FEW_DICE), FEW_DICE, RaceTurn(18, 0)) == 1
