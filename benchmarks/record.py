"""What a run of the benchmarks measured, on which machine and with which versions, as one file.

Benchmarks `note` their times. They are kept in the JSON file that `BENCHMARKS_RECORD` names, as it
does under `make benchmarks`; where it names none, nothing is kept. `benchmarks.compared` tells two
such files apart.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RECORD = "BENCHMARKS_RECORD"
PACKAGES = ("perfectplay", "numba", "llvmlite", "numpy", "polars", "pydantic", "ray")


class NoRecordError(Exception):
    """A file holds no record of benchmarks, or cannot be read."""


@dataclass
class Record:
    """A run: when, where, with what, and by name the seconds that each round took."""

    date: str
    machine: dict[str, Any]
    versions: dict[str, str]
    seconds: dict[str, list[float]] = field(default_factory=dict)

    @classmethod
    def new(cls) -> Record:
        """A record of this machine, with nothing in it."""
        return cls(f"{datetime.now(tz=UTC):%Y-%m-%d}", machine(), versions())

    @classmethod
    def read(cls, path: Path) -> Record:
        """The record in a file; what is none is refused in one line."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise NoRecordError(f"{path}: {error.strerror}") from None
        except (ValueError, TypeError):
            raise NoRecordError(f"{path} is no record; make benchmarks writes them") from None

    def write(self, path: Path) -> None:
        """Write it to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    """The machine, without its name."""
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": processor(),
        "cores": os.cpu_count(),
    }


def processor() -> str:
    """The processor's model; Linux tells it in a file."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor())


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that matter, as far as they are there."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def note(name: str, seconds: Sequence[float]) -> None:
    """Add what the rounds of a benchmark took to the record of this run, if one is kept."""
    named = os.environ.get(RECORD)
    if named:
        path = Path(named)
        record = Record.read(path) if path.exists() else Record.new()
        record.seconds.setdefault(name, []).extend(map(float, seconds))
        record.write(path)
