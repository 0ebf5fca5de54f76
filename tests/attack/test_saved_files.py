"""No byte of a saved solution, damaged or forged, leads to a crash or passes for what it is not."""

from __future__ import annotations

from tests.attack.outside import process


def test_saved_files_are_refused_or_found_out_or_right(tmp_path, seeds, count):
    with process("tests.attack.opening", tmp_path) as ask:
        for seed in seeds:
            count(ask(seed))
