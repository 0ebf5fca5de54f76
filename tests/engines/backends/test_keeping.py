"""Machine code on disk is used only if it is our own, whole, and what was asked for."""

import json
import os
import pickle
import stat
import sys
from array import array
from pathlib import Path

import numpy as np
import pytest

from perfectplay.engines.backends import code, compiling, keeping, machine
from perfectplay.engines.backends.threads import THREADS
from tests.by_engine import by_machine_code

ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no modes")
PAIR = array("d", [3, 5])


def total(numbers):
    """A kernel."""
    return numbers[0] + numbers[1]


def product(numbers):
    """Another that is called in the same way."""
    return numbers[0] * numbers[1]


def both(numbers) -> tuple[float, float]:
    """One that only Numba can call."""
    return numbers[0] + numbers[1], numbers[0] * numbers[1]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    place = tmp_path / "code"
    monkeypatch.setenv("PERFECTPLAY_CODE", str(place))
    forget(monkeypatch)
    with by_machine_code():
        yield place


def forget(monkeypatch):
    """Be as a new process is."""
    monkeypatch.setattr(code, "LOADED", {})
    compiling.compiled.cache_clear()


@pytest.fixture
def compilations(monkeypatch):
    """The kernels that are compiled."""
    names = []
    compiled_for = code.compiled_for
    monkeypatch.setattr(
        code, "compiled_for", lambda *given: names.append(given[0].__name__) or compiled_for(*given)
    )
    return names


def swept(kernel):
    code.LOADED.clear()
    return machine.sweep(kernel, 1, PAIR)


def files(folder):
    return {path.name.split("-")[0]: path for path in folder.glob("*.code")}


def changed(path, change):
    """Write a file anew with another header, and with a right checksum."""
    header, _, content = path.read_bytes().partition(b"\n")[2].partition(b"\n")
    rest = change(header) + b"\n" + content
    path.write_bytes(keeping.digest_of(rest) + b"\n" + rest)


def test_code_is_compiled_once(folder, compilations):
    assert [swept(total), swept(total), swept(product)] == [8, 8, 15]
    assert compilations == ["total", "product"]


def test_contents_that_were_swapped_are_ignored(folder, compilations):
    swept(total), swept(product)
    one, other = files(folder).values()
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    assert (swept(total), swept(product)) == (8, 15)
    assert compilations == ["total", "product"] * 2
    assert (swept(total), swept(product)) == (8, 15)
    assert compilations == ["total", "product"] * 2


@pytest.mark.parametrize("field", range(len(keeping.Origin._fields)), ids=keeping.Origin._fields)
def test_code_of_another_origin_is_ignored(folder, compilations, field):
    def forge(header):
        origin, told = json.loads(header)
        origin[field] = origin[field].replace(origin[field][:3], "xyz")
        return json.dumps([origin, told]).encode()

    swept(total)
    changed(files(folder)["total"], forge)
    assert swept(total) == 8
    assert compilations == ["total"] * 2


def told_otherwise(change):
    """A header that tells something else of the right code."""

    def forge(header):
        origin, told = json.loads(header)
        return json.dumps([origin, change(told)]).encode()

    return forge


@pytest.mark.parametrize(
    "change",
    [
        lambda _: b"nothing",
        lambda _: b"",
        lambda _: b"\xff\xfe",
        lambda _: b"[" * 100_000,
        lambda _: b"{}",
        lambda _: b"[1, 2, 3]",
        lambda _: b"null",
        told_otherwise(lambda _: None),
        told_otherwise(lambda _: [1]),
        told_otherwise(lambda _: {}),
        told_otherwise(lambda told: told | {"more": 1}),
    ],
)
def test_a_header_that_makes_no_sense_is_ignored(folder, compilations, change):
    swept(total)
    changed(files(folder)["total"], change)
    assert swept(total) == 8
    assert compilations == ["total"] * 2


def test_a_file_that_is_damaged_is_compiled_anew(folder, compilations):
    swept(total)
    path = files(folder)["total"]
    whole = path.read_bytes()
    for broken in (b"", b"nothing\n", whole[:-100], whole[:200], whole[:-100] + bytes(100)):
        path.write_bytes(broken)
        assert [swept(total), swept(total)] == [8, 8]
    assert compilations == ["total"] * 6


def test_code_is_known_as_ready_only_if_it_can_be_used(folder):
    swept(total)
    code.LOADED.clear()
    assert code.is_ready(total, (PAIR,))
    changed(files(folder)["total"], lambda _: b"nothing")
    assert not code.is_ready(total, (PAIR,))


# Whose it is


@ON_POSIX
@pytest.mark.parametrize(
    ("owner", "mode", "safe"),
    [
        (1000, 0o700, True),
        (1000, 0o755, True),
        (0, 0o755, True),
        (1000, 0o775, False),
        (1000, 0o757, False),
        (1000, 0o1777, False),
        (1001, 0o700, False),
        (1001, 0o755, False),
        (0, 0o775, False),
    ],
)
def test_only_the_user_and_root_are_trusted(monkeypatch, owner, mode, safe):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    found = os.stat_result((stat.S_IFDIR | mode, 0, 0, 1, owner, 0, 0, 0, 0, 0))
    assert keeping.is_safe(found) is safe


@ON_POSIX
def test_what_we_make_only_we_can_write_to(tmp_path, folder, monkeypatch):
    monkeypatch.setenv("PERFECTPLAY_CODE", str(tmp_path / "a" / "b"))
    before = os.umask(0)
    try:
        swept(total)
    finally:
        os.umask(before)
    [path] = (tmp_path / "a" / "b").iterdir()
    modes = [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent, path.parents[1])]
    assert modes == [0o644, 0o700, 0o700]


@ON_POSIX
@pytest.mark.parametrize("kernel", [total, both])
@pytest.mark.parametrize("which", ["folder", "file", "linked folder", "linked file"])
def test_what_others_could_have_written_is_ignored(folder, monkeypatch, kernel, which):
    right = kernel(PAIR)
    THREADS.compile(kernel)(PAIR)
    [path] = folder.iterdir()
    held = path.read_bytes()
    if which.startswith("linked"):
        original = folder if which == "linked folder" else path
        moved = original.rename(original.with_name("elsewhere"))
        original.symlink_to(moved)
    else:
        (folder if which == "folder" else path).chmod(0o777)
    forget(monkeypatch)
    monkeypatch.setattr(code, "KernelCode", None if kernel is both else code.KernelCode)
    monkeypatch.setattr(pickle, "loads", None)
    assert keeping.find(kernel, origin_in(held)) is None
    assert THREADS.compile(kernel)(PAIR) == right


def origin_in(held):
    return keeping.Origin(*json.loads(held.split(b"\n")[1])[0])


@ON_POSIX
def test_a_folder_that_others_can_write_to_is_not_written_to(folder):
    folder.mkdir()
    folder.chmod(0o777)
    assert swept(total) == 8
    assert not [*folder.iterdir()]


# Where it is


def test_code_is_looked_for_beside_the_source_and_among_the_caches(tmp_path, monkeypatch):
    beside = Path(__file__).parent / "__pycache__"
    assert [*keeping.places(total)] == [tmp_path / "code"]
    monkeypatch.delenv("PERFECTPLAY_CODE")
    assert [*keeping.places(total)] == [beside]  # the tests have no caches
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    assert [*keeping.places(total)] == [beside, tmp_path / "code"]


@pytest.fixture
def two_places(tmp_path, monkeypatch):
    """The folder of an installation, and one of the user's."""
    places = [tmp_path / "installed", tmp_path / "own"]
    places[0].mkdir(0o755)
    monkeypatch.setattr(keeping, "places", lambda _: iter(places))
    return places


def test_code_is_kept_in_the_first_place_that_can_be_written_to(two_places, monkeypatch):
    installed, own = two_places
    write = keeping.write
    monkeypatch.setattr(
        keeping, "write", lambda path, content: path.parent == own and write(path, content)
    )
    assert swept(total) == 8
    assert (len(files(installed)), len(files(own))) == (0, 1)


def test_code_that_was_compiled_at_installation_serves_all(two_places, compilations, monkeypatch):
    installed, own = two_places
    swept(total)
    monkeypatch.setattr(keeping, "write", None)
    assert swept(total) == 8
    assert compilations == ["total"]
    assert (len(files(installed)), own.exists()) == (1, False)


def test_code_of_one_s_own_serves_where_the_installation_s_is_of_no_use(two_places, compilations):
    installed, own = two_places
    swept(total)
    own.mkdir(0o700)
    path = files(installed)["total"]
    path.rename(own / path.name)
    path.write_bytes(b"nothing")
    assert swept(total) == 8
    assert compilations == ["total"]


# What Numba calls itself


def test_what_numba_compiles_is_kept_too(folder, monkeypatch):
    assert THREADS.compile(both)(np.array(PAIR)) == (8, 15)
    before = files(folder)
    forget(monkeypatch)
    monkeypatch.setattr(compiling, "keep", None)
    monkeypatch.setattr("numba.core.compiler.compile_extra", None)
    assert THREADS.compile(both)(np.array(PAIR)) == (8, 15)
    assert files(folder) == before


@pytest.mark.parametrize("broken", [b"", b"nothing", pickle.dumps(None), pickle.dumps((1, 2))])
def test_numba_compiles_what_it_cannot_make_sense_of(folder, monkeypatch, broken):
    THREADS.compile(both)(np.array(PAIR))
    path = files(folder)["both"]
    whole = path.read_bytes()
    rest = whole.split(b"\n")[1] + b"\n" + broken
    path.write_bytes(keeping.digest_of(rest) + b"\n" + rest)
    forget(monkeypatch)
    assert THREADS.compile(both)(np.array(PAIR)) == (8, 15)
    assert len(path.read_bytes()) > len(rest) + 1000


def test_the_code_of_rules_is_kept_and_the_oldest_makes_room(folder):
    for number, digest in enumerate(("a", "b", "c")):
        keeping.keep_rules(digest, digest.encode(), most=2)
        (path,) = folder.glob(f"rules-{digest}-*.code")
        os.utime(path, (number, number))
    assert [keeping.find_rules(digest) for digest in "abc"] == [None, b"b", b"c"]


def test_the_code_of_rules_is_for_one_processor(folder, monkeypatch):
    keeping.keep_rules("a", b"code")
    monkeypatch.setattr(keeping, "machine", lambda: "another")
    assert keeping.find_rules("a") is None
