"""Without Numba and LLVM, Python runs every kernel; what would take minutes is refused."""

import json
import subprocess
import sys

import pytest

from perfectplay import Compute, solve
from perfectplay.engines.backends import compiling
from perfectplay.engines.graph import engine as graph
from perfectplay.engines.graph.solve import explore
from perfectplay.errors import MissingExtraError
from perfectplay.games import registry
from perfectplay.games.coins import Coins

WITHOUT = """
import json, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from perfectplay import solve
from perfectplay.games import registry

games = json.load(sys.stdin)
print(json.dumps({name: solve(registry.find(name)(**words)).value for name, words in games.items()}))
"""
SMALL = {
    "bear-off": {"checkers": 2},
    "blackjack": {},
    "cant-stop": {"sides": 2},
    "coins": {},
    "farkle": {"target": 500},
    "greed": {"max": 8},
    "hog": {"target": 10, "dice": 3},
    "hypergammon": {"checkers": 1, "home": 3},
    "hypergammon-cube": {"checkers": 1, "home": 3},
    "knucklebones": {"columns": 2, "rows": 1},
    "pig": {"target": 10},
    "piglet": {"target": 5},
    "qwixx": {"up": 1, "down": 1, "faces": 2, "needed": 1},
    "shut-the-box": {"tiles": 4},
    "slots": {},
    "snackjack": {},
}
"""Games in sizes that Python solves in a moment."""
CARDS = {"generala", "kniffel", "yacht", "yahtzee", "yatzy", "yazy"}
"""Cards of thirteen boxes, more or less: small ones of their kind are tested with their engine."""
LARGE = {"royal-ur", "video-poker"}
"""Games that have no small sizes."""


def test_every_game_is_looked_at():
    assert SMALL.keys() | CARDS | LARGE == registry.SHIPPED.keys()


@pytest.mark.slow
def test_small_games_of_every_kind_have_the_same_values():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input=json.dumps(SMALL),
        capture_output=True,
        text=True,
        check=True,
    )
    plain = json.loads(done.stdout)
    for name, words in SMALL.items():
        assert plain[name] == pytest.approx(solve(registry.find(name)(**words)).value, rel=1e-11)


@pytest.mark.parametrize("name", ["video-poker", "yahtzee", "yatzy"])
def test_what_would_take_minutes_names_the_package_to_install(name):
    code = WITHOUT.replace("json.load(sys.stdin)", repr({name: {}}))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "plain Python would take about" in done.stderr
    assert done.stderr.endswith("add it by pip install 'perfectplay[compiler]'\n")


def test_a_large_game_in_plain_rules_says_what_compiling_them_would_gain(monkeypatch):
    monkeypatch.setattr(compiling, "has_llvm", lambda: False)
    monkeypatch.setattr(graph, "STEPS_BY_PYTHON", 50)
    monkeypatch.setattr(explore, "LOOK_FROM", 50)
    with pytest.raises(
        MissingExtraError, match="compiled rules a fifth to a tenth of that; add it"
    ):
        solve(Coins())
    assert solve(Coins(), compute=Compute("graph")).value == solve(Coins(), exact=True).value
