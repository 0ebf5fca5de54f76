"""The recipe for conda-forge says what `pyproject.toml` says, and what conda-forge's linter asks for.

The linter, conda-smithy, is in no package index, so its rules for such a recipe are checked here; their numbers are its own.
"""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest
import yaml
from recipe.complete import RECIPE, complete

from perfectplay.version import __version__

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGE = PROJECT["project"]
HOME = "https://example.org/a/perfectplay"
SPECIFICATION = re.compile(r"[a-z0-9._-]+( (>=)?[0-9.]+(\.\*)?)?")
"""A name, a space, and a version; no space within the last."""


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    path = tmp_path_factory.mktemp("dist") / f"perfectplay-{__version__}.tar.gz"
    path.write_bytes(b"source")
    return path


@pytest.fixture(scope="module")
def text(sdist):
    return complete(HOME, "someone", sdist)


@pytest.fixture(scope="module")
def recipe(text):
    return yaml.safe_load(text)


def test_it_needs_what_the_package_needs_and_the_compiler(recipe):
    needed = [*PACKAGE["dependencies"], *PACKAGE["optional-dependencies"]["compiler"]]
    assert recipe["requirements"]["run"][1:] == sorted(each.replace(">=", " >=") for each in needed)
    assert recipe["requirements"]["host"][1:] == ["pip", *PROJECT["build-system"]["requires"]]


def test_it_is_about_this_package(recipe):
    """R-015, R-016, and R-040: the version is text."""
    assert recipe["context"]["version"] == __version__
    assert f">={recipe['context']['python_min']}" == PACKAGE["requires-python"]
    assert recipe["about"]["summary"] == PACKAGE["description"]
    (script,) = PACKAGE["scripts"].items()
    assert recipe["build"]["python"]["entry_points"] == [" = ".join(script)]


def test_rattler_build_reads_it_with_and_without_a_release(text, tmp_path):
    """R-036. `make package` installs rattler-build, which refuses what it does not know."""
    rattler_build = pytest.importorskip("rattler_build", reason="py-rattler-build is not installed")
    (tmp_path / "recipe.yaml").write_text(text, encoding="utf-8")
    for path in (RECIPE, tmp_path / "recipe.yaml"):
        recipe = rattler_build.Stage0Recipe.from_file(path)
        (variant,) = recipe.render(rattler_build.VariantConfig())
        found = variant.recipe.to_dict()
        assert found["package"] == {"name": "perfectplay", "version": __version__}
        assert found["requirements"]["host"][0] == "python 3.11.*"
        assert found["build"]["noarch"] == "python"


def test_a_release_is_fetched_by_its_digest(recipe, sdist):
    """R-019, R-028 to R-030."""
    assert recipe["source"] == {
        "url": f"{HOME}/releases/download/v${{{{ version }}}}/perfectplay-${{{{ version }}}}.tar.gz",
        "sha256": hashlib.sha256(sdist.read_bytes()).hexdigest(),
    }
    assert recipe["source"]["url"].replace("${{ version }}", __version__).endswith(sdist.name)


def test_its_sections_stand_in_order(recipe):
    """R-000, R-001, R-009."""
    order = "schema_version context package source build requirements tests about extra"
    assert list(recipe) == order.split()
    assert list(recipe["requirements"]) == ["host", "run"]


def test_it_tells_what_it_is_and_who_looks_after_it(recipe):
    """R-002 to R-004, R-007, R-010, R-013, R-044."""
    about = recipe["about"]
    assert (about["homepage"], about["license"]) == (HOME, PACKAGE["license"])
    assert (ROOT / about["license_file"]).is_file()
    assert about["license_file"] in PACKAGE["license-files"]
    assert recipe["extra"] == {"recipe-maintainers": ["someone"]}


def test_it_is_built_by_pip_for_any_system(recipe):
    """R-008, R-020, R-046, R-050."""
    assert recipe["build"]["number"] == 0
    assert recipe["build"]["noarch"] == "python"
    assert " -m pip install . " in recipe["build"]["script"]
    assert "--no-deps --no-build-isolation" in recipe["build"]["script"]


def test_it_is_tested_with_the_oldest_python_and_the_newest(recipe):
    """R-005, R-023, R-026, R-047."""
    oldest = "${{ python_min }}.*"
    assert recipe["requirements"]["host"][0] == f"python {oldest}"
    assert recipe["requirements"]["run"][0] == "python >=${{ python_min }}"
    by_import, by_command = recipe["tests"]
    assert by_import["python"]["python_version"] == [oldest, "*"]
    assert by_command["requirements"]["run"] == [f"python {oldest}"]


def test_its_requirements_are_written_with_one_space(recipe):
    """R-021, R-022, R-048."""
    for part in recipe["requirements"].values():
        for each in part:
            assert SPECIFICATION.fullmatch(each.replace("${{ python_min }}", "3.11")), each


def test_its_text_is_tidy(text):
    """R-011, R-012, R-014, R-025."""
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert re.findall(r"\$\{\{(?! \w+ \}\})", text) == []
    assert "name: perfectplay\n" in text
