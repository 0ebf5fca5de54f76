"""The cases that a site must read as the library does are as the library reads them."""

from __future__ import annotations

from tests.web.site.cases import cases, read
from tests.web.site.conftest import CARDS


def test_the_library_reads_the_cases_as_they_say():
    changed = [
        (case["asked"], case["read"], now)
        for case in cases()
        if (now := read(CARDS[case["card"]], case["asked"])) != case["read"]
    ]
    assert not changed, "run python -m tests.web.site.cases, and read what has changed"


def test_they_are_of_all_kinds():
    kept = cases()
    for kind in ("card", "record"):
        refused = ["error" in case["read"] for case in kept if kind in case["asked"]]
        assert min(refused.count(True), refused.count(False)) > 100
