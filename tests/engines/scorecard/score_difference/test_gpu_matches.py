"""Matches in CUDA against those in Numba: on a GPU, and always as C++ without one."""

import dataclasses

import numpy as np
import pytest

from perfectplay import Score, Win
from perfectplay.engines.scorecard.score_difference import gpu_matches, matches
from tests.by_engine import solve_leads, solve_scorecard
from tests.engines.backends.devices import DEVICES
from tests.engines.scorecard.score_difference.both_ways import DUELS

CLOSE = {np.float32: 1e-6, np.float64: 1e-13}


@pytest.fixture(params=DEVICES)
def device(request):
    return request.param()


@pytest.mark.parametrize("dtype", CLOSE)
@pytest.mark.parametrize("name", DUELS)
def test_matches_on_a_gpu(name, dtype, device):
    card = DUELS[name]
    table = solve_leads(card, Win(tie=0)).leads
    scorer = solve_scorecard(card, Score()).alone.card_play
    expected = matches.play_off(table, 0, scorer)
    table = dataclasses.replace(table, values=table.values.astype(dtype))
    found = gpu_matches.play_off(table, 0, scorer, device=device)
    for way in ("both", "first", "second"):
        assert getattr(found, way) == pytest.approx(getattr(expected, way), abs=CLOSE[dtype])
