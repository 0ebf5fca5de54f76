"""A library of kernels, as a wheel has it, is found by what it was made from, and needs no Numba."""

import json
import os
import shutil
from array import array

import numpy as np
import pytest
from wheels.kernels import HERE, TARGETS, Recorder, compiler, link
from wheels.workload import COMPILED, questions

from perfectplay.engines.backends import code, shipped

FACTOR = 3


def scaled(numbers, scale, first, end):
    """The sum of some numbers, each of them multiplied first."""
    total = 0.0
    for place in range(first, end):
        numbers[place] *= FACTOR * scale
        total += numbers[place]
    return total


@pytest.fixture(params=TARGETS[HERE].processors)
def library(request, tmp_path, monkeypatch):
    """A library with that kernel alone, where the package looks for one."""
    if not shutil.which(compiler(HERE)[0]) and not os.environ.get("CI"):
        pytest.skip("there is no C compiler here, nor the package ziglang")
    recorder = Recorder(tmp_path, TARGETS[HERE], request.param)
    columns = array("d", [1.0, 2.0]), 2.0, 0, 2
    recorder.prepared(scaled, code.signature_of(columns), columns)
    target = tmp_path / f"level-{min(TARGETS[HERE].processors)}.{TARGETS[HERE].suffix}"
    link(target, HERE, sorted(tmp_path.glob("*.o")))
    target.with_suffix(".json").write_text(json.dumps(recorder.table), encoding="utf-8")
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    monkeypatch.setattr(code, "LOADED", {})
    monkeypatch.setattr(code.compiling, "compiled_for", None)
    shipped.library.cache_clear()
    yield target
    shipped.library.cache_clear()


def test_a_kernel_of_the_library_is_run_without_a_compiler(library, monkeypatch):
    monkeypatch.setattr(code, "compiled_for", None)
    numbers = array("d", [1.0, 2.0, 4.0])
    assert code.bound(scaled)(numbers, 2.0, 0, 2) == 18.0
    assert list(numbers) == [6.0, 12.0, 4.0]


def test_what_was_made_from_another_source_is_not_used(library, monkeypatch):
    signature = code.signature_of((array("d"), 2.0, 0, 2))
    assert shipped.find(scaled, signature) is not None
    monkeypatch.setitem(globals(), "FACTOR", 4)
    code.compiling.fingerprint.cache_clear()
    assert shipped.find(scaled, signature) is None
    code.compiling.fingerprint.cache_clear()


def test_other_kinds_of_arguments_are_not_in_the_library(library):
    assert shipped.find(scaled, code.signature_of((np.zeros(2), 2.0, 0, 2))) is None


def test_the_level_is_one_that_there_is_a_library_for(library):
    assert (
        shipped.level_of(shipped.opened(library.with_suffix(".json"))) in TARGETS[HERE].processors
    )


def test_every_game_that_has_kernels_is_asked_for():
    asked = {words[1] for words in questions()}
    assert not asked & COMPILED
    assert {"yahtzee", "greed", "video-poker", "cant-stop", "pig"} <= asked
