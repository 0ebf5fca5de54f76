"""A game with a million positions fits in 1 GiB."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

SIDE = 1001

WALK = f"""
import json, pathlib, re, resource, sys
from perfectplay import Chance, Choice, Final, Game, solve

class Walk(Game):
    '''From one corner of a square to the other sides, by choice or by chance in turn.'''

    def start(self):
        return 0, 0

    def at(self, position):
        x, y = position
        if x == {SIDE} - 1 or y == {SIDE} - 1:
            return Final(x - y)
        right, up = (x + 1, y), (x, y + 1)
        if (x + y) % 2:
            return Choice({{"right": right, "up": up}}, (x + y) // 2 % 2)
        return Chance.weighted({{right: 1, up: 1}})

Walk.players = 2
solution = solve(Walk())
solution.best((1, 0)), solution.distribution()
status = pathlib.Path("/proc/self/status")
if status.exists():  # where getrusage would tell the peak of the process that started this one
    peak = int(re.search(r"VmHWM:\\s*(\\d+) kB", status.read_text())[1]) * 1024
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
json.dump({{"positions": solution.positions, "value": solution.value, "peak": peak}}, sys.stdout)
"""


@pytest.fixture(scope="module")
def walked():
    """What solving the walk came to, in a process of its own."""
    ran = subprocess.run([sys.executable, "-c", WALK], check=True, capture_output=True)
    return json.loads(ran.stdout)


def test_a_million_positions_are_solved(walked):
    assert walked["positions"] == SIDE**2 - 1


def test_a_million_positions_fit_in_a_gibibyte(walked):
    assert walked["peak"] < 1 << 30
