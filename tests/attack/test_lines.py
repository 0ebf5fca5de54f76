"""Any line of a card is refused in one line, or means the same by value and by columns."""

from __future__ import annotations

import sys

import pytest

from tests.attack.outside import process


@pytest.mark.skipif(sys.platform != "linux", reason="limits are those of Linux")
def test_lines_of_cards(seeds, count):
    with process("tests.attack.lining") as ask:
        for seed in seeds:
            count(ask(seed))
