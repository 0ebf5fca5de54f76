"""A game that is solved in a folder has the bounds of one in memory, however often it is stopped."""

import dataclasses
import os
import shutil
import signal
import subprocess
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest
from benchmarks.own_games import Grid

from perfectplay import Chance, Choice, Compute, Final, Game, Storage, load, solve, verify
from perfectplay.engines import find
from perfectplay.engines.compiled.blocks.names import part_of
from perfectplay.engines.compiled.blocks.table import BoundsInBlocks
from perfectplay.errors import (
    FileError,
    MemoryLimitError,
    NotOfferedError,
    PerfectPlayError,
)
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.objectives import AtLeast
from perfectplay.request import Request
from perfectplay.solution.storage.files import MANIFEST
from tests.engines.compiled.test_engine import Growing, Piles, Rounds

SMALL, LARGE = 30_000, 10_000_000
UR = RoyalUr(pieces=1)


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Do all in this process, where several could share the work."""
    monkeypatch.setenv("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A folder in which a game with cycles is solved, in several parts."""
    folder = tmp_path_factory.mktemp("ur") / "ur"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMP_NUM_THREADS", "1")
        in_folder(UR, folder)
    return folder


def in_folder(game, folder, objective=None, memory=SMALL, keep="table", **how):
    compute = Compute(engine="compiled", memory_limit=memory)
    return solve(game, objective, compute=compute, storage=Storage(folder=folder, keep=keep), **how)


def in_memory(game, objective=None):
    return solve(game, objective, compute=Compute(engine="compiled"))


def rows(solution):
    """All keys, each with its bounds."""
    table = solution.table_of_bounds
    if isinstance(table, BoundsInBlocks):
        table = dataclasses.replace(table, memory=LARGE)
    table = table.whole()
    return dict(zip(map(tuple, table.keys.tolist()), table.bounds.tolist(), strict=True))


def files(folder):
    """What is in the blocks, byte by byte."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("step-*/*")}


def shape(solution):
    """Into how many parts each step was cut."""
    return [step.parts for step in solution.table_of_bounds.blocks.steps.steps]


class Place(NamedTuple):
    """How far play has come, and on which of five lanes."""

    at: int
    lane: int


class Detour(Game[Place]):
    """Play goes up, and only far from the start, where no sample looks, it goes down once."""

    def start(self):
        return Place(0, 0)

    def at(self, position):
        at, lane = position
        if lane >= 3:
            return Final(lane) if at == 9_000 else Choice({"on": Place(at + 1, lane)})
        if at == 9_000:
            return Choice({"back": Place(8_900, 3), "stay": Place(9_000, 4)})
        return Chance({Place(at + 1, lane): 0.5, Place(at + 1, (lane + 1) % 3): 0.5})


WITHOUT_CYCLES: list[tuple[Game[Any], Any]] = [
    (ShutTheBox(tiles=6), None),
    (Grid(size=25), None),
    (Grid(size=7), AtLeast(-14)),
    (Piles(), None),
]


@pytest.mark.parametrize(
    ("game", "objective"), WITHOUT_CYCLES, ids=[repr(game) for game, _ in WITHOUT_CYCLES]
)
def test_all_bounds_are_those_of_a_solve_in_memory(game, objective, tmp_path):
    ours = in_folder(game, tmp_path, objective)
    theirs = in_memory(game, objective)
    assert (ours.value, ours.lower, ours.upper) == (theirs.value, theirs.lower, theirs.upper)
    assert ours.positions == theirs.positions
    assert rows(ours) == rows(theirs)


def require_overlap(ours, game):
    """See to it that bounds on cycles are as close as they must be, and hold those in memory."""
    theirs = in_memory(game)
    assert max(shape(ours)) > 1
    assert ours.positions == theirs.positions
    mine, other = rows(ours), rows(theirs)
    assert mine.keys() == other.keys()
    for key, (low, high) in mine.items():
        assert low <= -other[key][1]
        assert -high >= other[key][0]
        assert -high - low <= 1e-12


def test_bounds_on_cycles_overlap(done):
    require_overlap(load(done / MANIFEST), UR)


@pytest.mark.slow
def test_bounds_in_many_steps_of_several_parts_overlap(tmp_path):
    game = Pig(target=15)
    require_overlap(in_folder(game, tmp_path), game)


def test_a_folder_is_a_solution(done, tmp_path):
    found, before = load(done / MANIFEST), files(done)
    assert verify(found).every
    assert found.simulate(200, seed=3) == in_memory(UR).simulate(200, seed=3)
    found.save(tmp_path / "one.safetensors")
    assert rows(load(tmp_path / "one.safetensors")) == rows(found)
    assert in_folder(UR, done).value == found.value
    assert files(done) == before
    with pytest.raises(MemoryLimitError, match="in one piece, these bounds take"):
        dataclasses.replace(found.table_of_bounds, memory=1000).whole()


KILLED = """
import os, signal, sys
from perfectplay import Compute, Storage, solve
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.solution.storage.blocks import Folder

keep, left = Folder.keep, int(sys.argv[2])

def counted(*given):
    global left
    keep(*given)
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

Folder.keep = counted
compute = Compute(engine="compiled", memory_limit={memory})
solve(RoyalUr(pieces=1), compute=compute, storage=Storage(folder=sys.argv[1]))
"""


def killed(folder, after):
    """The exit status of a solve that is killed once it has written some files."""
    told = [sys.executable, "-c", KILLED.format(memory=SMALL), str(folder), str(after)]
    return subprocess.run(told, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=False).returncode


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed so on Windows")
def test_a_solve_that_is_killed_goes_on(done, tmp_path):
    expected = files(done)
    for after in (3, 9, 30):  # positions are found; then a round of sweeps is left half done
        assert killed(tmp_path / "stopped", after) == -signal.SIGKILL
    assert files(tmp_path / "stopped") != expected
    with pytest.raises(FileError, match="is not finished"):
        _ = load(tmp_path / "stopped" / MANIFEST).value
    assert killed(tmp_path / "stopped", 100_000) == 0
    assert files(tmp_path / "stopped") == expected


def test_what_a_killed_solve_did_not_remove_is_removed(done, tmp_path):
    again = tmp_path / "again"
    shutil.copytree(done, again)
    block = next(again.glob("step-1/*"))
    for left in ("tape-0", "swept-0-7", "found-1-0-0"):
        shutil.copy(block, block.with_name(f"{left}.safetensors"))
    in_folder(UR, again)
    assert files(again) == files(done)


def test_only_what_the_start_needs_may_be_kept(tmp_path):
    game = Grid(size=40)
    whole = in_folder(game, tmp_path / "whole")
    ours = in_folder(game, tmp_path / "value", keep="value")
    assert ours.value == whole.value
    first = game.start()
    assert ours.options(first) == whole.options(first)
    expected = files(tmp_path / "whole")
    left = files(tmp_path / "value")
    assert 0 < len(left) < len(expected) / 3
    assert left.items() <= expected.items()
    with pytest.raises(NotOfferedError, match="without --keep value"):
        verify(ours)
    in_folder(game, tmp_path / "value")
    assert files(tmp_path / "value") == expected


def test_ranges_that_are_outgrown_are_widened(tmp_path):
    assert in_folder(Growing(), tmp_path, memory=LARGE).value == in_memory(Growing()).value


def test_an_order_that_does_not_hold_is_found_anew(tmp_path):
    ours = in_folder(Detour(), tmp_path, memory=1_000_000)
    theirs = in_memory(Detour())
    assert ours.value == theirs.value == pytest.approx(4)
    assert rows(ours) == rows(theirs)


def test_what_cannot_be_solved_so_is_refused(done, tmp_path):
    shutil.copytree(done, tmp_path / "ur")
    with pytest.raises(FileError, match=r"holds the blocks of royal-ur .*take another folder"):
        in_folder(Coins(), tmp_path / "ur")
    with pytest.raises(FileError, match="holds the blocks of royal-ur"):
        in_folder(UR, tmp_path / "ur", width=1e-6)
    with pytest.raises(PerfectPlayError, match="bounds stay"):
        in_folder(Rounds(), tmp_path / "rounds", memory=LARGE)
    with pytest.raises(PerfectPlayError, match="only these engines can solve in a folder"):
        solve(UR, storage=Storage(folder=tmp_path), compute=Compute(engine="graph"))
    with pytest.raises(MemoryLimitError, match="was begun with blocks of which each takes up to"):
        in_folder(UR, tmp_path / "ur", memory=1000)
    damaged = next((tmp_path / "ur").glob("step-1/*"))
    damaged.write_bytes(damaged.read_bytes()[:-1])
    with pytest.raises(FileError, match="delete this file, and the same solve makes it again"):
        verify(load(tmp_path / "ur" / MANIFEST))


def test_a_plan_counts_and_measures(done):
    request = Request(UR.objective(), compute=Compute(engine="compiled", memory_limit=SMALL))
    told = find("compiled").plan(UR, request)
    table = load(done / MANIFEST).table_of_bounds
    blocks = table.blocks
    assert told.states == len(table)
    assert [step.blocks for step in told.steps] == [
        blocks.steps.steps[step].parts for step in blocks.steps.in_order
    ]
    assert told.written == sum(16 * step.states + 8 * step.states for step in told.steps)
    on_disk = sum(map(len, files(done).values()))
    assert told.written < on_disk < told.written + 1000 * told.blocks
    assert told.peak <= told.written
    assert told.rate > 0


def test_parts_are_the_same_on_all_machines():
    keys = np.arange(12).reshape(-1, 1)
    assert part_of(keys, 4).tolist() == part_of(keys.copy(), 4).tolist()
    counts = np.bincount(part_of(np.arange(1 << 14).reshape(-1, 2), 8))
    assert counts.min() > 900
