"""Rows of fixed play are worth what the programs are that they were made from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Compute, solve
from perfectplay.engines.compiled import fixed_play
from perfectplay.engines.compiled.kernels.rows import intern_row, write_row
from perfectplay.engines.compiled.kernels.values import evaluate
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
from perfectplay.games.royal_ur import RoyalUr

PLACES, MIRROR = 6, 1.0
NOTHING = np.zeros(2)

LEAVES = st.integers(-PLACES, PLACES - 1).map(lambda place: ("leaf", place))
ENDS = LEAVES | st.integers(-3, 3).map(lambda payoff: ("final", payoff))
NODES = st.recursive(
    ENDS,
    lambda inner: st.one_of(
        st.tuples(st.just("choice"), st.sampled_from([MAX, MIN]), st.lists(inner, min_size=1)),
        st.tuples(
            st.just("chance"), st.lists(st.tuples(inner, st.integers(1, 5)), min_size=1, max_size=4)
        ),
        st.tuples(st.just("gain"), inner, st.integers(-2, 2)),
    ),
    max_leaves=20,
)


def words_of(node, words, leaves):
    """The program of a node, as the record writes it."""
    match node:
        case ("leaf", place):
            words.append(LEAF)
            leaves.append(place)
        case ("final", payoff):
            words.append(whole(FINAL, payoff))
        case ("gain", inner, points):
            words_of(inner, words, leaves)
            words.append(whole(GAIN, points))
        case ("choice", kind, options):
            for each in options:
                words_of(each, words, leaves)
            words.append(counted(kind, len(options)))
        case ("chance", outcomes):
            for each, weight in outcomes:
                words_of(each, words, leaves)
                words.append(whole(WEIGHT, weight))
            words += [
                counted(CHANCE, len(outcomes)),
                whole(FINAL, sum(weight for _, weight in outcomes)),
            ]


@given(NODES, st.lists(st.integers(0, 8), min_size=PLACES, max_size=PLACES))
def test_a_row_is_worth_what_its_program_is(node, eighths):
    words, leaves = [], []
    words_of(node, words, leaves)
    values = np.array(eighths) / 8
    bounds = np.stack([values, -values], axis=1).ravel()
    known = (NOTHING, NOTHING, np.zeros(3, np.int64), MIRROR)
    stack, room = np.zeros(200), len(leaves) + 1
    program = np.array(words, np.int64), 0, len(words)
    evaluate(*program, 0, np.array(leaves), 0, bounds, *known, stack)
    found, constants, begins = np.zeros(200), np.zeros(200), np.zeros(200, np.int64)
    chosen, weights = np.zeros(room, np.int64), np.zeros(room)
    count = write_row(
        *program, np.array(leaves), 0, bounds, *known, found, constants, begins, chosen, weights
    )  # fmt: skip
    left = [leaves[each] for each in chosen[:count]]
    row = constants[0] + sum(
        weight * values[max(leaf, -1 - leaf)]
        for weight, leaf in zip(weights[:count], left, strict=True)
    )
    assert found[0] == pytest.approx(stack[0], abs=1e-12)
    assert row == pytest.approx(stack[0], abs=1e-12)
    assert (np.diff(chosen[:count]) > 0).all()


def test_rows_of_one_shape_are_kept_once():
    slots, starts, shapes = np.zeros(8, np.int32), np.array([0, 1, 0, 0]), np.zeros(20)
    table = slots, 7, starts, shapes
    assert intern_row(0.5, np.array([0.25, 0.25]), 2, *table, 1) == 1
    assert intern_row(0.5, np.array([0.25, 0.5]), 2, *table, 2) == 2
    assert intern_row(0.5, np.array([0.25, 0.25]), 2, *table, 3) == 1
    assert starts.tolist() == [0, 1, 4, 7]


def test_play_is_fixed_where_there_are_many_options(monkeypatch):
    followed = []
    follow = fixed_play.FixedPlay.follow
    monkeypatch.setattr(
        fixed_play.FixedPlay,
        "follow",
        lambda self, down: followed.append(down) or follow(self, down),
    )
    found = solve(RoyalUr(pieces=2), compute=Compute(engine="compiled"))
    assert followed
    monkeypatch.setattr(fixed_play, "SHAPES", 1)  # no room for rows
    followed.clear()
    plain = solve(RoyalUr(pieces=2), compute=Compute(engine="compiled"))
    assert not followed
    assert max(found.lower, plain.lower) <= min(found.upper, plain.upper)
    assert found.upper - found.lower < 1e-12
