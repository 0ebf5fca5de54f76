"""The CUDA sources are compiled for several generations of cards, by a compiler that needs none."""

import ctypes
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from perfectplay.engines.backends.gpu import OPTIONS, source_of
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.gpu import INDUCTION
from perfectplay.engines.scorecard.score_difference.gpu_matches import FOLLOWING
from perfectplay.engines.scorecard.solve.cuda import constants

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


@pytest.mark.slow
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("sources", [INDUCTION, FOLLOWING], ids=["induction", "following"])
def test_every_source_is_compiled(compiler, sources, dtype, card):
    text = source_of(sources, constants(Lattice(3, 4), dtype)).encode()
    program, length = ctypes.c_void_p(), ctypes.c_size_t()
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
