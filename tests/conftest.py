"""Settings and fixtures that all tests share."""

import gc
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import typer.main
from hypothesis import HealthCheck, settings

from tests.by_engine import RUNS, solver_by

os.environ["PERFECTPLAY_CACHE"] = "off"  # what was solved before decides no test

typer.main.get_command = cache(typer.main.get_command)  # a process makes its commands once

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=10)
settings.register_profile(
    "search", settings.get_profile("repeatable"), derandomize=False, max_examples=2_000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests, and look no more for garbage among what stays to the end; seldom later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.fixture(params=RUNS, scope="module")
def solver(request: pytest.FixtureRequest) -> Iterator[Any]:
    """`solve` by one of the three engines; what is asked of its solutions runs by it too."""
    with solver_by(request.param) as solver:
        yield solver
