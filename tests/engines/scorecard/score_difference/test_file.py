"""Chances to win on disk, with a right checksum and wrong contents."""

import json

import numpy as np
import pytest

from perfectplay import AtLeast, EveryTarget, Scorecard, Solution, Win, load
from perfectplay.model.scorecard import Box, Total, faces
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_leads
from tests.forging import contents, forge
from tests.refusing import refusal

BOXES = [*faces(2), Box("any", Total())]
ALONE = Scorecard("small", dice=2, sides=3, rerolls=1, boxes=BOXES)
DUEL = Scorecard("small", dice=2, sides=3, rerolls=1, boxes=BOXES, players=2)


@pytest.fixture(params=["one target", "all targets", "two players"])
def path(request, tmp_path):
    """A saved solution."""
    path = tmp_path / "card.safetensors"
    game, objective = {
        "one target": (ALONE, AtLeast(6)),
        "all targets": (ALONE, EveryTarget()),
        "two players": (DUEL, Win()),
    }[request.param]
    solution = solve_leads(game, objective)
    solution.save(path)
    assert load(path).value == solution.value
    return path


@pytest.mark.parametrize("number", [np.nan, np.inf, -0.1, 1.1])
def test_a_number_that_is_no_chance_is_refused(path, number):
    values = contents(path)[1]["value"]
    values[len(values) // 2] = number
    forge(path, tensors={"value": values})
    assert "numbers that are not probabilities" in refusal(path)


@pytest.mark.parametrize("change", [lambda v: 1 - v, lambda v: np.arange(len(v)) % 2.0])
def test_chances_that_fall_with_points_lead_nowhere_else(path, change):
    values = np.array(contents(path)[1]["value"])
    forge(path, tensors={"value": change(values).astype(values.dtype)})
    forged = load(path)
    if Solution.simulate in forged.answers:
        assert forged.simulate(200, seed=1).games == 200
    with pytest.raises(VerificationError):
        verify(forged)


@pytest.mark.parametrize("change", [lambda v: v[1:], lambda v: np.append(v, v), lambda v: v[:0]])
def test_another_number_of_chances_is_refused(path, change):
    values = np.array(contents(path)[1]["value"])
    forge(path, tensors={"value": change(values)})
    refusal(path)


def test_chances_of_another_kind_are_refused(path):
    values = np.array(contents(path)[1]["value"])
    forge(path, tensors={"value": values.astype(np.int64)})
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize(
    "change",
    [
        {"objective": "score"},
        {"objective": "exponential:0.1"},
        {"objective": "at-least:5:otherwise=1"},
        {"parameters": json.dumps({"players": 3})},
    ],
    ids=str,
)
def test_another_header_is_refused(path, change):
    forge(path, change)
    refusal(path)


@pytest.mark.parametrize(
    "change",
    [
        {"lead": "1000000"},
        {"lead": "9" * 5000},
        {"lead": "none"},
        {"lead": None},
        {"start": "nonsense"},
        {"start": "open=any"},
        {"start": "first=any second=any"},
        {"start": None},
    ],
    ids=lambda change: str(change)[:30],
)
def test_another_start_is_refused(tmp_path, change):
    path = tmp_path / "duel.safetensors"
    solve_leads(DUEL, Win()).save(path)
    forge(path, change)
    refusal(path)


def test_a_large_game_of_few_numbers_is_refused_before_room_is_made(tmp_path):
    path = tmp_path / "yahtzee.safetensors"
    solve_leads(DUEL, Win()).save(path)
    from perfectplay.games.yahtzee import Yahtzee

    game = Yahtzee(players=2)
    words = {
        "game": game.name,
        "rules": "perfectplay.games.yahtzee.Yahtzee",
        "parameters": json.dumps(game.parameter_values),
        "fingerprint": game.fingerprint,
        "declaration": None,
        "start": game.text(game.start()),
    }
    forge(path, words)
    assert "take more than" in refusal(path)
