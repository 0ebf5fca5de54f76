"""What can be done at a position, and what can happen there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping

from perfectplay.model.nodes import Label, Number


@dataclasses.dataclass(frozen=True)
class Option:
    """One option of a choice: its value, and what it costs its player against the best.

    `best` is true of every option that ties with the best, `cost` is then 0. The value counts the
    points it gains at once.
    """

    label: Label
    value: Number
    cost: Number
    best: bool


@dataclasses.dataclass(frozen=True)
class Outcome:
    """One outcome of a chance: where it leads, how likely it is, what it gains and is worth."""

    position: Hashable
    probability: Number
    points: Number
    value: Number


def ranked(values: Mapping[Label, Number], ties: Callable[[Number, Number], bool]) -> list[Option]:
    """Options by their values, the best first; equally good ones stay in the game's order.

    >>> [option.label for option in ranked({"stay": 1, "go": 2}, lambda one, other: one == other)]
    ['go', 'stay']
    """
    best = max(values.values())
    options = []
    for label, value in values.items():
        tie = ties(value, best)
        options.append(Option(label, value, 0 * value if tie else best - value, tie))
    return sorted(options, key=lambda option: option.cost)
