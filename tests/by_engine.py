"""The same game by one engine or another, whatever would be chosen for it."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from perfectplay import solve
from perfectplay.engines.backends import machine

solve_graph = partial(solve, engine="graph")
solve_race = partial(solve, engine="race")
solve_scorecard = partial(solve, engine="scorecard")
solve_leads = partial(solve, engine="score-difference")

RUNS = ("python", "compiled", "exact")


@contextmanager
def solver_by(run: str) -> Iterator[Any]:
    """`solve` by one of the three; what is asked of its solutions meanwhile runs by it too."""
    with pytest.MonkeyPatch.context() as patch:
        edges = 0 if run == "compiled" else math.inf
        patch.setattr(machine, "LARGE", edges)
        patch.setattr(machine, "MEDIUM", edges)
        yield partial(solve, exact=run == "exact")
