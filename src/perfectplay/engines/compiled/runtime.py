"""The kernels as machine code: compiled once and used for every game."""

from __future__ import annotations

import functools

from perfectplay.engines.compiled.compiler.kernels import functions_of
from perfectplay.engines.compiled.compiler.llvm import MachineCode
from perfectplay.engines.compiled.compiler.tree import Function
from perfectplay.engines.compiled.kernels import (
    acting,
    guesses,
    mirror,
    places,
    play,
    reach,
    rows,
    shapes,
    values,
)


@functools.cache
def shared() -> MachineCode:
    """The kernels that do not depend on the order of positions."""
    kernels = (
        reach.reach, reach.rehash, reach.collect, mirror.mirror_break, shapes.intern_shapes,
        shapes.share_parts, values.wait, values.begin, rows.fix_play, rows.follow,
    )  # fmt: skip
    rounded = (
        values.evaluate_all, values.settle, values.exits, values.sweep, guesses.escapes,
        guesses.improve, guesses.leap, guesses.spread,
    )  # fmt: skip
    return MachineCode.of_kernels(kernels, rounded)


@functools.cache
def playing() -> MachineCode:
    """The kernels that follow best play."""
    return MachineCode.of_kernels((play.flow, play.mark, play.left_waiting, play.draw))


@functools.cache
def advancing() -> MachineCode:
    """The kernel that takes options."""
    return MachineCode.of_kernels((acting.act,))


def placing(rank: Function) -> MachineCode:
    """The kernels that locate positions by a game's ranking."""
    return MachineCode.of_rules(
        [rank if each.name == "rank" else each for each in placing_kernels()]
    )


@functools.cache
def placing_kernels() -> list[Function]:
    """These kernels as trees, with a placeholder for the ranking."""
    return functions_of(places.rank_all, places.locate, places.find_all)
