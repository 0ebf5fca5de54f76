"""Games for one as environments of Gymnasium."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import perfectplay.adapters.gymnasium as adapter
from perfectplay import AtLeast, Score, evaluate, solve
from perfectplay.errors import ModelError, ObjectiveError
from perfectplay.games import registry
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.strategies.strategy import at_random
from tests.strategies.test_policies import Shortened

SHIPPED = {
    "coins": {},
    "slots": {},
    "shut-the-box": {"tiles": 6},
    "hog": {"target": 20},
    "pig": {"target": 20},
    "piglet": {},
}
"""The shipped games that one can play alone and that can be explored, not too large for a test."""


@pytest.mark.parametrize(("name", "parameters"), SHIPPED.items())
def test_every_shipped_game_that_fits_passes_the_check(name, parameters):
    env = gymnasium.make(f"perfectplay/{name}-v0", **parameters)
    check_env(env.unwrapped)


def test_every_game_is_registered():
    known = {name for name in gymnasium.registry if name.startswith("perfectplay/")}
    assert known == {f"perfectplay/{name}-v0" for name in registry.names()}


@pytest.mark.parametrize(
    ("game", "objective"),
    [
        (Coins(coins=3, target=5), None),
        (Shortened(), Score()),
        (Shortened(), AtLeast(20)),
        (ShutTheBox(tiles=4), None),
        (Hog(target=6, dice=2, players=1), Score()),
    ],
)
def test_value_iteration_on_its_table_finds_our_value(game, objective):
    env = adapter.env(game, objective)
    states, actions = env.process.end + 1, env.action_space.n
    value = np.zeros(states)
    for _ in range(100):
        value = np.array(
            [
                max(
                    sum(p * (r + value[s]) for p, s, r, _ in env.P[state][action])
                    for action in range(actions)
                )
                for state in range(states)
            ]
        )
    first = env.process.start(lambda: 0.0)
    ours = env.process.solution.value_at(first.position)
    assert value[env.process.row(first)] == pytest.approx(float(ours), abs=1e-9)


def test_the_probabilities_of_its_table_add_up():
    for actions in adapter.env(ShutTheBox(tiles=4)).P.values():
        for steps in actions.values():
            assert sum(p for p, _, _, _ in steps) == pytest.approx(1)


def test_what_is_earned_and_what_is_lost_add_up():
    coins = Coins(coins=3, target=5)
    env = adapter.env(coins, solution=solve(coins))
    rng, games, earned, lost = np.random.default_rng(1), 1500, 0.0, 0.0
    for game in range(games):
        _, info = env.reset(seed=game)
        over = False
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, over, _, info = env.step(action)
            earned, lost = earned + reward, lost + info["regret"]
    assert earned / games == pytest.approx(
        evaluate(Coins(coins=3, target=5), at_random).value, abs=0.05
    )
    assert (earned + lost) / games == pytest.approx(solve(Coins(coins=3, target=5)).value, abs=0.05)


def test_an_action_that_is_not_on_offer_counts_as_the_first_that_is():
    env = adapter.env(Slots())
    env.reset(seed=1)
    _, _, _, _, first = env.step(0)
    assert first["action_mask"].tolist() == [0, 1, 1, 1, 1, 1]
    _, _, _, _, info = env.step(0)
    assert info["action_mask"].tolist() == [0, 0, 1, 1, 1, 1]


def test_it_shows_where_the_game_stands():
    env = gymnasium.make("perfectplay/coins-v0", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "coins 5, points 0 (score 0)"


def test_observations_are_the_fields_of_positions():
    env = adapter.env(Slots())
    assert env.field_names == [
        "open.x3", "open.flip", "open.+4low", "open.x2even", "open.+4odd", "open.bin",
        "roll.0", "score so far",
    ]  # fmt: skip


def test_where_chance_alone_goes_round_there_is_no_table():
    with pytest.raises(ModelError, match="come back to mine=0 turn=0 by chance alone"):
        adapter.env(Pig(target=6, players=1)).P  # noqa: B018


def test_a_game_for_two_is_refused():
    with pytest.raises(ObjectiveError, match=r"is for two; take .*pettingzoo"):
        adapter.env(Greed(max=3))
