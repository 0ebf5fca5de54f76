"""The recipe for conda-forge says what `pyproject.toml` says, in the form that conda-forge wants."""

import tomllib
from pathlib import Path

import pytest
import yaml

from perfectplay.version import __version__

ROOT = Path(__file__).parents[1]
PATH = ROOT / "recipe" / "recipe.yaml"
RECIPE = yaml.safe_load(PATH.read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_it_needs_what_the_package_needs_and_the_compiler():
    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["compiler"]]
    python, *others = RECIPE["requirements"]["run"]
    assert python == "python >=${{ python_min }}"
    assert others == sorted(each.replace(">=", " >=") for each in needed)


def test_it_is_about_this_package():
    assert RECIPE["context"]["version"] == __version__
    assert RECIPE["about"]["summary"] == PROJECT["description"]
    assert RECIPE["about"]["license"] == PROJECT["license"]
    assert (PATH.parent / RECIPE["source"]["path"] / RECIPE["about"]["license_file"]).exists()
    (script,) = PROJECT["scripts"].items()
    assert RECIPE["build"]["python"]["entry_points"] == [" = ".join(script)]


def test_its_sections_stand_in_the_order_that_conda_forge_asks_for():
    order = "schema_version context package source build requirements tests about extra"
    assert list(RECIPE) == order.split()
    assert list(RECIPE["requirements"]) == ["host", "run"]


def test_rattler_build_renders_it():
    rattler_build = pytest.importorskip("rattler_build", reason="py-rattler-build is not installed")
    variants = rattler_build.VariantConfig({"python_min": ["3.11"]})
    (rendered,) = rattler_build.Stage0Recipe.from_file(PATH).render(variants)
    found = rendered.recipe.to_dict()
    assert found["package"] == {"name": "perfectplay", "version": __version__}
    assert found["requirements"]["host"][0] == "python 3.11.*"
    assert found["build"]["noarch"] == "python"
