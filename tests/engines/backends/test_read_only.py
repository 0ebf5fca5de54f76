"""Nothing can be written, as for a service: the package is read-only and its user has no home."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import perfectplay

SOLVE = "from perfectplay.cli.main import main; main()"


@pytest.mark.slow
def test_machine_code_is_made_where_none_can_be_kept(tmp_path):
    """A file in the place of every folder that could keep it is in the way of root, too."""
    package = tmp_path / "perfectplay"
    leave_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(perfectplay.__file__).parent, package, ignore=leave_out)
    for folder, _, _ in os.walk(package):
        Path(folder, "__pycache__").touch()
    ran = subprocess.run(
        [sys.executable, "-c", SOLVE, "solve", "greed", "max=30", "sides=6", "--json"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "HOME": str(package / "version.py" / "home")},
        check=False,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert '"value": 0.511333' in ran.stdout
    assert list(tmp_path.iterdir()) == [package]
