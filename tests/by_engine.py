"""The same game by one engine or another, whatever would be chosen for it."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from perfectplay import Compute, Storage, solve
from perfectplay.engines.backends import machine


def solve_with(engine: str) -> Callable[..., Any]:
    """`solve` by an engine, told by name how else it is to be computed."""

    def solve_by_it(
        game: Any,
        objective: Any = None,
        *,
        exact: bool = False,
        width: float | None = None,
        storage: Storage = Storage(),
        **how: Any,
    ) -> Any:
        compute = Compute(engine, **how)
        return solve(game, objective, exact=exact, width=width, compute=compute, storage=storage)

    return solve_by_it


solve_graph = solve_with("graph")
solve_race = solve_with("race")
solve_scorecard = solve_with("scorecard")
solve_leads = solve_with("score-difference")

RUNS = ("python", "compiled", "exact")


@contextmanager
def by_machine_code(*, always: bool = True) -> Iterator[None]:
    """Have every graph swept by machine code, or none, however large it is."""
    with pytest.MonkeyPatch.context() as patch:
        for threshold in ("MEDIUM", "LARGE"):
            patch.setattr(machine, threshold, 0 if always else math.inf)
        yield


@contextmanager
def solver_by(run: str) -> Iterator[Any]:
    """`solve` by one of the three; what is asked of its solutions meanwhile runs by it too."""
    with by_machine_code(always=run == "compiled"):
        yield partial(solve, exact=run == "exact")
