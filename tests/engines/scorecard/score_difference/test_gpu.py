"""The kernels in CUDA against those in Numba: on a GPU, and always as C++ without one."""

import numpy as np
import pytest
from hypothesis import given

from perfectplay.engines.scorecard.score_difference import engine, gpu, induction, leads
from perfectplay.games.yazy import Yazy
from perfectplay.objectives import AtLeast, EveryTarget, Win
from perfectplay.request import Request
from tests.engines.backends.devices import DEVICES
from tests.engines.scorecard.score_difference.both_ways import CARDS, DUELS
from tests.random_cards import cards

DTYPES = [np.float32, np.float64]
CLOSE = {np.float32: 1e-6, np.float64: 1e-13}


@pytest.fixture(params=DEVICES)
def device(request):
    return request.param()


def laid_out(game, objective):
    request = Request(objective)
    if game.players == 2:
        return engine.duel_leads(game, game.start(), 0, request)
    return engine.target_leads(game, request)


def require_same(game, objective, device, dtype):
    """Every value is the same from both."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leads, "dtype_for", lambda _: dtype)
        one, other = laid_out(game, objective), laid_out(game, objective)
    induction.solve_leads(one)
    other.values[:] = np.nan
    gpu.solve_leads(other, device=device)
    np.testing.assert_allclose(other.values, one.values, rtol=0, atol=CLOSE[dtype])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", CARDS)
def test_every_target_on_a_gpu(name, dtype, device):
    require_same(CARDS[name], EveryTarget(), device, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", DUELS)
def test_two_players_on_a_gpu(name, dtype, device):
    require_same(DUELS[name], Win(tie=0), device, dtype)


@pytest.mark.parametrize("find_device", DEVICES)
@given(card=cards())
def test_random_cards_on_a_gpu(card, find_device):
    require_same(card, EveryTarget(), find_device(), np.float32)


def test_five_dice_on_a_gpu(device):
    require_same(Yazy(), AtLeast(300), device, np.float32)


def test_end_games_on_a_gpu(device):
    """From a position on, with a lead; also where the second player is to move."""
    yazy = Yazy(players=2)
    start = yazy.read("first=sixes second=sixes,straight")
    request = Request(Win())
    one, other = (engine.duel_leads(yazy, start, 7, request) for _ in range(2))
    induction.solve_leads(one)
    gpu.solve_leads(other, device=device)
    np.testing.assert_allclose(other.values, one.values, rtol=0, atol=1e-13)


def test_a_solve_goes_on_from_a_ply(device):
    card = DUELS["two rerolls"]
    whole, part = laid_out(card, Win()), laid_out(card, Win())
    finished = []
    gpu.solve_leads(whole, device=device, finished=finished.append)
    assert finished == list(range(len(whole.plies)))
    done = 2
    part.values[: part.plies[done - 1].end] = whole.values[: part.plies[done - 1].end]
    gpu.solve_leads(part, device=device, done=done)
    np.testing.assert_array_equal(part.values, whole.values)
