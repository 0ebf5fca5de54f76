"""Everything has its place in the documentation: pages, commands, games, names, errors."""

import inspect
import re

import pytest
import yaml
from typer.main import get_command

import perfectplay
from perfectplay import errors
from perfectplay.cli.main import app
from perfectplay.games.registry import SHIPPED
from tests.docs.console import ROOT

DOCS = ROOT / "docs"
GROUP = get_command(app)
COMMANDS = {name: GROUP.get_command(None, name) for name in GROUP.list_commands(None)}
ERRORS = [
    name
    for name, each in inspect.getmembers(errors, inspect.isclass)
    if issubclass(each, errors.PerfectPlayError)
]


def page(name):
    return (DOCS / name).read_text(encoding="utf-8")


def in_nav(entries):
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            for inside in entry.values():
                yield from in_nav(inside if isinstance(inside, list) else [inside])


def test_every_page_is_in_the_navigation_once():
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = list(in_nav(settings["nav"]))
    written = [str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")]
    others = [name for name in written if name.startswith("decisions/")]
    assert len(listed) == len(set(listed))
    assert set(listed) | set(others) == set(written) | {"decisions/index.md"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described_with_an_example_and_all_its_options(name):
    shared, *sections = re.split(r"^## `", page("reference/command-line.md"), flags=re.MULTILINE)
    section = {part.partition("`")[0]: part for part in sections}[name]
    assert f"$ perfectplay {name}" in section
    for parameter in COMMANDS[name].params:
        for option in parameter.opts:
            if option.startswith("-"):
                assert f"`{option}" in section or f"`{option}`" in shared, option


def test_no_command_is_described_that_there_is_not():
    described = re.findall(r"^## `(.*)`$", page("reference/command-line.md"), flags=re.MULTILINE)
    assert described == list(COMMANDS)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_has_its_page(name):
    assert f"]({name}.md)" in page("games/index.md")
    assert f"perfectplay solve {name}" in page(f"games/{name}.md")


@pytest.mark.parametrize("name", perfectplay.__all__)
def test_every_public_name_is_in_the_reference(name):
    known = page("reference/python.md") + page("reference/errors.md")
    assert f"::: perfectplay.{name}\n" in known or f"- {name}\n" in known


@pytest.mark.parametrize("name", ERRORS)
def test_every_error_is_in_the_reference(name):
    assert f"        - {name}\n" in page("reference/errors.md")
