"""The files that pages about the code name are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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
