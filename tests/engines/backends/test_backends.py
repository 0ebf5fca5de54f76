"""A kernel does the same whoever runs it, and whoever runs it ends when it should."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import NamedTuple

import numpy as np
import pytest

from perfectplay.engines import backends
from perfectplay.engines.backends import fast, inlined, parts_of
from perfectplay.engines.backends.compiling import compiled, fingerprint
from perfectplay.engines.backends.threads import Threads, available_cores
from tests.engines.backends.plain import Python

STEP = 3
BACKENDS = [Python(), Threads(1), Threads(4)]
on_all_backends = pytest.mark.parametrize("backend", BACKENDS, ids=["python", "one", "four"])


def raised(number):
    return number + STEP


def raise_all(numbers, first, end):
    for place in range(first, end):
        numbers[place] = raised(numbers[place])


@inlined
def raise_twice(numbers, first, end):
    raise_all(numbers, first, end)
    raise_all(numbers, first, end)


def raise_thrice(numbers, first, end):
    raise_twice(numbers, first, end)
    raise_all(numbers, first, end)


def count_in_scratch(numbers, scratch, first, end):
    scratch[0] += end - first
    for place in range(first, end):
        numbers[place] += 1


def refuse_the_last(numbers, first, end):
    if end == len(numbers):
        raise ValueError("the last")
    raise_all(numbers, first, end)


@fast("reassoc")
def ratio(one, other):
    return one / other


def strict_ratio(one, other):
    return one / other


@on_all_backends
@pytest.mark.parametrize("size", [1, 7, 100])
def test_every_part_is_done_once_and_told_to_the_clock(backend, size):
    numbers, told = np.arange(50), []
    backend.for_each(raise_all, parts_of(0, 50, size), numbers, clock=told.append)
    assert numbers.tolist() == list(range(STEP, 50 + STEP))
    assert sum(told) == 50
    assert len(told) == -(-50 // size)


@on_all_backends
def test_a_kernel_may_be_called_by_others_and_by_itself(backend):
    numbers = np.arange(50)
    for kernel in (raise_thrice, raise_twice, raise_all):
        backend.for_each(kernel, parts_of(0, 50, 20), numbers)
    assert numbers.tolist() == list(range(6 * STEP, 50 + 6 * STEP))


@on_all_backends
def test_every_worker_has_scratch_of_its_own(backend):
    numbers, made = np.zeros(60), []

    def scratch():
        made.append(np.zeros(1))
        return made[-1]

    backend.for_each(count_in_scratch, parts_of(0, 60, 5), numbers, scratch=scratch)
    assert 1 <= len(made) <= backend.workers
    assert sum(each[0] for each in made) == 60
    assert numbers.tolist() == [1] * 60


@on_all_backends
def test_an_error_in_a_kernel_is_the_callers(backend):
    with pytest.raises(ValueError, match="the last"):
        backend.for_each(refuse_the_last, parts_of(0, 50, 10), np.arange(50))


@on_all_backends
def test_an_interrupt_ends_all_workers(backend):
    numbers, before = np.zeros(10_000), threading.active_count()

    def interrupt(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backend.for_each(raise_all, parts_of(0, len(numbers), 1), numbers, clock=interrupt)
    assert threading.active_count() == before


def test_all_cores_that_a_process_may_use_are_used():
    assert Threads().workers == available_cores() >= 1
    assert Threads(3).workers == 3


def test_only_a_marked_kernel_leaves_division_by_zero_alone():
    assert Threads().compile(ratio)(1.0, 0.0) == float("inf")
    with pytest.raises(ZeroDivisionError):
        Threads().compile(strict_ratio)(1.0, 0.0)


# What is kept on disk


def test_machine_code_is_told_apart_by_what_its_kernel_calls(monkeypatch):
    nothing = frozenset()
    before = fingerprint(raise_all, nothing)
    fingerprint.cache_clear()
    assert fingerprint(raise_all, nothing) == before
    assert fingerprint(raise_all, frozenset({"nnan"})) != before
    fingerprint.cache_clear()
    monkeypatch.setitem(globals(), "STEP", STEP + 1)
    other_step = fingerprint(raise_all, nothing)
    fingerprint.cache_clear()
    monkeypatch.setitem(globals(), "raised", lambda number: number - STEP)
    assert len({before, other_step, fingerprint(raise_all, nothing)}) == 3
    fingerprint.cache_clear()


class Pair(NamedTuple):
    one: float
    other: float


class Swapped(NamedTuple):
    other: float
    one: float


class Nested(NamedTuple):
    pair: Pair


def first_of(pair: Pair):
    return pair.one


def first_of_nested(nested: Nested):
    return nested.pair.one


@pytest.mark.parametrize("kernel", [first_of, first_of_nested])
def test_machine_code_is_told_apart_by_the_fields_of_what_it_takes(kernel, monkeypatch):
    before = fingerprint(kernel, frozenset())
    fingerprint.cache_clear()
    monkeypatch.setitem(globals(), "Pair", Swapped)
    assert fingerprint(kernel, frozenset()) != before
    fingerprint.cache_clear()


def test_a_fingerprint_is_the_same_in_every_process():
    script = (
        "from tests.engines.backends.test_backends import raise_all, fingerprint;"
        "print(fingerprint(raise_all, frozenset()))"
    )
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert ran.stdout.split() == [fingerprint(raise_all, frozenset())]


def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(monkeypatch):
    from numba.core.caching import CacheImpl

    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    compiled.cache_clear()
    numbers = np.zeros(3)
    Threads().for_each(raise_all, [(0, 3)], numbers)
    compiled.cache_clear()
    assert numbers.tolist() == [STEP] * 3


def test_a_mark_is_for_one_kernel():
    assert backends.ASSUMED[ratio] == {"reassoc"}
    assert strict_ratio not in backends.ASSUMED


def test_machine_code_lets_other_threads_go_on():
    """A server answers others meanwhile."""
    assert compiled(raise_all).targetoptions["nogil"]
