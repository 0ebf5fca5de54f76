"""Layers in which hardly two positions have the same shape are swept as any others are."""

import random

import numpy as np
import pytest

from perfectplay import Compute, Storage, solve
from perfectplay.engines.compiled import shapes
from perfectplay.engines.compiled.kernels.shapes import share_parts, without_keys
from perfectplay.engines.compiled.kernels.words import is_part, part_end, part_start
from perfectplay.engines.compiled.program import (
    CHANCE,
    FINAL,
    GAIN,
    LEAF,
    MAX,
    MIN,
    WEIGHT,
    counted,
    whole,
)
from perfectplay.engines.compiled.solving import StalledError
from perfectplay.errors import PerfectPlayError
from perfectplay.games.hypergammon import Hypergammon
from perfectplay.solution.answers import PlayReach

GAME = Hypergammon(checkers=2, home=2)
COMPILED = Compute(engine="compiled")
FEW, TOO_FEW = 48, 4
"""Enough for the parts of all shapes of the game, but not for the shapes; and not even for those."""


def drawn(chooser, depth):
    """The words of a program that somebody might have, whose keys have two words."""
    if depth == 0 or chooser.random() < 0.2:
        leaf = [LEAF, chooser.randrange(99), chooser.randrange(99)]
        return chooser.choice([leaf, [whole(FINAL, chooser.randrange(3))]])
    operation = chooser.choice([MAX, MIN, CHANCE])
    count = chooser.randrange(1, 4)
    words = []
    for _ in range(count):
        words += drawn(chooser, depth - 1)
        if operation == CHANCE:
            words.append(whole(WEIGHT, chooser.randrange(1, 3)))
    words.append(counted(operation, count))
    if operation == CHANCE:
        words.append(whole(0, 6))
    if chooser.random() < 0.3:
        words.append(whole(GAIN, 2))
    return words


def put_together(own, words):
    """Words with their parts put in."""
    found = []
    for word in own:
        found += words[part_start(word) : part_end(word)] if is_part(word) else [word]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_programs_are_put_together_from_their_parts(seed):
    chooser = random.Random(seed)
    programs = [drawn(chooser, 3) for _ in range(30)]
    out = [word for each in programs for word in each]
    ends = np.cumsum([len(each) for each in programs]).tolist()
    starts, words, slots = [0] * 400, [0] * 4000, [0] * 1024
    own, own_ends, sizes = [0] * len(out), [0] * 30, [0] * 30
    known = share_parts(
        out, ends, 30, 2, [0] * 40, slots, 1023, starts, words, 0, 4000, 399, own, own_ends, sizes
    )
    assert 0 < known < 399
    parts = [tuple(words[starts[k] : starts[k + 1]]) for k in range(known)]
    assert len(set(parts)) == known
    for k, (begin, end) in enumerate(zip([0, *own_ends], own_ends, strict=False)):
        plain = [0] * len(programs[k])
        length = without_keys(programs[k], 0, len(plain), 2, plain, 0)
        assert put_together(own[begin:end], words) == plain[:length]
        assert sizes[k] == sum(word & 7 == LEAF for word in plain[:length])


def bounds_of(solution):
    return solution.table_of_bounds.bounds


@pytest.fixture(scope="module")
def shared():
    """The game as its few shapes are told apart."""
    return solve(GAME, compute=COMPILED)


@pytest.fixture
def kept(monkeypatch):
    """The kinds of shapes that were tried."""
    kinds = []
    for kind in (shapes.SharedShapes, shapes.OwnShapes):
        before = kind.__init__

        def noted(self, count, depth, before=before):
            kinds.append(type(self))
            before(self, count, depth)

        monkeypatch.setattr(kind, "__init__", noted)
    return kinds


def test_parts_are_shared_where_shapes_are_too_many(shared, kept, monkeypatch):
    monkeypatch.setattr(shapes, "SHAPES", FEW)
    ours = solve(GAME, compute=COMPILED)
    assert kept == [shapes.SharedShapes, shapes.OwnShapes]
    assert (bounds_of(ours) == bounds_of(shared)).all()
    assert ours.answer(PlayReach).rolls == shared.answer(PlayReach).rolls


def test_programs_grow_into_the_room_they_need(shared, monkeypatch):
    monkeypatch.setattr(shapes, "SHAPES", FEW)
    monkeypatch.setattr(shapes, "SHAPE_ROOM", 1 << 10)
    assert (bounds_of(solve(GAME, compute=COMPILED)) == bounds_of(shared)).all()


def test_a_layer_of_too_many_parts_is_refused(monkeypatch):
    monkeypatch.setattr(shapes, "SHAPES", TOO_FEW)
    with pytest.raises(StalledError, match="too many shapes"):
        solve(GAME, compute=COMPILED)


def test_memory_counts_the_shapes_of_positions(monkeypatch):
    monkeypatch.setattr(shapes, "SHAPES", FEW)
    with pytest.raises(PerfectPlayError, match="while positions that lead to one another"):
        solve(GAME, compute=Compute(engine="compiled", memory_limit=125_000))


@pytest.mark.slow
def test_parts_of_a_folder_share_theirs(shared, tmp_path, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setattr(shapes, "SHAPES", FEW)
    compute = Compute(engine="compiled", memory_limit=300_000)
    ours = solve(GAME, compute=compute, storage=Storage(folder=tmp_path))
    assert max(step.parts for step in ours.table_of_bounds.blocks.steps.steps) > 1
    assert ours.positions == shared.positions
    assert ours.lower <= shared.upper
    assert shared.lower <= ours.upper
