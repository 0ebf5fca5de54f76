"""A game with a million positions fits in 1 GiB, and a memory limit is one."""

import dataclasses
import itertools
import json
import subprocess
import sys
import tracemalloc
from fractions import Fraction

import pytest

from perfectplay import Chance, Choice, Compute, Final, Game, solve
from perfectplay.errors import MemoryLimitError

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


# Limits

LIMIT = 4 << 20


@dataclasses.dataclass(frozen=True)
class Place:
    """A position that is an object."""

    number: int
    more: tuple[int, ...]


def nested(number):
    for level in range(20):
        number = (number, level * 1000)
    return number


POSITIONS = {
    "numbers": lambda i: i,
    "tuples": lambda i: (i, i + 1),
    "nested tuples": nested,
    "texts": lambda i: f"position {i} " * 8,
    "sets": lambda i: frozenset(range(i, i + 12)),
    "objects": lambda i: Place(i, (i, i + 1)),
    "large and small in turn": lambda i: nested(i) if i % 2 else i,
    "small in the end": lambda i: i if i % 1024 > 1000 else nested(i),
}


def endless(made):
    """A game without end, of the nodes that a function makes of a number and of what comes next."""

    class Endless(Game):
        """It has as many positions as there is memory."""

        def start(self):
            return "start"

        def at(self, position):
            return next(nodes)

    nodes = map(made, itertools.count(1))
    return Endless()


GROWING = {
    **{
        f"positions that are {name}": lambda i, make=make: Choice({"a": make(2 * i), "b": i + 1})
        for name, make in POSITIONS.items()
    },
    "labels": lambda i: Choice({("label", i, str(i) * 9): i, i: i + 1}),
    "nodes in place": lambda i: Chance.weighted(
        {Choice({f"{i}, {k}": i, "b": Choice({f"stop {i} {k}": Final()})}): 1 for k in range(5)}
    ),
    "many outcomes": lambda i: Chance.weighted([((i, each), 1) for each in range(5_000)]),
}


@pytest.mark.parametrize("made", GROWING.values(), ids=GROWING)
def test_a_game_without_end_is_stopped_near_the_limit(made):
    tracemalloc.start()
    try:
        with pytest.raises(MemoryLimitError, match="larger than its memory limit of 4 MiB"):
            solve(endless(made), compute=Compute(engine="graph", memory_limit=LIMIT))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert LIMIT / 3 < peak < 2 * LIMIT


def test_long_fractions_count_as_well():
    def made(i):
        whole = 10**60 + i
        return Chance([(i, Fraction(1, whole)), (i + 1, Fraction(whole - 1, whole))])

    tracemalloc.start()
    try:
        with pytest.raises(MemoryLimitError):
            solve(endless(made), exact=True, compute=Compute(memory_limit=LIMIT))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert LIMIT / 3 < peak < 2 * LIMIT
