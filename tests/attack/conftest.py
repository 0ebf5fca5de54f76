"""How long the attacks last, and with which seeds; what was tried is counted and told.

ATTACK_SECONDS are shared by all attacks that run; without it each has a moment, but tries at least
once. ATTACK_SEED is the first seed: the one that a failure names repeats it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator

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
def count(request) -> Callable[[str, int], None]:
    """Count what was tried, or what came of it, under a word for it."""
    counts: dict[str, int] = {}
    request.node.user_properties.append(("counts", counts))

    def more(what: str, number: int = 1) -> None:
        counts[what] = counts.get(what, 0) + number

    return more


@pytest.fixture
def seeds(request, seconds) -> Iterator[int]:
    """A seed for each attempt, until the time is up."""

    def until_the_end():
        told = {"seed": int(SEED or 0)}
        request.node.user_properties.append(("told", told))
        end = time.monotonic() + seconds
        yield told["seed"]
        while time.monotonic() < end:
            told["seed"] += 1
            yield told["seed"]

    return until_the_end()


def pytest_terminal_summary(terminalreporter):
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.getreports(kind)]
    tried = [(each, dict(each.user_properties)) for each in reports if each.when == "call"]
    for report, properties in sorted(tried, key=lambda each: each[0].nodeid):
        if counts := properties.get("counts"):
            name = report.nodeid.rpartition("test_")[2].replace("_", " ")
            told = ", ".join(f"{number:,} {what}" for what, number in counts.items())
            seed = properties.get("told", {}).get("seed")
            end = f"; failed with ATTACK_SEED={seed}" if report.failed else ""
            terminalreporter.write_line(f"{name}: {told}{end}")
