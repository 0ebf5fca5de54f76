"""A solve that is killed at any moment goes on to the same bytes, and leaves nothing behind."""

from __future__ import annotations

import random
import shutil
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

    with process("tests.attack.dying", tmp_path, "--save", FILE) as ask:
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


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked there")
def test_solves_that_share_a_folder_of_blocks_end_in_the_same_bytes(tmp_path, seeds, count):
    folder = tmp_path / "blocks"

    def content():
        files = [each for each in sorted(folder.rglob("*")) if each.is_file()]
        return {each.relative_to(folder): each.read_bytes() for each in files}

    options = ("--folder", folder.name, "--memory", "1m")
    with process("tests.attack.dying", tmp_path, *options) as ask:
        shutil.rmtree(folder)
        began = time.monotonic()
        assert ask(f"SIGKILL {PATIENCE}") == "done"
        took, right = time.monotonic() - began, content()
        for seed in seeds:
            generator = random.Random(seed)
            shutil.rmtree(folder)
            for _ in range(generator.randint(1, 4)):
                beside = generator.choice(["", " beside"])
                ended = ask(f"SIGKILL {generator.uniform(0, took)}{beside}")
                count(ended)
                assert set(ended.split(" and ")) <= {
                    "killed",
                    "done",
                    *(["refused"] if beside else []),
                }
                assert ended != "refused and refused"
                whole = {path: each for path, each in content().items() if path in right}
                assert whole.items() <= right.items()
            assert ask(f"SIGKILL {PATIENCE}") == "done"
            assert content() == right
