"""The package as users install it: built, put into an environment of its own, and tried there."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from perfectplay.errors import EXTRAS
from perfectplay.version import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*words, **more):
    """Run a command, without a path of ours, and tell what it says if it fails."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    more = {"env": clean, **more}
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the wheel and the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return folder


@pytest.fixture(scope="module")
def home(built, tmp_path_factory):
    """An environment with our wheel; what it needs is found where the tests find it."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    run(*pip, "--no-deps", "--no-index", str(wheel))
    own = run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(own) / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


@pytest.mark.slow
def test_the_wheel_has_all_that_is_not_code(built):
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "perfectplay/py.typed" in names
    assert any(name.startswith("perfectplay/web/static/") for name in names)
    assert not any(name.endswith((".nbi", ".nbc", ".code", ".pyc")) for name in names)


@pytest.mark.slow
def test_the_source_distribution_has_tests_docs_and_licence(built):
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "CITATION.cff", "tests/test_package.py"} <= names


@pytest.mark.slow
def test_the_wheel_works_in_an_environment_of_its_own(home, tmp_path):
    command = home / "bin" / "perfectplay"
    assert run(str(command), "--version", cwd=tmp_path) == f"perfectplay {__version__}\n"
    assert "13817/46656" in run(str(command), "solve", "slots", "--exact", cwd=tmp_path)
    where = run(
        str(home / "bin" / "python"), "-c", "import perfectplay; print(perfectplay.__file__)"
    )
    assert where.startswith(str(home))


@pytest.mark.slow
def test_the_wheel_has_all_that_it_says_it_needs(home):
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python")]
    assert run(*pip, "check") == "No broken requirements found.\n"


WITHOUT = """
import sys
for name in {names!r}:
    sys.modules[name] = None
from perfectplay.cli.main import main
sys.argv = ["perfectplay", *{words!r}]
main()
"""


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["table", "coins"], "table"),
        (["plot", "coins", "--out", "coins.svg"], "plot"),
        (["serve"], "web"),
    ],
)
def test_a_missing_extra_is_told_in_one_line(words, extra, tmp_path):
    names = [module for module, (each, _) in EXTRAS.items() if each == extra]
    code = WITHOUT.format(names=names, words=words)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f"add it by pip install 'perfectplay[{extra}]'" in done.stderr


def test_solving_needs_no_extra(tmp_path):
    code = WITHOUT.format(names=list(EXTRAS), words=["solve", "coins", "--json"])
    assert '"value"' in run(sys.executable, "-c", code, cwd=tmp_path, env=None)


def test_every_extra_that_is_told_can_be_installed():
    assert {extra for extra, _ in EXTRAS.values()} <= set(PROJECT["optional-dependencies"])


def test_the_version_is_the_same_everywhere():
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", ["ci.yml", "release.yml"])
def test_workflows_run_nothing_but_make(file):
    text = (ROOT / ".github" / "workflows" / file).read_text(encoding="utf-8")
    commands = [line.partition("run:")[2].split() for line in text.splitlines() if "- run:" in line]
    known = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert commands
    for make, target in commands:
        assert make == "make"
        assert f"\n{target}:" in known
