"""Lines of play: the account adds up in every game, and matches go round."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import PerfectPlayError, solve
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.nodes import Inline
from perfectplay.objectives import Exponential, Score
from perfectplay.play.line import LineOfPlay
from perfectplay.play.match import Match
from tests.by_engine import solve_scorecard
from tests.random_games import games

SOLVED = {
    "coins": lambda: solve(Coins(coins=3, target=4)),
    "slots": lambda: solve(Slots()),
    "slots, for points": lambda: solve(Slots(), Score()),
    "greed": lambda: solve(Greed(max=8, sides=3)),
    "greed with dice": lambda: solve(Greed(max=30, sides=6)),
    "shut the box": lambda: solve(ShutTheBox(tiles=4)),
    "slots, for a utility": lambda: solve_scorecard(Slots(), Exponential(-0.1)),
}


@pytest.fixture(scope="module", params=SOLVED)
def solution(request):
    return SOLVED[request.param]()


def played(solution, seed):
    line, generator = LineOfPlay.begin(solution), random.Random(seed)
    while not line.over:
        if line.chooser is None:
            line = line.happen(generator.random())
        else:
            line = line.choose(generator.choice([option.label for option in line.options()]))
    return line


def require_account(line):
    change = line.luck(0) - line.lost(0) + line.lost(1)
    assert line.solution.value + change == pytest.approx(line.here.value)
    assert line.here.value == pytest.approx(line.solution.objective.utility(line.final))


@pytest.mark.parametrize("seed", range(5))
def test_value_luck_and_losses_add_up(solution, seed):
    require_account(played(solution, seed))


@given(games(), st.integers(0, 9))
def test_they_add_up_in_any_game(game, seed):
    require_account(played(solve(game), seed))


def test_a_match_goes_round_and_best_play_loses_nothing():
    match = Match.begin(solve(Slots()), "optimal", seed=3)
    turns = []
    while not match.over:
        if match.waits:
            turns.append(match.on)
            match = match.choose(match.line.options()[-1].label)
        else:
            before = match.on
            match = match.go_on()
            if match.on != before and not isinstance(match.line.here.name, Inline):
                turns.append(before)
    assert match.lines[1].lost(0) == 0
    assert match.lines[0].lost(0) > 0
    assert turns.count(0) >= 6


def test_everyone_counts_from_their_own_side():
    pig = solve(Pig(target=20))
    match = Match.begin(pig, "optimal", seed=4, seat=1)
    while not match.over:
        match = match.choose("hold") if match.waits else match.go_on()
    for account in match.accounts:
        change = account.luck - account.lost + match.line.lost(1 - account.player)
        assert account.start + change == pytest.approx(account.came_to)
    other, you = match.accounts
    assert (you.name, you.person, other.person) == ("you", True, False)
    assert you.start == 1 - other.start == 1 - pig.value
    assert {you.came_to, other.came_to} == {0, 1}


def test_people_are_waited_for():
    match = Match.begin(solve(Coins(coins=1, target=1)), "dice", seed=1)
    assert match.waits
    with pytest.raises(PerfectPlayError, match="a person has to choose first"):
        match.go_on()
    with pytest.raises(PerfectPlayError, match="no option 7"):
        match.choose(7)
