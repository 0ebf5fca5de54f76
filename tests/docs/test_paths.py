"""The files that pages about the code name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house import entered_at_first

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "perfectplay"
PAGES = ["docs/how-it-is-built.md", "docs/glossary.md", "docs/decisions/layout.md"]


@pytest.mark.parametrize("page", PAGES)
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
