"""Solved in blocks: the same bits as in memory, an ordinary solution, and faults told in a line."""

import dataclasses
import errno
import os
import shutil

import numpy as np
import pytest

from perfectplay import AtLeast, Compute, Score, Storage, Win, compare, load, solve
from perfectplay.engines import find
from perfectplay.engines.scorecard.score_difference import leads as in_memory
from perfectplay.engines.scorecard.score_difference.blocks.partition import PlyBlock, step_of
from perfectplay.engines.scorecard.score_difference.blocks.run import opened
from perfectplay.errors import (
    EngineError,
    FileError,
    MemoryLimitError,
    NotOfferedError,
    PerfectPlayError,
)
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.objectives import EveryTarget
from perfectplay.solution.storage import files
from perfectplay.solution.storage.blocks import LOCK
from perfectplay.solution.storage.locks import claimed, release
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.both_ways import CARDS, DUELS

CARD = DUELS["forced jokers"]
OTHER = DUELS["a bonus and a reroll"]
MEMORY = 20_000
"""So little that a ply is cut into several blocks."""
MANIFEST = "solution.safetensors"


def in_blocks(folder, game=CARD, objective=None, keep="table", memory_limit=MEMORY, progress=None):
    compute = Compute(memory_limit=memory_limit, progress=progress)
    return solve(game, objective, compute=compute, storage=Storage(folder=folder, keep=keep))


def written(folder):
    """The blocks that there are, each with what would change if it were written again."""
    stats = {path: path.stat() for path in folder.glob("step-*/[!.]*")}
    return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in stats.items()}


def all_values(solution):
    return dataclasses.replace(solution.leads, memory=1 << 30).whole().values


@pytest.fixture(scope="module")
def plain():
    return solve_leads(CARD)


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    folder = tmp_path_factory.mktemp("blocks") / "card"
    in_blocks(folder)
    return folder


# The same as in memory


@pytest.mark.parametrize("small", [0, 1 << 23])
@pytest.mark.parametrize(
    ("game", "objective", "memory"),
    [
        (CARD, Win(), 6_000),
        (CARD, Win(tie=0), 12_000),
        (DUELS["in order"], Win(), 4_000),
        (DUELS["two rerolls"], Win(), 4_000),
        (CARDS["forced jokers"], AtLeast(9), 2_500),
        (CARDS["free jokers"], EveryTarget(), 4_000),
    ],
    ids=str,
)
def test_every_value_is_the_same_bit_for_bit(game, objective, memory, small, tmp_path, monkeypatch):
    monkeypatch.setattr(in_memory, "SMALL", small)
    expected = solve_leads(game, objective)
    found = in_blocks(tmp_path, game, objective, memory_limit=memory)
    assert max(found.leads.partition.shape(place) for place in range(len(found.leads.plies))) > (
        1,
        1,
    )
    assert (found.value, found.positions) == (expected.value, expected.positions)
    values = all_values(found)
    assert values.dtype == expected.leads.values.dtype == (np.float64 if small else np.float32)
    assert values.tobytes() == expected.leads.values.tobytes()


def test_it_is_an_ordinary_solution(done, plain, tmp_path):
    found = load(done / MANIFEST)
    assert found.value == plain.value
    assert found.simulate(3_000, seed=5) == plain.simulate(3_000, seed=5)
    verified = find("score-difference").verify(found)
    assert verified.positions > 300
    assert verified.largest_error < 1e-12
    positions = ["first=ones,threes second=ones,pair roll=1,3 rerolls=0", "first=ones second=pair"]
    for position in map(found.read, positions[:1]):
        low, high = found.possible(position.before)
        for lead in (low, (low + high) // 2, high):
            assert found.options(position, lead) == plain.options(position, lead)
    found.save(tmp_path / "one.safetensors")
    assert load(tmp_path / "one.safetensors").leads.values.tobytes() == plain.leads.values.tobytes()


def test_it_can_be_compared(done, plain):
    def results(solution):
        return compare(CARD, {"win": solution.play, "score": solve(CARD, Score()).play})

    assert results(load(done / MANIFEST)) == results(plain)


def test_the_value_alone_keeps_the_first_turn(tmp_path, plain):
    found = in_blocks(tmp_path, keep="value")
    last = len(plain.leads.plies) - 1
    assert {path.name for path in tmp_path.iterdir()} == {
        MANIFEST,
        f"step-{last}",
        f"step-{last - 1}",
    }
    again = load(tmp_path / MANIFEST)
    assert again.value == found.value == plain.value
    start = CARD.start()
    assert again.outcomes(start, 0) == plain.outcomes(start, 0)
    with pytest.raises(NotOfferedError, match="only those of the first turn were kept; solve it w"):
        again.simulate(10)


def test_a_card_that_fits_is_one_block_a_ply(tmp_path, plain):
    found = in_blocks(tmp_path, memory_limit=1 << 30)
    assert len(written(tmp_path)) == len(found.leads.plies)
    assert all_values(found).tobytes() == plain.leads.values.tobytes()


# What it takes


def test_the_plan_is_what_is_done(done):
    leads = load(done / MANIFEST).leads
    plan = find("score-difference").plan(
        CARD,
        dataclasses.replace(load(done / MANIFEST).request, compute=Compute(memory_limit=MEMORY)),
    )
    assert plan.counted
    assert plan.rate > 0
    assert plan.states == leads.count
    assert [step.states for step in plan.steps] == [ply.size() for ply in leads.plies]
    assert plan.blocks == len(written(done))
    assert plan.written == 8 * leads.count
    assert plan.peak <= plan.written
    assert plan.memory <= MEMORY
    assert [step.blocks for step in plan.steps] == [
        len(list((done / step_of(place)).iterdir())) for place in range(len(leads.plies))
    ]
    read = sum(
        8 * leads.partition.ply(need).end
        for place in range(len(leads.plies))
        for block in leads.partition.blocks(place)
        for need in leads.partition.needs(block)
    )
    assert plan.read == pytest.approx(read, rel=0.1)


def test_states_that_are_too_many_to_count_are_estimated():
    from perfectplay.engines.scorecard.score_difference.blocks import size

    plies = solve_leads(DUELS["four boxes"]).leads.plies
    exact = sum(ply.size() for ply in plies)
    assert sum(size.states_of(plies, most=10, sample=100)) == pytest.approx(exact, rel=0.2)


# Going on


class StopError(Exception):
    """Stops a solve where it is."""


def stopped(folder, blocks):
    """Begin to solve, and stop when so many blocks are done."""

    def progress(stage, positions):
        if len(written(folder)) >= blocks:
            raise StopError

    with pytest.raises(StopError):
        in_blocks(folder, progress=progress)


@pytest.mark.parametrize("keep", ["table", "value"])
def test_what_is_done_is_not_done_again(tmp_path, plain, keep):
    stopped(tmp_path, 17)
    before = written(tmp_path)
    assert len(before) == 17
    with pytest.raises(FileError, match="is not finished; the same solve goes on from there"):
        _ = load(tmp_path / MANIFEST).value
    found = in_blocks(tmp_path, keep=keep)
    assert found.value == plain.value
    if keep == "table":
        assert before.items() <= written(tmp_path).items()
        assert all_values(found).tobytes() == plain.leads.values.tobytes()
    after = written(tmp_path)
    assert in_blocks(tmp_path, keep=keep).value == plain.value
    assert written(tmp_path) == after


def test_blocks_that_are_gone_are_solved_again_with_all_they_need(tmp_path, plain):
    folder = in_blocks(tmp_path, keep="value").leads.folder
    folder.file(PlyBlock(len(plain.leads.plies) - 1, 0, 0).name).unlink()
    folder.remove(step_of(len(plain.leads.plies) - 2))
    assert in_blocks(tmp_path, keep="value").value == plain.value


# Faults


def damage(path):
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-4])


@pytest.mark.parametrize(
    ("harm", "told"),
    [(damage, "is damaged: its checksum does not match"), (cut_short, "is truncated: it has")],
)
def test_a_damaged_block_is_told_and_done_anew(harm, told, tmp_path, plain):
    stopped(tmp_path, 17)
    block = tmp_path / "step-1" / "3-1.safetensors"
    harm(block)
    with pytest.raises(
        FileError, match=rf"3-1\.safetensors {told}.*delete this file, and the same"
    ):
        in_blocks(tmp_path)
    block.unlink()
    before = written(tmp_path)
    assert all_values(in_blocks(tmp_path)).tobytes() == plain.leads.values.tobytes()
    assert before.items() <= written(tmp_path).items()


def test_a_block_that_lies_in_the_wrong_place_is_told(done, tmp_path):
    folder = shutil.copytree(done, tmp_path / "copy")
    step = folder / "step-2"
    shutil.copy(step / "0-0.safetensors", step / "0-1.safetensors")
    with pytest.raises(FileError, match=r"0-1\.safetensors is a block of another solve"):
        load(folder / MANIFEST).leads.read(PlyBlock(2, 0, 1))


def test_a_full_disk_leaves_what_is_whole(tmp_path, plain, monkeypatch):
    sync, left = os.fsync, iter(range(12))

    def fill_up(file):
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(file)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fill_up)
        with pytest.raises(FileError, match=r"^cannot write .*\.safetensors: No space left on dev"):
            in_blocks(tmp_path)
    before = written(tmp_path)
    assert len(before) == 11
    assert all(path.suffix == ".safetensors" for path in before)
    assert in_blocks(tmp_path).value == plain.value
    assert before.items() <= written(tmp_path).items()


def test_a_folder_is_for_one_solve(done, tmp_path, monkeypatch):
    with pytest.raises(FileError, match="holds the blocks of small for win; take another folder"):
        in_blocks(done, OTHER)
    with pytest.raises(FileError, match="holds the blocks of small for win; take another folder"):
        in_blocks(done, objective=Win(tie=0))
    monkeypatch.setattr(files, "__version__", "9.9")
    with pytest.raises(FileError, match=r"for win, begun by perfectplay \d.*; take another folder"):
        in_blocks(done)
    solve_leads(CARD).save(tmp_path / MANIFEST)
    with pytest.raises(FileError, match="is a solution that is not in blocks; take another folder"):
        in_blocks(tmp_path)


def test_two_solves_do_not_share_a_folder(done):
    (done / LOCK).touch()
    file = claimed(done / LOCK, "r+b")
    try:
        with pytest.raises(FileError, match=f"another solve is using {done}; wait for it"):
            in_blocks(done)
    finally:
        release(file)


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match=r"cannot write in .*file"):
        in_blocks(tmp_path / "file" / "folder")


def test_memory_that_does_not_suffice(done, tmp_path):
    with pytest.raises(MemoryLimitError, match="was begun with blocks of which each takes up to"):
        in_blocks(done, memory_limit=5_000)
    with pytest.raises(MemoryLimitError, match=r"in one piece, these values take .*; they stay in"):
        in_blocks(done).save(tmp_path / "one.safetensors")
    with pytest.raises(MemoryLimitError, match="two cards of small alone, with what follows them"):
        in_blocks(tmp_path, DUELS["a die of twelve"], memory_limit=500)
    with pytest.raises(MemoryLimitError, match=r"outgrow the memory limit.*--folder DIR"):
        solve_leads(Yahtzee(players=2))
    with pytest.raises(MemoryLimitError, match=r"more than the memory limit .*--folder DIR"):
        solve_leads(CARD, memory_limit=MEMORY)


def test_what_is_not_solved_in_blocks(tmp_path):
    told = (
        "^only these engines can solve in a folder: score-difference, for scorecards, .*; compiled,"
    )
    with pytest.raises(EngineError, match=told):
        solve(Yahtzee(), storage=Storage(folder=tmp_path))
    with pytest.raises(EngineError, match=told):
        solve(CARD, storage=Storage(folder=tmp_path), compute=Compute(engine="graph"))
    with pytest.raises(PerfectPlayError, match="need --folder DIR"):
        solve(CARD, storage=Storage(cluster="local:2"))
    with pytest.raises(PerfectPlayError, match="are solved by cores; leave out --backend gpu"):
        solve(CARD, storage=Storage(folder=tmp_path), compute=Compute(backend="gpu"))
    with pytest.raises(
        PerfectPlayError, match="--keep does not accept 'values'; did you mean 'value'"
    ):
        solve(CARD, storage=Storage(folder=tmp_path, keep="values"))


def test_a_node_that_does_not_see_the_folder(done, tmp_path):
    with pytest.raises(FileError, match=f"does not see {tmp_path}.*storage that all nodes"):
        opened(str(tmp_path), "")
    with pytest.raises(FileError, match=r"sees another solve in .*storage that all nodes"):
        opened(str(done), "another")
