"""The rules at a position as words: a program that computes its value from those of its successors.

Every node has a value: a final position is a number, a choice a maximum or minimum, a chance a
mean, points are added, and an edge to a position takes that position's value. The words list these
steps in the order a stack machine runs them, with the operation in the lowest three bits:

| word | what it does |
| --- | --- |
| `LEAF`, then the words of a key | push the value of the position with that key |
| `FINAL` number | push the value of a payoff |
| `GAIN` number | add points to the last value |
| `WEIGHT` number | note the weight of the last value, an outcome of the next chance |
| `MAX` n, `MIN` n | replace the last n values by the largest or smallest of them |
| `CHANCE` n, then a number | replace them by their weighted sum, divided by that total |
| `LABEL` number | the last value belongs to the option whose label has this number |

Labels are written only for players and learners: a solver does not need the names of options.

A number is a whole one within 53 bits (`whole`), or an index into a list of other numbers
(`listed`), or else followed by a word with the bits of a float (`FLOAT`). In programs that are
kept, a `FINAL` may also refer to a `PART` shared by many programs (`kernels.words`).
"""

from __future__ import annotations

LABEL, LEAF, FINAL, GAIN, WEIGHT, MAX, MIN, CHANCE = range(8)
OPERATION_BITS = 3
WHOLE, LISTED, FLOAT, PART = range(4)
"""The kind of a number, in two bits above the operation."""
NUMBER_BITS = 2
MOST = 1 << 53
"""Whole numbers above this are listed."""


def whole(operation: int, number: int) -> int:
    """The word of an operation with a whole number.

    >>> whole(GAIN, -2) >> 5
    -2
    """
    return number << (OPERATION_BITS + NUMBER_BITS) | WHOLE << OPERATION_BITS | operation


def listed(operation: int, place: int) -> int:
    """The word of an operation whose number is in the list.

    >>> listed(FINAL, 3) >> 5
    3
    """
    return place << (OPERATION_BITS + NUMBER_BITS) | LISTED << OPERATION_BITS | operation


def counted(operation: int, count: int) -> int:
    """The word of a `MAX`, `MIN` or `CHANCE` over a number of values."""
    return count << OPERATION_BITS | operation
