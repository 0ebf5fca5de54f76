"""Machine code that is kept on disk does what the kernel does, and is never out of date."""

import os
import re
import subprocess
import sys
from array import array
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import numpy as np
import pytest

from perfectplay.engines.backends import code, machine
from perfectplay.engines.backends.threads import THREADS
from perfectplay.games.greed import Greed
from tests.by_engine import by_machine_code, solve_graph, solve_race

ROOT = Path(__file__).parents[3]
TEN = 10


def summed(numbers, count, part):
    """The sum of some floats, with what their rounding has left over added last."""
    total = 0.0
    part[0] = 0.0
    for place in range(count):
        after = total + numbers[place]
        part[0] += numbers[place] - (after - total)
        total = after
    return total + part[0]


def find(keys, sought, table):
    """Where in the table the key is, or belongs."""
    spot = sought & (len(table) - 1)
    while table[spot] >= 0 and keys[table[spot]] != sought:
        spot = (spot + 1) & (len(table) - 1)
    return spot


def fill(keys, table):
    """Put all keys in an empty table."""
    for place in range(len(keys)):
        table[find(keys, keys[place], table)] = place


def counted(columns, most, share, all_of_them):
    """A kernel with every kind of argument and a call."""
    (whole, parts, scratch) = columns
    for place in range(len(whole)):
        if all_of_them or whole[place] < most:
            whole[place] = whole[place] // 2 + TEN
    return summed(parts, 2, scratch) * share


def is_rising(one, other):
    """A kernel that says yes or no."""
    return one[0] <= other[0]


class Table(NamedTuple):
    """What engines hand to their kernels."""

    square: object
    rows: tuple
    scale: float


def weighed(table: Table, least):
    """A kernel over arrays of several axes, in a tuple with names."""
    total = 0.0
    for row in range(table.square.shape[0]):
        for column in range(table.square.shape[1]):
            if table.square[row, column] >= least:
                total += table.square[row, column] * table.rows[0][row] * table.scale
    return total


def first_or(numbers, other):
    """A kernel that may be given nothing."""
    return other if numbers is None else numbers[0]


class Given(NamedTuple):
    """Something that may be given, and something else."""

    numbers: object
    other: float


def first_given(given: Given):
    """A kernel that may be given nothing in a tuple with names."""
    return first_or(given.numbers, given.other)


def halves(number):
    """A kernel that gives back two numbers."""
    return number // 2, number - number // 2


def doubled(numbers):
    """A kernel that allocates."""
    made = np.empty(len(numbers))
    for place in range(len(numbers)):
        made[place] = 2 * numbers[place]
    return made.sum()


def refuse(number):
    """A kernel that raises an error of its own."""
    if number < 0:
        raise ValueError("below zero")
    return number


def steps_of(step):
    """A kernel that raises nothing itself, but asks for a range of no steps."""
    total = 0
    for each in range(0, 10, step):
        total += each
    return total


def shared_out(number, among):
    """A kernel that may divide by zero."""
    return number // among


def first_of(pairs):
    """A kernel over columns with names."""
    return pairs[0].one


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PERFECTPLAY_CODE", str(tmp_path))
    monkeypatch.setattr(code, "LOADED", {})
    with by_machine_code():
        yield tmp_path


def kept_files(folder):
    """The object files; what Numba has compiled to be called by them is kept as well."""
    return {path.name for path in folder.iterdir() if b"through Numba" not in path.read_bytes()}


def test_kept_code_does_what_the_kernel_does(folder):
    for _ in range(2):  # compiled, then from the disk
        keys, table = array("q", [7, 300, 12, 9]), array("i", [-1]) * 16
        machine.sweep(fill, 4, keys, table)
        assert sorted(table) == [-1] * 12 + [0, 1, 2, 3]
        assert all(table[find(keys, keys[row], table)] == row for row in range(4))
        assert machine.sweep(summed, 4, array("d", [0.1] * 10), 10, array("d", [0] * 30)) == 1.0
        code.LOADED.clear()
    assert len(kept_files(folder)) == 2


def test_every_kind_of_argument_arrives(folder):
    whole, parts = array("i", [4, 50]), memoryview(array("d", [0.5, 0.25]))
    columns = (whole, parts, array("d", [0] * 6))
    assert machine.sweep(counted, 1, columns, 20, 4.0, False) == 3.0
    assert list(whole) == [12, 50]
    assert machine.sweep(counted, 1, columns, 20, 4.0, True) == 3.0
    assert list(whole) == [16, 35]
    assert len(kept_files(folder)) == 1


@pytest.mark.parametrize(
    "square",
    [
        np.arange(6.0).reshape(2, 3),
        np.arange(6.0).reshape(3, 2).T,
        np.arange(24.0).reshape(4, 6)[::2, ::2],
        np.arange(6, dtype=np.int32).reshape(2, 3),
        np.arange(6, dtype=np.uint8).reshape(2, 3),
    ],
    ids=["by rows", "by columns", "with gaps", "32 bits", "8 bits"],
)
def test_arrays_arrive_however_they_lie(folder, square):
    locked = square.copy(order="K")
    locked.flags.writeable = False
    for each in (square, locked):
        table = Table(each, (np.array([1.0, 10.0]),), 0.5)
        assert THREADS.compile(weighed)(table, np.int64(2)) == weighed(table, 2)
        assert code.bound(weighed, table)(2) == weighed(table, 2)
    assert len(kept_files(folder)) == 2


def test_nothing_arrives_too(folder):
    for numbers, first in ((None, 2.5), (np.array([7.0]), 7.0)):
        assert THREADS.compile(first_or)(numbers, 2.5) == first
        assert THREADS.compile(first_given)(Given(numbers, 2.5)) == first
    assert len(kept_files(folder)) == 4


def test_a_kernel_runs_on_all_cores_from_the_disk(folder):
    for _ in range(2):
        whole = np.arange(40, dtype=np.int32)
        parts = [(first, first + 10) for first in range(0, 40, 10)]
        THREADS.for_each(fill_with, parts, whole, scratch=lambda: np.zeros(1))
        assert whole.tolist() == [TEN] * 40
        code.LOADED.clear()
    assert len(kept_files(folder)) == 1


def fill_with(whole, scratch, first, end):
    for place in range(first, end):
        scratch[0] = TEN
        whole[place] = scratch[0]


@pytest.mark.parametrize(
    ("kernel", "arguments", "expected"),
    [
        (halves, (7,), (3, 4)),
        (doubled, (np.array([1.0, 2.0]),), 6.0),
        (refuse, (3,), 3),
        (first_of, (np.array([(5, 6)], dtype=[("one", "i8"), ("other", "i8")]),), 5),
    ],
)
def test_what_cannot_be_loaded_is_run_by_numba(kernel, arguments, expected):
    for _ in range(2):
        assert THREADS.compile(kernel)(*arguments) == expected
        code.LOADED.clear()


def test_errors_of_a_kernel_are_its_own():
    with pytest.raises(ValueError, match="below zero"):
        THREADS.compile(refuse)(-1)


@pytest.mark.parametrize(
    ("kernel", "fine", "amiss", "error"),
    [
        (shared_out, (7, 2), (7, 0), ZeroDivisionError("integer division by zero")),
        (steps_of, (4,), (0,), ValueError("range() arg 3 must not be zero")),
    ],
    ids=lambda each: getattr(each, "__name__", None),
)
def test_an_error_is_told_as_the_one_it_is(folder, kernel, fine, amiss, error):
    assert code.bound(kernel)(*fine) == kernel(*fine)
    with pytest.raises(type(error)) as caught:
        code.bound(kernel)(*amiss)
    assert str(caught.value) == str(error)
    assert len(kept_files(folder)) == 1


def test_of_an_error_that_is_not_written_down_nothing_is_made_up():
    assert str(code.failure(-1, None)).startswith("machine code failed with status -1")


def test_yes_and_no_come_back(folder):
    less, more = array("d", [1]), array("d", [2])
    assert machine.sweep(is_rising, 1, less, more) is True
    assert machine.sweep(is_rising, 1, more, less) is False
    assert len(kept_files(folder)) == 1


def test_another_constant_is_another_code():
    other = FunctionType(counted.__code__, {**counted.__globals__, "TEN": 11}, "counted")
    called = {**counted.__globals__, "summed": FunctionType(find.__code__, find.__globals__)}
    calls_other = FunctionType(counted.__code__, called, "counted")
    known = {code.origin(each) for each in (counted, other, calls_other)}
    assert len(known) == 3


def test_where_nothing_can_be_kept_it_runs_all_the_same(folder, monkeypatch):
    (folder / "file").touch()
    monkeypatch.setenv("PERFECTPLAY_CODE", str(folder / "file" / "folder"))
    assert machine.sweep(summed, 1, array("d", [0.5]), 1, array("d", [0] * 6)) == 0.5


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the size of files there")
def test_a_full_disk_stops_nothing_and_keeps_no_pieces(tmp_path):
    script = """
import resource, signal
from array import array
from perfectplay.engines.backends import machine
from tests.engines.backends.test_code import counted
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
machine.LARGE = machine.MEDIUM = 0
columns = (array("i", [4, 50]), array("d", [0.5, 0.25]), array("d", [0] * 6))
print(machine.sweep(counted, 1, columns, 20, 4.0, False))
"""
    kept = {"PERFECTPLAY_CODE": str(tmp_path / "ours")}
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | kept)
    assert ran.stdout.split() == ["3.0"]
    assert not kept_files(tmp_path / "ours")


# How Numba's functions are called, which is its own affair


def test_the_numba_that_is_pinned_was_tried():
    pinned = re.search(r"^numba==(.+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert pinned[1].startswith(code.TRIED)


def test_the_package_says_which_versions_were_tried():
    tried = re.search(
        r'"numba>=(.*)",  # .* (\S+) to (\S+)$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE
    )
    assert tried[1] == tried[2]
    assert [f"{tried[2]}.", f"{tried[3]}."] == [code.TRIED[0], code.TRIED[-1]]


@pytest.mark.skipif(not code.is_tried(), reason="this Numba loads its code itself")
@pytest.mark.parametrize(
    ("kernel", "arguments"),
    [
        (summed, (array("d", [0.5, 0.25]), 2, array("d", [0] * 6))),
        (is_rising, (array("d", [1]), array("d", [2]))),
        (weighed, (Table(np.ones((2, 2)), (np.ones(2),), 0.5), 1)),
        (first_or, (None, 2.5)),
        (counted, ((array("i", [4]), array("d", [0.5, 1]), array("d", [0] * 6)), 20, 4.0, False)),
    ],
)
def test_numba_calls_its_functions_as_we_do(kernel, arguments):
    compiled = code.compiled_for(kernel, arguments)
    function = compiled.library._final_module.get_function(compiled.fndesc.llvm_func_name)
    taken = ["ptr" if each.type.is_pointer else str(each.type) for each in function.arguments]
    kinds = {"q": "i64", "d": "double", "?": "i8", "0": "i64"}
    assert [each.name for each in function.arguments][:2] == ["retptr", "excinfo"]
    assert taken[:2] == ["ptr", "ptr"]
    assert [each.replace("ptr", "i64") for each in taken[2:]] == [
        kinds[each] for each in code.flat(code.signature_of(arguments))
    ]
    assert str(function.global_value_type).startswith("i32 (")


@pytest.fixture
def untried(monkeypatch):
    """A Numba of another version."""
    monkeypatch.setattr(code, "version", lambda _: "0.99.0")
    code.is_tried.cache_clear()
    yield
    code.is_tried.cache_clear()


KERNELS = [
    (summed, (array("d", [0.5, 0.25]), 2, array("d", [0] * 6)), 0.75),
    (is_rising, (array("d", [1]), memoryview(array("d", [2]))), True),
    (weighed, (Table(np.arange(4.0).reshape(2, 2), (np.ones(2),), 0.5), np.int64(1)), 3.0),
    (first_or, (None, 2.5), 2.5),
    (halves, (7,), (3, 4)),
    (refuse, (3,), 3),
]


@pytest.mark.parametrize(("kernel", "arguments", "expected"), KERNELS)
def test_a_numba_that_was_not_tried_calls_its_code_itself(
    untried, monkeypatch, kernel, arguments, expected
):
    monkeypatch.setattr(code, "caller", None)
    assert not code.is_tried()
    assert THREADS.compile(kernel)(*arguments) == expected
    assert code.bound(kernel)(*arguments) == expected


def test_a_game_has_the_same_value_with_a_numba_that_was_not_tried(untried, monkeypatch):
    game = Greed(max=12, sides=3)
    monkeypatch.setattr(code, "caller", None)
    assert solve_race(game).value == pytest.approx(float(solve_graph(game, exact=True).value))
