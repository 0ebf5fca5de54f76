"""Our games in OpenSpiel, and what its own algorithms make of them."""

import pytest

from perfectplay import Compute, Score, evaluate, solve
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.solution.answers import Exploitability
from perfectplay.strategies.strategy import at_random
from tests.strategies.test_policies import Shortened

pyspiel = pytest.importorskip("pyspiel")
from perfectplay.adapters import openspiel  # noqa: E402

SHIPPED = [
    "perfectplay_coins",
    "perfectplay_slots",
    "perfectplay_shut_the_box(tiles=6)",
    "perfectplay_greed(max=10,sides=3)",
    "perfectplay_hog(target=10,dice=3)",
    "perfectplay_pig(target=10)",
    "perfectplay_piglet",
]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_game_that_fits_passes_the_random_simulation(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize(
    ("game", "objective"),
    [(Coins(coins=3, target=5), None), (ShutTheBox(tiles=4), None), (Shortened(), Score())],
)
def test_its_value_iteration_finds_our_value(game, objective):
    pytest.importorskip("cvxpy")
    from open_spiel.python.algorithms.value_iteration import value_iteration

    theirs = openspiel.game(game, objective)
    values = value_iteration(theirs, depth_limit=-1, threshold=0.0, cyclic_game=True)
    root = theirs.new_initial_state()
    if root.is_chance_node():
        value = sum(p * values[str(root.child(roll))] for roll, p in root.chance_outcomes())
    else:
        value = values[str(root)]
    assert value == pytest.approx(solve(game, objective).value, rel=1e-10)


def test_its_exploitability_is_ours():
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    game = Greed(max=3, sides=2)
    theirs = openspiel.game(game)
    uniform = policy.UniformRandomPolicy(theirs)
    ours = solve(game, compute=Compute(engine="graph")).answer(Exploitability).of(at_random)
    assert exploitability.exploitability(theirs, uniform) == pytest.approx(ours, rel=1e-10)
    score = expected_game_score.policy_value(theirs.new_initial_state(), [uniform, uniform])
    assert score[0] == pytest.approx(evaluate(game, at_random, at_random).value, rel=1e-10)
