"""The devices that kernels in CUDA are tested on."""

import pytest

from perfectplay.engines.backends.gpu import the_gpu, why_not
from tests.engines.backends.on_cpu import Cpu

missing = why_not()
DEVICES = [
    pytest.param(Cpu, id="as C++"),
    pytest.param(
        the_gpu,
        id="on a GPU",
        marks=[pytest.mark.gpu, pytest.mark.skipif(missing is not None, reason=missing or "")],
    ),
]
