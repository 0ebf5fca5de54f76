"""Games for two as environments of PettingZoo."""

import functools

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from perfectplay import evaluate
from perfectplay.adapters.pettingzoo import env
from perfectplay.errors import ObjectiveError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.strategies.strategy import at_random
from tests.strategies.test_policies import Shortened

GAMES = [
    Greed(max=10, sides=3),
    Hog(target=10, dice=4),
    Pig(target=10),
    Piglet(),
    Shortened(players=2),
]
"""The shipped games for two that can be explored, not too large for a test."""


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", GAMES)
def test_every_game_that_fits_passes_the_test_of_the_interface(game):
    api_test(env(game), num_cycles=100)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", GAMES[:2])
def test_a_seed_makes_the_same_game(game):
    seed_test(functools.partial(env, game), num_cycles=20)


def test_what_the_first_player_earns_is_the_value_of_such_play():
    greed = env(Greed(max=4, sides=2))
    rng, games, earned = np.random.default_rng(1), 1500, 0.0
    for game in range(games):
        greed.reset(seed=game)
        for agent in greed.agent_iter():
            observation, reward, over, _, _ = greed.last()
            earned += reward if agent == "player_0" else 0
            options = np.flatnonzero(observation["action_mask"])
            greed.step(None if over else rng.choice(options))
    value = evaluate(Greed(max=4, sides=2), at_random, at_random).value
    assert earned / games == pytest.approx(value, abs=0.05)


def test_the_regret_of_an_action_is_told():
    greed = env(Greed(max=10, sides=3))
    greed.reset(seed=1)
    greed.step(0)
    solution = greed.unwrapped.process.solution
    costs = {option.label: option.cost for option in solution.options(solution.game.start())}
    assert greed.infos["player_0"]["regret"] == costs[0]


def test_a_game_for_one_is_refused():
    with pytest.raises(ObjectiveError, match=r"is for one; take .*gymnasium"):
        env(Coins())
