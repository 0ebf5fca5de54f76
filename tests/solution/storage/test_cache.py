"""Solutions that are kept: found again, never mistaken for others, and never in the way."""

from __future__ import annotations

import dataclasses
import importlib
import os
import threading

import pytest

from perfectplay import Box, Chance, Compute, Final, Game, Scorecard, Solution, Utility, solve
from perfectplay.games.coins import Coins
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Face
from perfectplay.objectives import AtLeast, Score
from perfectplay.request import Request
from perfectplay.solution.storage import cache
from perfectplay.solution.storage.cache import Cache, default_folder, key_of
from perfectplay.solution.storage.locks import lock

SOLVE = importlib.import_module("perfectplay.solve")  # where the function hides the module
COINS, ASKED = Coins(coins=2, target=2), Request(Score())


def solved(*asked, **options):
    """A game solved or found, once what is to be kept is there."""
    usual = Cache.usual()
    options["cache"] = usual and dataclasses.replace(usual, worth_keeping=0)
    solution = SOLVE.solved(*asked, **options)
    for thread in threading.enumerate():
        if thread.name == cache.KEEPING:
            thread.join()
    return solution


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_what_was_solved_is_found_again(folder, monkeypatch):
    first = solved(COINS, ASKED)
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(SOLVE, "solve_request", None)  # it would fail
    again = solved(COINS, ASKED)
    assert again.value == first.value
    assert again.options(again.game.start()) == first.options(first.game.start())


def test_the_answer_does_not_wait_for_the_folder(folder, monkeypatch):
    asked = threading.Event()
    monkeypatch.setattr(Cache, "keep", lambda *_: asked.wait())
    assert SOLVE.solved(COINS, ASKED, cache=Cache(folder, worth_keeping=0)).value == 0.5
    asked.set()


def test_a_fresh_solution_is_solved(folder, monkeypatch):
    solved(COINS, ASKED)
    monkeypatch.setattr(SOLVE, "solve_request", None)
    with pytest.raises(TypeError):
        solved(COINS, ASKED, fresh=True)


def test_a_damaged_file_is_solved_anew(folder):
    solved(COINS, ASKED)
    [path] = folder.iterdir()
    path.write_bytes(b"nonsense")
    assert solved(COINS, ASKED).value == 0.5


def test_games_parameters_and_objectives_are_told_apart():
    def card(face):
        return Scorecard("mine", boxes=[Box("any", Face(face))])

    games = [Coins(), Coins(coins=3), Yazy(), card(1), card(2)]
    keys = [key_of(game, Request(goal)) for game in games for goal in (Score(), AtLeast(5))]
    others = [
        Request(Score(), exact=True),
        Request(Score(), width=1e-6),
        Request(Score(), compute=Compute(engine="graph")),
        Request(Score(), needs=frozenset({Solution.visits})),
    ]
    keys += [key_of(Coins(), other) for other in others]
    keys.append(key_of(Coins(), Request(Score()), start="from elsewhere"))
    assert len(set(keys)) == len(keys)
    assert None not in keys


def test_rules_that_may_change_are_not_kept(folder):
    class Coins(Game):
        """Called like one that is here, and another."""

        def start(self):
            return "start"

        def at(self, position):
            return Chance({Final(1): 1})

    scored = Scorecard("mine", dice=1, rerolls=0, boxes=[Box("any", lambda roll: roll[0])])
    assert key_of(Coins(), ASKED) is None
    assert key_of(scored, ASKED) is None
    assert key_of(Yazy(), Request(Utility(lambda score: score))) is None
    assert solved(scored, ASKED).value == 3.5
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_to_is_in_nobodys_way(folder):
    folder.write_text("a file where the folder should be")
    assert solved(COINS, ASKED).value == 0.5


def test_a_folder_that_cannot_be_read_is_in_nobodys_way(monkeypatch):
    monkeypatch.setenv("PERFECTPLAY_CACHE", "x" * 5000)  # the name is too long to look it up
    assert solved(COINS, ASKED).value == 0.5


def test_what_killed_processes_left_behind_is_removed(tmp_path):
    (tmp_path / ".a.safetensors.0123abcd").write_bytes(bytes(9))
    with (tmp_path / ".b.safetensors.0123abcd").open("wb") as at_work:
        lock(at_work)
        Cache(tmp_path).keep("c", solve(COINS))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [".b.safetensors.0123abcd", "c.safetensors"]


def test_what_is_only_there_in_part_counts_too(tmp_path):
    for name in ("a.safetensors.partial", ".a.safetensors.1234", "a.safetensors"):
        (tmp_path / name).write_bytes(bytes(9_000))
        os.utime(tmp_path / name, (1, 1))
    with (tmp_path / "b.safetensors.partial").open("wb") as at_work:
        at_work.write(bytes(9_000))
        os.utime(tmp_path / "b.safetensors.partial", (1, 1))
        lock(at_work)
        Cache(tmp_path, largest=10_000).keep("c", solve(COINS))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["b.safetensors.partial", "c.safetensors"]


def test_old_files_make_room(tmp_path):
    kept = Cache(tmp_path)
    for key in "ab":
        kept.keep(key, solve(Coins(coins=1, target=1)))
    size = (tmp_path / "a.safetensors").stat().st_size
    os.utime(tmp_path / "a.safetensors", (1, 1))
    Cache(tmp_path, largest=2 * size).keep("c", solve(Coins(coins=1, target=1)))
    assert sorted(path.name[0] for path in tmp_path.iterdir()) == ["b", "c"]


@pytest.mark.parametrize(
    ("platform", "named", "folder"),
    [
        ("linux", {}, "home/.cache/perfectplay"),
        ("linux", {"XDG_CACHE_HOME": "caches"}, "caches/perfectplay"),
        ("darwin", {}, "home/Library/Caches/perfectplay"),
        ("darwin", {"XDG_CACHE_HOME": "caches"}, "caches/perfectplay"),
        ("win32", {"LOCALAPPDATA": "local"}, "local/perfectplay/cache"),
        ("win32", {}, None),
        ("linux", {"PERFECTPLAY_CACHE": "own", "XDG_CACHE_HOME": "caches"}, "own"),
        ("linux", {"PERFECTPLAY_CACHE": "off"}, None),
    ],
)
def test_where_it_is(platform, named, folder, monkeypatch, tmp_path):
    for name in ("PERFECTPLAY_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name, value in named.items():
        monkeypatch.setenv(name, value if value == "off" else str(tmp_path / value))
    monkeypatch.setattr("sys.platform", platform)
    assert default_folder() == (folder and tmp_path / folder)
