"""The documentation as it is built."""

import shutil
import subprocess
import sys

import pytest

from tests.docs.console import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site; nothing may be warned of meanwhile."""
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "docs", project / "docs")
    (project / "src").symlink_to(ROOT / "src")
    shutil.copy(ROOT / "mkdocs.yml", project)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(command, check=False, capture_output=True, text=True, cwd=project)
    told = built.stdout + built.stderr
    assert built.returncode == 0, told
    assert "warning" not in told.lower(), told
    return project / "site"
