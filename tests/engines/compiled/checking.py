"""Compares compiled rules with the plain ones, position by position."""

from __future__ import annotations

from collections import Counter
from typing import Any

from perfectplay import Chance, Choice, Final, Gain
from perfectplay.engines.compiled.compiler import tree
from perfectplay.engines.compiled.compiler.front import compile_rules
from perfectplay.engines.compiled.layout import Layout, OutgrownError, lay_out
from perfectplay.engines.compiled.record import Numbers, Recorder, decoded
from perfectplay.errors import ModelError
from tests.engines.compiled.interpreter import run

ENDS = {tree.DONE: "compiled", tree.PYTHON: "Python", tree.RANGE: "range", tree.FULL: "room"}


def positions_behind(node: Any) -> list[Any]:
    """The positions that a node leads to."""
    match node:
        case Final():
            return []
        case Gain():
            return positions_behind(node.then)
        case Choice():
            return [each for then in node.options.values() for each in positions_behind(then)]
        case Chance():
            return [each for then in node.thens for each in positions_behind(then)]
    return [node]


def positions_of(game: Any, most: int) -> list[Any]:
    """The positions of a game, or the first so many; those that have an error lead nowhere."""
    found = {game.start(): None}
    queue = list(found)
    for position in queue:
        try:
            behind = positions_behind(game.at(position))
        except Exception:  # noqa: BLE001  # the rules are allowed to be wrong
            behind = []
        for each in behind:
            if each not in found and len(found) < most:
                found[each] = None
                queue.append(each)
    return queue


def compared(
    game: Any,
    most: int = 3000,
    every: int = 1,
    sample: int = 200,
    tracked: bool = False,
    layout: Layout | None = None,
) -> Counter[str]:
    """How many runs ended in which way; every program is what the plain rules come to."""
    positions = positions_of(game, most)
    layout = layout or lay_out(positions, [0, 60] if tracked else None)
    numbers = Numbers()
    rules = compile_rules(game, layout, positions[:sample], numbers, tracked=tracked)
    recorder = Recorder(game, numbers, layout.encode, tracked, layout.inlined)
    ends: Counter[str] = Counter()
    for position in positions[::every]:
        found = run(rules.code, rules.tables, layout.encode(position))
        ends[ENDS[found.end[0]]] += 1
        if found.end[0] != tree.DONE:
            continue
        try:
            plain = recorder.program(position)
        except (ModelError, OutgrownError) as error:
            raise AssertionError(f"compiled at {position}, where there is: {error}") from None
        ours = decoded(found.words, numbers.values, layout.words)
        theirs = decoded(plain, numbers.values, layout.words)
        assert repr(ours) == repr(theirs), position
    return ends
