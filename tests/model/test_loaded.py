"""Games with a loaded die: engines against the plain rules in fractions, and throws counted."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from perfectplay import (
    AtLeast,
    Bonus,
    Box,
    Compute,
    Face,
    OfAKind,
    Score,
    Scorecard,
    Total,
    Win,
    evaluate,
    load,
    solve,
    verify,
)
from perfectplay.adapters.arrays import array_rules
from perfectplay.errors import EngineError, ParameterError
from perfectplay.games import registry
from perfectplay.games.farkle import Farkle
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.loaded import DIE, sums, throws, weights_of
from perfectplay.strategies.strategy import first_option
from tests.by_engine import solve_graph, solve_leads, solve_scorecard

DIE_TEXT = "1,3,2"
CARD = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=1,
    boxes=[
        Box("ones", Face(1)),
        Box("threes", Face(3)),
        Box("pair", OfAKind(2, 5)),
        Box("any", Total()),
    ],
    bonuses=[Bonus("upper", ["ones", "threes"], at=6, points=5)],
)
LOADED = CARD.for_words([f"die={DIE_TEXT}"])


def counted(dice, weights, of):
    """How likely what some dice come to is, each roll by itself."""
    found = Counter()
    for faces in product(range(len(weights)), repeat=dice):
        likely = Fraction(1)
        for face in faces:
            likely *= Fraction(weights[face], sum(weights))
        found[of(tuple(face + 1 for face in faces))] += likely
    return {key: likely for key, likely in found.items() if likely}


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 3, 2), (0, 1, 4)])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_throws_are_as_likely_as_counting_says(dice, weights):
    for chance, of in (
        (throws(dice, weights), lambda faces: tuple(sorted(faces))),
        (sums(dice, weights), sum),
    ):
        found = dict(zip(chance.thens, chance.odds.fractions(), strict=True))
        assert found == counted(dice, weights, of)


@pytest.mark.parametrize(
    ("die", "complaint"),
    [
        ("1,1,1,1,1", "has 5 faces, and the die has 6"),
        ("1,1,1,1,1,x", "does not say how often each face comes up"),
        ("1,1,1,1,1,-1", "does not say"),
        ("0,0,0,0,0,0", "does not say"),
        ("1/0,1,1,1,1,1", "does not say"),
        ("6", "does not say"),
    ],
)
@pytest.mark.parametrize("game", [Pig, Hog, ShutTheBox, Farkle, Slots, Yahtzee])
def test_what_is_no_die_is_refused(game, die, complaint):
    with pytest.raises(ParameterError, match=complaint):
        game(die=die)


def test_weights_are_taken_as_the_smallest_whole_numbers():
    assert weights_of("0.1,0.2,0.1,0.2,0.2,0.2") == (1, 2, 1, 2, 2, 2)
    heavy = LOADED.for_words(["die=1,1,1000000"])
    with pytest.raises(EngineError, match="come to 1,000,002"):
        solve_scorecard(heavy, Score())
    assert solve(heavy, Score()).value == pytest.approx(22, abs=1e-3)


SMALL = [
    Pig(target=10, players=1),
    Piglet(target=3),
    Hog(target=6, dice=2),
    Greed(max=6, sides=6),
    ShutTheBox(tiles=4),
    Farkle(longest=500),
    Slots(target=40),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_a_die_with_equal_weights_is_fair(game):
    sides = 2 if game.name == "piglet" else 6
    same = game.for_words([f"die={','.join(['7'] * sides)}"])
    assert solve(same).value == pytest.approx(solve(game).value, abs=1e-11)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_engines_agree_on_a_loaded_die(game):
    loaded = game.for_words(["die=3,1" if game.name == "piglet" else "die=2,1,1,1,1,3"])
    assert solve(loaded).value == pytest.approx(solve_graph(loaded).value, abs=1e-9)
    assert solve(loaded).value != pytest.approx(solve(game).value, abs=1e-3)


def test_every_game_with_a_die_has_it_loaded():
    having = {name for name in registry.names() if DIE in registry.find(name).parameters()}
    assert {
        "cant-stop",
        "farkle",
        "greed",
        "hog",
        "pig",
        "piglet",
        "shut-the-box",
        "yahtzee",
    } <= having
    with pytest.raises(EngineError, match="a race needs a fair one"):
        solve(Greed(sides=3, die="1,1,2"), compute=Compute(engine="race"))


def test_the_scorecard_engine_plays_loaded_dice_as_the_rules_say():
    exact = solve_graph(LOADED, Score(), exact=True)
    fast = solve_scorecard(LOADED, Score())
    assert float(exact.value) == pytest.approx(fast.value, abs=1e-12)
    verify(fast)
    ours = {score: float(chance) for score, chance in exact.distribution().items()}
    assert dict(fast.distribution()) == pytest.approx(ours, abs=1e-12)
    for position in (LOADED.start(), LOADED.read("open=ones,any totals=3 roll=1,3 rerolls=1")):
        assert float(exact.value_at(position)) == pytest.approx(fast.value_at(position), abs=1e-12)


def test_loaded_dice_are_played_to_win_and_for_a_score():
    for points in (8, 14):
        exact = solve_graph(LOADED, AtLeast(points), exact=True)
        assert solve_leads(LOADED, AtLeast(points)).value == pytest.approx(
            float(exact.value), abs=1e-9
        )
    two = LOADED.for_words(["players=2"])
    short = Scorecard(
        "short", dice=1, sides=3, rerolls=1, players=2, die="1,3,2", boxes=CARD.boxes[:2]
    )
    assert solve_leads(short, Win()).value == pytest.approx(
        solve_graph(short, Win()).value, abs=1e-9
    )
    assert two.card.weights == (1, 3, 2)


def test_given_play_and_simulated_games_throw_the_loaded_dice():
    exact = evaluate(LOADED, first_option, objective=Score(), exact=True).value
    assert evaluate(LOADED, first_option, objective=Score()).value == pytest.approx(float(exact))
    best = solve_scorecard(LOADED, Score())
    simulated = best.simulate(20_000, seed=3)
    assert abs(simulated.mean - best.value) < 5 * simulated.error


@pytest.mark.parametrize("game", [LOADED, Pig(target=50, players=1, die="1,1,1,1,1,20")])
def test_rules_over_arrays_throw_the_loaded_dice(game):
    rules = array_rules(game)
    at = rules.start(np.arange(4000))
    seen = rules.observations(at.states)[
        :, rules.fields.index("roll.0" if game is LOADED else "turn")
    ]
    wanted = {1: 11 / 36, 2: 21 / 36, 3: 4 / 36} if game is LOADED else {6: 20 / 24}
    for face, share in wanted.items():
        assert (seen == face).mean() == pytest.approx(share, abs=0.04)


@pytest.mark.parametrize("game", [Slots(die="1,1,1,1,1,2"), LOADED])
def test_a_loaded_game_is_kept_with_its_die(game, tmp_path):
    solve(game).save(tmp_path / "kept.safetensors")
    again = load(tmp_path / "kept.safetensors")
    assert again.game == game
    assert again.value == solve(game).value
