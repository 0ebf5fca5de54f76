"""The CUDA sources are compiled for several generations of cards, by a compiler that needs none."""

import ctypes
import itertools
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from perfectplay.engines.backends.gpu import OPTIONS, source_of
from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.gpu.solving import solve_on
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.gpu import INDUCTION
from perfectplay.engines.scorecard.score_difference.gpu_matches import FOLLOWING
from perfectplay.engines.scorecard.solve.cuda import constants
from perfectplay.games.royal_ur import RoyalUr
from tests.engines.backends.on_cpu import Cpu

CARDS = ("sm_80", "sm_90", "sm_100")
"""Ampere, Hopper and Blackwell."""


@pytest.fixture(scope="module")
def compiler():
    """NVRTC, as its wheel has it."""
    folder = Path(sysconfig.get_path("platlib")) / "nvidia"
    found = sorted(folder.rglob("libnvrtc.so.*"))
    if not found:
        pytest.skip("NVRTC is not installed: pip install nvidia-cuda-nvrtc")
    return ctypes.CDLL(str(found[-1]))


def assert_compiled(compiler, source, card):
    program, length = ctypes.c_void_p(), ctypes.c_size_t()
    text = source.encode()
    assert not compiler.nvrtcCreateProgram(ctypes.byref(program), text, b"kernels", 0, None, None)
    options = [option.encode() for option in (*OPTIONS, f"-arch={card}")]
    failed = compiler.nvrtcCompileProgram(
        program, len(options), (ctypes.c_char_p * len(options))(*options)
    )
    compiler.nvrtcGetProgramLogSize(program, ctypes.byref(length))
    log = ctypes.create_string_buffer(length.value)
    compiler.nvrtcGetProgramLog(program, log)
    assert not failed, log.value.decode()
    compiler.nvrtcGetCUBINSize(program, ctypes.byref(length))
    assert length.value > 0


@pytest.mark.slow
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("sources", [INDUCTION, FOLLOWING], ids=["induction", "following"])
def test_every_source_is_compiled(compiler, sources, dtype, card):
    assert_compiled(compiler, source_of(sources, constants(Lattice(3, 4), dtype)), card)


class Listening(Cpu):
    """Keeps the sources that it compiles."""

    def __init__(self):
        self.sources = []

    def module(self, sources, constants):
        self.sources.append(source_of(sources, constants))
        return super().module(sources, constants)


@pytest.mark.slow
def test_compiled_rules_are_compiled_for_cards(compiler):
    device, game = Listening(), RoyalUr(pieces=1)
    solve_on(device, CompiledGame(game, game.objective()), None, 1 << 22, lambda *_: None)
    for source, card in itertools.product(device.sources, CARDS):
        assert_compiled(compiler, source, card)
