"""How long the attacks last, and with which seeds; what was tried is counted and told.

ATTACK_SECONDS are shared by all attacks that run; without it each has a moment, but tries at least
once. ATTACK_SEED is the first seed: the one that a failure names repeats it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

MOMENT = 2.0
SECONDS, SEED = (os.environ.get(f"ATTACK_{name}") for name in ("SECONDS", "SEED"))
attacks = pytest.StashKey[int]()


def pytest_collection_modifyitems(config, items):
    found = [item for item in items if "seconds" in getattr(item, "fixturenames", ())]
    config.stash[attacks] = len(found)
    for item in found:
        item.add_marker(pytest.mark.slow)


@pytest.fixture
def seconds(request) -> float:
    """How long an attack may take."""
    return float(SECONDS) / request.config.stash[attacks] if SECONDS else MOMENT


@pytest.fixture
def seeds(request, seconds) -> Iterator[int]:
    """A seed for each attempt, until the time is up."""

    def counted():
        first, end = int(SEED or 0), time.monotonic() + seconds
        seed = first
        while seed == first or time.monotonic() < end:
            request.node.user_properties[:] = [("attempts", seed - first + 1), ("seed", seed)]
            yield seed
            seed += 1

    return counted()


def pytest_terminal_summary(terminalreporter):
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.getreports(kind)]
    for report in reports:
        told = dict(report.user_properties)
        if report.when == "call" and "attempts" in told:
            end = f", failed with ATTACK_SEED={told['seed']}" if report.failed else ""
            terminalreporter.write_line(f"{report.nodeid}: {told['attempts']:,} attempts{end}")
