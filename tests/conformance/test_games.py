"""Every registered game, ours or another package's, keeps the promises of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.conformance import CHECKS, playthrough
from perfectplay.conformance.checks import has_a_solution_that_holds
from perfectplay.conformance.doubts import of_words
from perfectplay.games import registry

RECORDS = Path(__file__).parent.parent / "playthroughs"
TOO_LARGE = {
    "hypergammon": {"checkers": 1, "home": 2},
    "hypergammon-cube": {"checkers": 1, "home": 2, "cube": 4},
    "knucklebones": {"columns": 2, "rows": 1, "faces": 3},
    "qwixx": {"up": 1, "down": 1, "faces": 2, "needed": 1, "misses": 2, "closed": 1},
    "royal-ur": {"pieces": 1},
}
"""Games that are not solved here by their defaults, and parameters by which they are."""


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", registry.names())
def test_a_game_keeps_its_promise(name, check):
    if check is has_a_solution_that_holds and name in TOO_LARGE:
        assert check(registry.find(name)(**TOO_LARGE[name])) is None
    else:
        check(registry.find(name)())


@pytest.mark.parametrize("name", registry.names())
def test_a_game_and_its_parameters_are_explained(name):
    assert [*of_words(registry.find(name)())] == []


@pytest.mark.parametrize("name", registry.names())
def test_a_game_is_registered_under_its_own_name(name):
    assert registry.find(name).name == name


@pytest.mark.parametrize("name", registry.names())
def test_a_game_plays_as_it_was_recorded(name, request):
    played = playthrough(registry.find(name)())
    record = RECORDS / f"{name}.txt"
    if request.config.getoption("--record-playthroughs"):
        record.write_text(played, encoding="utf-8")
    assert record.exists(), f"read one whole game of {name}, then keep it: make playthroughs"
    assert played == record.read_text(encoding="utf-8")
