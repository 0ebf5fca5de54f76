"""Lines of play: the account adds up in every game, and matches go round."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import PerfectPlayError, solve
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.nodes import Inline
from perfectplay.objectives import Score
from perfectplay.play.line import Line
from perfectplay.play.match import Match
from perfectplay.play.neighbourhood import Around
from tests.random_games import games

SOLUTIONS = [
    solve(Coins(coins=3, target=4)),
    solve(Slots()),
    solve(Slots(), Score()),
    solve(Greed(max=8, sides=3)),
    solve(Greed(max=30, sides=6)),
    solve(ShutTheBox(tiles=4)),
]


def played(solution, seed):
    line, generator = Line.begin(solution), random.Random(seed)
    while not line.over:
        if line.chooser is None:
            line = line.happen(generator.random())
        else:
            line = line.choose(generator.choice([option.label for option in line.options()]))
    return line


def require_account(line):
    change = line.luck(0) - line.lost(0) + line.lost(1)
    assert line.solution.value + change == pytest.approx(line.here.value)
    assert line.here.value == line.solution.objective.utility(line.final)


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda solution: str(solution.game))
@pytest.mark.parametrize("seed", range(5))
def test_value_luck_and_losses_add_up(solution, seed):
    require_account(played(solution, seed))


@given(games(), st.integers(0, 9))
def test_they_add_up_in_any_game(game, seed):
    require_account(played(solve(game), seed))


@pytest.mark.parametrize("solution", SOLUTIONS, ids=lambda solution: str(solution.game))
def test_looking_around_sees_what_a_line_meets(solution):
    line = played(solution, 1)
    for step in line.steps:
        around = Around.of(solution, step.before.name, step.before.score)
        assert around.here.value == pytest.approx(step.before.value)
        [edge] = [edge for edge in around.edges if edge.label == step.taken]
        assert edge.then.value == pytest.approx(step.after.value)
        assert edge.then.name == step.after.name
        if step.player is None:
            assert sum(each.probability for each in around.edges) == pytest.approx(1)


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


def test_people_are_waited_for():
    match = Match.begin(solve(Coins(coins=1, target=1)), "dice", seed=1)
    assert match.waits
    with pytest.raises(PerfectPlayError, match="a person has to choose first"):
        match.go_on()
    with pytest.raises(PerfectPlayError, match="no option 7"):
        match.choose(7)
