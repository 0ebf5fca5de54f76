"""What can be done at a position, and what can happen there."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping

from perfectplay.model.nodes import Label, Number


@dataclasses.dataclass(frozen=True)
class Option:
    """One option of a choice: its value, and what it costs its player against the best.

    `best` is true for every option that ties with the best; its `cost` is 0. The value includes the
    points that the option scores at once.
    """

    label: Label
    value: Number
    cost: Number
    best: bool


class Options(list[Option]):
    """The options at a choice, best first; in a notebook they show themselves as a table.

    >>> options = Options([Option("stay", 2, 0, True), Option("go", 1, 1, False)])
    >>> "<td>go</td><td>1</td><td>1</td>" in options._repr_html_()
    True
    """

    def _repr_html_(self) -> str:
        from perfectplay.solution.notebook import table

        return table(
            ["option", "value", "cost"],
            [
                [
                    str(each.label),
                    in_a_cell(each.value),
                    "best" if each.best else in_a_cell(each.cost),
                ]
                for each in self
            ],
        )


def in_a_cell(number: Number) -> str:
    """A number in a table: fractions as they are, floats with six digits."""
    return f"{number:.6f}" if isinstance(number, float) else str(number)


@dataclasses.dataclass(frozen=True)
class Outcome:
    """One outcome of a chance: where it leads, how likely it is, what it scores, and its value."""

    position: Hashable
    probability: Number
    points: Number
    value: Number


@dataclasses.dataclass(frozen=True)
class Aim:
    """A box that a move keeps open: how likely it is to be made, and to be filled.

    `made` is the chance that the final dice score in the box; `filled` that the turn ends there,
    under best play; `points` what it then scores on average.
    """

    box: str
    made: float
    filled: float
    points: float


def ranked(
    values: Mapping[Label, Number], ties: Callable[[Number, Number], bool], *, least: bool = False
) -> Options:
    """Options by their values, the best first; equally good ones stay in the game's order.

    The best is the largest value, or the smallest if the second player chooses.

    >>> [option.label for option in ranked({"stay": 1, "go": 2}, lambda one, other: one == other)]
    ['go', 'stay']
    """
    best = min(values.values()) if least else max(values.values())
    options = []
    for label, value in values.items():
        tie = ties(value, best)
        gap = value - best if least else best - value
        options.append(Option(label, value, 0 * value if tie else gap, tie))
    return Options(sorted(options, key=lambda option: option.cost))
