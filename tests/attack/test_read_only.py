"""A package that cannot be written to, for a user who has no home: all of it works, only slower."""

from __future__ import annotations

import ctypes
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import perfectplay

PACKAGE = Path(perfectplay.__file__).parent
DROP, WRITE_ANYWAY = 24, 1
"""What Linux calls giving up a right for good, and root's right to write to any file."""
LINES = (
    "solve coins --json",
    "solve pig target=30 --json",
    "table coins --json",
    "distribution slots --json",
    "advise coins --json",
    "solve greed max=12 --json",
    "solve slots --objective score --json",
    "games --json",
)
MAIN = "from perfectplay.cli.main import main; main()"


def as_others_are():
    """Give up root's right to write where nobody may."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(DROP, WRITE_ANYWAY, 0, 0, 0)


def answer(line, package, **how):
    """What a command prints with the package in some folder, without how long it took."""
    kept = {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [sys.executable, "-c", MAIN, *line.split()],
        capture_output=True,
        check=False,
        text=True,
        cwd="/",
        env={name: text for name, text in os.environ.items() if not name.startswith("PERFECT")}
        | kept
        | how.pop("env", {}),
        **how,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), line
    told = json.loads(ran.stdout)
    if isinstance(told, dict):
        told.pop("seconds", None)
    return told


@pytest.fixture
def installed():
    """A copy of the package, in a folder that can be read and not written to."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(
            PACKAGE, place / "perfectplay", ignore=shutil.ignore_patterns("__pycache__")
        )
        paths = [place, *place.rglob("*")]
        for path in paths:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield place
        for path in paths:
            path.chmod(0o755)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, root can write to everything")
def test_a_package_that_cannot_be_written_to_answers_the_same(installed, seeds, count):
    before = sorted(installed.rglob("*"))
    touch = subprocess.run(["touch", installed / "new"], check=False, preexec_fn=as_others_are)
    assert touch.returncode
    for seed in seeds:
        line = random.Random(seed).choice(LINES)
        homeless = {"HOME": "/nonexistent", "XDG_CACHE_HOME": str(installed / "caches")}
        found = answer(line, installed, env=homeless, preexec_fn=as_others_are)
        assert found == answer(line, PACKAGE.parent, env={"PERFECTPLAY_CACHE": "off"})
        count("commands")
    assert sorted(installed.rglob("*")) == before
