"""Machine code that is not what it should be, or not one's own, is never run."""

from __future__ import annotations

import sys

import pytest

from tests.attack.outside import process


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no modes")
def test_machine_code_that_is_not_ones_own_is_compiled_anew(tmp_path, seeds, count):
    with process("tests.attack.linking", tmp_path) as ask:
        for seed in seeds:
            count(ask(seed))
