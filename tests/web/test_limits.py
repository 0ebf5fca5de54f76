"""The limits are those that the documentation states."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.web.limits import MIB, Limits

PAGE = (
    Path(__file__)
    .parents[2]
    .joinpath("docs/how-to/use-the-web-page.md")
    .read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("name", "most"), list(Limits()))
def test_every_limit_is_told(name, most):
    [row] = [line for line in PAGE.splitlines() if line.startswith("|") and f"`{name}`" in line]
    large = name.endswith("bytes") and most >= MIB
    words = f"{most // MIB:,} MiB" if large else f"max={most}" if "race" in name else f"{most:,}"
    assert words in row
