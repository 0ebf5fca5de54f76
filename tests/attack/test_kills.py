"""A solve that is killed at any moment goes on to the same bytes, and leaves nothing behind."""

from __future__ import annotations

import random
import sys
import time

import pytest

from tests.attack.dying import FILE
from tests.attack.outside import process
from tests.waiting import PATIENCE

SIGNALS = ["SIGKILL", "SIGKILL", "SIGTERM", "SIGINT"]


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_killed_solves_end_in_the_same_bytes(tmp_path, seeds, count):
    kept = tmp_path / FILE

    def content():
        assert sorted(each.name for each in tmp_path.iterdir()) == [FILE, "card.toml"]
        return kept.read_bytes()

    with process("tests.attack.dying", tmp_path) as ask:
        began = time.monotonic()
        assert ask(f"SIGKILL {PATIENCE}") == "done"
        took, right = time.monotonic() - began, content()
        for seed in seeds:
            generator = random.Random(seed)
            kept.unlink()
            ended = "killed"
            while ended == "killed":
                moment = generator.uniform(0, took)
                ended = ask(f"{generator.choice(SIGNALS)} {moment}")
                assert ended in {"killed", "done"}
                count(ended)
                assert not kept.exists() or kept.read_bytes() == right
            assert content() == right
