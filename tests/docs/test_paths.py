"""The files and modules that pages name exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.console import PAGES
from tests.house import entered_at_first

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "perfectplay"
ABOUT_THE_CODE = ["docs/how-it-is-built.md", "docs/glossary.md", "docs/decisions/layout.md"]
EVERY_PAGE = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md"]
FOLDERS = ["src", "tests", "examples", "benchmarks", "wheels"]
YET_TO_WRITE = re.compile(r"\bmy[_-]|^benchmarks/records$")
"""What the reader, or a benchmark, is going to write."""


def missing_names(text: str) -> set[str]:
    """Names of source files, of paths from the root and of modules to run that do not exist."""
    sources = set(re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:py|js|c))`", text))
    paths = set(
        re.findall(r"(?<![\w/.-])((?:src|tests|examples|benchmarks|docs)/[\w./-]*\w)", text)
    )
    modules = set(re.findall(r"-m ((?:benchmarks|tests|perfectplay)[\w.]*\w)", text))
    return {
        *(
            name
            for name in sources - paths
            if not any(each.endswith(f"/{name}") for each in sources_there())
        ),
        *(name for name in paths if not (ROOT / name).exists()),
        *(name for name in modules if not is_module(name)),
    } - set(filter(YET_TO_WRITE.search, sources | paths))


@cache
def sources_there() -> set[str]:
    """The files of the project that are written by hand."""
    return {path.as_posix() for top in FOLDERS for path in (ROOT / top).rglob("*.*")}


def is_module(name: str) -> bool:
    """Whether there is such a module in the project, in or outside the package."""
    path = name.replace(".", "/")
    return any((ROOT / top / path).with_suffix(".py").exists() for top in ("", "src")) or any(
        (ROOT / top / path / "__init__.py").exists() for top in ("", "src")
    )


@pytest.mark.parametrize("page", EVERY_PAGE, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_names_a_file_that_does_not_exist(page):
    assert missing_names(page.read_text(encoding="utf-8")) == set()


def test_a_file_that_does_not_exist_is_found():
    text = (
        "`engines/sweeps.py`, examples/nothing.toml, `python -m benchmarks.nothing`, `my_game.py`"
    )
    assert missing_names(text) == {
        "engines/sweeps.py",
        "examples/nothing.toml",
        "benchmarks.nothing",
    }


@pytest.mark.parametrize("page", ABOUT_THE_CODE)
def test_files_that_a_page_names_are_there(page):
    named = re.findall(r"`((?:\w+/)*\w+(?:\.py|/))`", (ROOT / page).read_text(encoding="utf-8"))
    assert named
    known = {path.as_posix() for path in SOURCE.rglob("*")}
    missing = [
        name
        for name in named
        if not any(path.endswith(f"/{name.rstrip('/')}") for path in known)
        and not (ROOT / name).exists()
    ]
    assert not missing


@pytest.mark.slow
def test_the_walk_of_one_question_names_modules_that_are_entered():
    """But for the page's own, and the table, which is nothing but fields."""
    page = (ROOT / "docs/how-it-is-built.md").read_text(encoding="utf-8")
    walk = page.partition("## One question")[2].partition("## ")[0]
    command = re.search(r"`perfectplay (.*)`", walk)
    assert command
    entered = {f"/{name}" for name in entered_at_first(command[1])}
    named = set(re.findall(r"`((?:\w+/)*\w+\.py)`", walk))
    assert len(named) > 25
    assert named - {
        name for name in named if any(path.endswith(f"/{name}") for path in entered)
    } == {
        "model/table.py",
        "web/app.py",
        "web/advising.py",
    }
