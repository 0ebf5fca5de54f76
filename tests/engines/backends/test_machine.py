"""Small games are answered without a compiler."""

import subprocess
import sys

import pytest


def modules_after(statement):
    """Which of the large libraries a statement brings in, in a new process."""
    script = f"{statement}\nimport sys\nprint(*{{'numba', 'numpy', 'polars'}} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    "statement",
    [
        "import perfectplay",
        "from perfectplay import *; from perfectplay.games.slots import *; slots = solve(Slots()); slots.best(slots.read('open=x3 roll=1'), 20)",
        "from perfectplay import *; from perfectplay.games.slots import *; solve(Slots(), exact=True).distribution()",
    ],
)
def test_a_small_game_needs_no_large_library(statement):
    assert modules_after(statement) == set()
