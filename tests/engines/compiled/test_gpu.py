"""Compiled rules on a GPU find the bounds that they find on a processor, at every position."""

import pytest

from perfectplay.engines.compiled.game import CompiledGame
from perfectplay.engines.compiled.gpu import exploring, solving
from perfectplay.engines.compiled.gpu.solving import DeviceSolver, solve_on
from perfectplay.engines.compiled.table import BoundsTable
from perfectplay.errors import EngineError
from perfectplay.games.hog import Hog
from perfectplay.games.hypergammon import Hypergammon
from perfectplay.games.royal_ur import RoyalUr
from perfectplay.games.shut_the_box import ShutTheBox
from tests.engines.backends.devices import DEVICES
from tests.engines.backends.on_cpu import Cpu

GAMES = {
    "cycles and mirror images": RoyalUr(pieces=1),
    "one player": ShutTheBox(tiles=5),
    "cycles within a layer": Hog(target=4),
}
MEMORY = 1 << 22


def quietly(_stage, _positions):
    """Nobody wants to know."""


def compiled(game):
    return CompiledGame(game, game.objective())


def on(device, game, memory=MEMORY):
    found = compiled(game)
    return BoundsTable.of(solve_on(device, found, None, memory, quietly), found.plan)


def on_the_processor(game):
    found = compiled(game)
    return BoundsTable.of(found.solve(None, 1 << 30, quietly), found.plan)


def assert_same(ours, theirs, largest=1):
    assert len(ours) == len(theirs)
    for place in range(len(theirs)):
        position, score = theirs.position(place)
        low, high = theirs.bounds_at(place, turned=False)
        at, turned = ours.place_of(position, score)
        least, most = ours.bounds_at(at, turned=turned)
        assert max(low, least) <= min(high, most)
        assert most - least <= 1e-12 * max(largest, abs(least))


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_bounds_are_the_same_at_every_position(device, game):
    assert_same(on(device(), game), on_the_processor(game))


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_layers_too_large_for_a_tape_are_swept_by_their_rules(device, monkeypatch):
    monkeypatch.setattr(DeviceSolver, "fits_tape", lambda _solver, _count: False)
    game = GAMES["cycles and mirror images"]
    assert_same(on(device(), game), on_the_processor(game))


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_layers_of_too_many_shapes_are_swept_by_their_rules(device, monkeypatch):
    monkeypatch.setattr(solving, "SHAPES", 4)
    game = Hypergammon(checkers=1, home=2)
    assert_same(on(device(), game), on_the_processor(game), largest=3)


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
def test_positions_are_sorted_in_pieces(device, monkeypatch):
    monkeypatch.setattr(solving, "SORTED", 7)
    monkeypatch.setattr(exploring, "FIRST_KEYS", 1 << 4)
    monkeypatch.setattr(exploring, "MANY", 1 << 6)
    game = GAMES["cycles within a layer"]
    assert_same(on(device(), game), on_the_processor(game))


@pytest.mark.slow
def test_room_grows_as_far_as_positions_can_be_told_apart(monkeypatch):
    game = GAMES["one player"]
    count = len(on_the_processor(game))
    monkeypatch.setattr(exploring, "FIRST_KEYS", 1 << 4)
    monkeypatch.setattr(exploring, "MOST_POSITIONS", count + 2)
    assert len(on(Cpu(), game)) == count
    monkeypatch.setattr(exploring, "MOST_POSITIONS", count - 2)
    with pytest.raises(EngineError, match="too many for a GPU"):
        on(Cpu(), game)


class Crowded(Cpu):
    """Has little memory left."""

    def __init__(self, left):
        self.left = left

    def free(self):
        return self.left


@pytest.mark.slow
def test_what_exceeds_the_memory_of_a_card_is_refused_with_what_it_would_take(monkeypatch):
    game = GAMES["one player"]
    with pytest.raises(EngineError, match="positions, whose bounds take"):
        on(Crowded(500), game)
    monkeypatch.setattr(exploring, "FIRST_KEYS", 1 << 4)
    with pytest.raises(EngineError, match="has more than 16 positions; room for 32 takes"):
        on(Crowded(500), game)
