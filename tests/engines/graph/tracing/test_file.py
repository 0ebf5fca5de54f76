"""What was explored by traces is kept as rows, and a file with wrong ones is refused."""

import pickle
from array import array
from typing import NamedTuple

import pytest

from perfectplay import Chance, Choice, Compute, Final, Game, load, solve
from perfectplay.engines.graph.storage import soundness
from perfectplay.errors import FileError, PositionError
from perfectplay.games.coins import Coins
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.solution.verification import verify
from tests.engines.graph.tracing.both_ways import by_traces
from tests.forging import contents, forge

GAMES = [
    Coins(coins=4, target=6),
    Hog(target=12, dice=3),
    Pig(target=9, players=1, loses="score"),
    ShutTheBox(tiles=4, one_die=True),
]


class Stake(NamedTuple):
    """Something with numbers in it."""

    mine: int
    double: bool


class Nested(Game):
    """Its positions are tuples that hold one of a kind of its own, and a word."""

    def start(self):
        return (Stake(1, False), "bid", 9)

    def at(self, position):
        (mine, double), word, left = position
        if left == 0:
            return Final(mine)
        then = (Stake(mine + 1, not double), word, left - 1)
        return Choice({"on": then, "off": Chance({(Stake(0, double), word, left - 1): 1.0})})

    def read(self, text):
        return eval(text)


class Unnamed(Nested):
    """The same, but what it reads is no `Stake`."""

    def read(self, text):
        stake, *rest = super().read(text)
        return (tuple(stake), *rest)


@pytest.fixture
def path(tmp_path):
    """Where a solution can be saved."""
    return tmp_path / "rows.safetensors"


@pytest.mark.parametrize("game", [*GAMES, Nested()], ids=repr)
def test_rows_that_were_kept_say_what_plain_positions_do(game, path):
    plainly = solve(game, compute=Compute(engine="graph"))
    with by_traces():
        traced = solve(game, compute=Compute(engine="graph"))
    traced.save(path)
    assert "positions" not in contents(path)[1]
    loaded = load(path, game)
    for kept in (loaded, pickle.loads(pickle.dumps(loaded))):
        assert list(kept.names.found) == list(plainly.names.found)
        assert list(map(type, kept.names.found)) == list(map(type, plainly.names.found))
        assert list(kept.names.paths) == list(plainly.names.paths)
        for number, position in enumerate(plainly.names.found):
            assert kept.names.number[position] == number
            assert kept.value_at(position) == plainly.value_at(position)
            assert kept.kind(position) == plainly.kind(position)
        assert kept.visits() == plainly.visits()
        assert kept.table().equals(plainly.table())
        assert verify(kept).positions == plainly.positions
    kept.save(path)
    assert load(path, game).value == plainly.value


def test_positions_that_cannot_be_read_back_are_refused(path):
    with by_traces():
        solution = solve(Unnamed())
    with pytest.raises(PositionError, match="cannot be kept in a file"):
        solution.save(path)


NUMBERS = [
    ("shift", 0, 1 << 20),
    ("shift", 0, -(1 << 20)),
    ("shift", -1, 1 << 20),  # of an end
    ("rows", 0, -1),
    ("rows", 3, -1),
    ("rows", 3, (1 << 63) - 1),
    ("rows", 0, 0),  # another start
    ("root", 1, 0),
    ("form", 0, -1),
    ("form", 0, 99),
    ("field_bits", 0, 0),
    ("field_bits", 0, 64),
    ("field_low", 0, 1 << 62),
]


@pytest.mark.parametrize(("name", "place", "number"), NUMBERS)
@pytest.mark.parametrize("long", [0, 1 << 30], ids=["by NumPy", "in Python"])
def test_a_number_out_of_place_is_refused(name, place, number, long, path, monkeypatch):
    monkeypatch.setattr(soundness, "LONG", long)
    with by_traces():
        solve(ShutTheBox(tiles=3)).save(path)
    column = contents(path)[1][name]
    column[place] = number
    forge(path, tensors={name: column})
    with pytest.raises(FileError, match="is damaged"):
        load(path)


TEXTS = [
    ("shapes", "nonsense"),
    ("shapes", "coins=2 points=0\ncoins=1 points=0"),  # the same twice
    ("shapes", "coins=9223372036854775808 points=0"),
    ("paths", "7"),
    ("paths", "{"),
    ("paths", "[]"),
    ("paths", "[[]]"),
    ("paths", "[[], []]"),
    ("paths", "[[], 7]"),
]


@pytest.mark.parametrize(("name", "text"), TEXTS)
def test_a_text_that_is_none_is_refused(name, text, path):
    with by_traces():
        solve(Coins(coins=2, target=2)).save(path)
    forge(path, tensors={name: array("B", text.encode())})
    with pytest.raises(FileError, match="is damaged"):
        load(path)
