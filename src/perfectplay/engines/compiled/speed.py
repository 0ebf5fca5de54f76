"""How fast the rules run, and what the compiler and the search for an order made of them."""

from __future__ import annotations

import itertools
import time

import numpy as np

from perfectplay.engines import find
from perfectplay.engines.compiled.compiler.values import NotCompiledError
from perfectplay.engines.compiled.game import CompiledGame, KeyPlan
from perfectplay.engines.compiled.layers import edges, ranked
from perfectplay.engines.compiled.layout import NoLayoutError, OutgrownError
from perfectplay.engines.compiled.positions import MANY, NO_MIRROR, ManyError, Positions
from perfectplay.engines.compiled.sample import Sample, take_sample
from perfectplay.engines.speed import Speed
from perfectplay.errors import in_bytes
from perfectplay.model.game import Game
from perfectplay.request import Request

SHORTEST = 1e-6
"""The resolution of a coarse clock, in seconds."""
BOUNDS = 16
"""Bytes for the bounds of a position."""
TIMED = 1_000
"""The number of positions on which the plain rules are timed."""


def speed(game: Game[object], request: Request) -> Speed:
    """Compile the rules of a game and find its positions, up to a million of them."""
    refusal = find("graph").refuses(game, request)
    if refusal is not None:  # known to be too large
        raise refusal
    sample = take_sample(game)
    plainly = rules_per_second(game, sample)
    try:
        plan = KeyPlan.of(game, request.objective, sample)
        compiled = CompiledGame(game, request.objective, plan)
        began = time.process_time()
        before = compiled.seconds
        found = positions_of(compiled, request)
        took = time.process_time() - began - (compiled.seconds - before)
        order = (
            ranked(found, compiled.rules, np.zeros(0, np.int64)).words
            if found
            else order_of_sample(compiled)
        )
    except (NotCompiledError, NoLayoutError) as error:
        return Speed(plainly, str(error))
    return Speed(
        plainly,
        compiling=max(compiled.seconds, SHORTEST),
        exploring=max(took, SHORTEST),
        positions=len(found) if found else MANY,
        every=found is not None,
        by_python=compiled.rules.by_python,
        bits=bits_of(compiled),
        in_place=in_place(compiled),
        order=order,
    )


def rules_per_second(game: Game[object], sample: Sample) -> float:
    """Seconds per position with the plain rules."""
    positions = list(itertools.islice(sample.positions, TIMED))
    began = time.process_time()
    for position in positions:
        game.ask(position)
    return max(time.process_time() - began, SHORTEST) / len(positions)


def bits_of(compiled: CompiledGame) -> int:
    """The number of bits in a key."""
    return (compiled.rules.layout.span - 1).bit_length()


def in_place(compiled: CompiledGame) -> tuple[str, ...]:
    """The names of the kinds of position that are computed in place."""
    return tuple(sorted(kind.__name__ for kind in compiled.rules.layout.inlined))


def positions_of(compiled: CompiledGame, request: Request) -> Positions | None:
    """All positions; None if there are more than a million."""
    try:
        return compiled.reach(request.compute.memory_limit, request.report, many=lambda: True)
    except ManyError:
        return None


def size_estimate(compiled: CompiledGame, request: Request) -> str:
    """How many positions there are and how much memory they take, or that there are too many."""
    found = positions_of(compiled, request)
    if found is None:
        return f"more than {MANY:,} positions; --plan counts them, and estimates what solving takes"
    each = 8 * found.layout.words + BOUNDS
    return f"{len(found):,} positions; their keys and bounds take {in_bytes(each * len(found))}"


def speed_estimate(compiled: CompiledGame) -> str:
    """What can be said about compiled rules before any position is solved."""
    order = order_of_sample(compiled)
    told = [f"rules compiled in {compiled.seconds:.1f} s; keys of {bits_of(compiled)} bits"]
    if kinds := in_place(compiled):
        told.append(f"computed in place: {', '.join(kinds)}")
    return "\n".join([*told, f"what rises as play goes on: {order}"])


def order_of_sample(compiled: CompiledGame) -> str:
    """What the ranking of the sample counts, once keys have room for every position in it."""
    while True:
        try:
            return ranked(looked_at(compiled), compiled.rules, np.zeros(0, np.int64)).words
        except OutgrownError as error:
            compiled.plan.note(error)
            compiled.rules = compiled.compile()


def looked_at(compiled: CompiledGame) -> Positions:
    """The positions of the sample and their neighbours, as if there were no others."""
    layout = compiled.rules.layout
    known = [
        layout.encode(each)
        for each in compiled.plan.sample.positions
        if type(each) not in layout.inlined
    ]
    keys = np.array(known, np.int64).reshape(-1, layout.words)
    every = np.unique(np.concatenate([keys, edges(keys, compiled.rules)[1]]), axis=0)
    leafless = np.ones(len(every), np.uint8)
    leafless[edges(every, compiled.rules)[0]] = 0
    none = np.zeros(1, np.int64)
    return Positions(layout, every, leafless, none, none, NO_MIRROR)
