"""What there is at a position, as words: the program that computes its value from those behind it.

A node is its value: a final position is a number, a choice is a maximum or a minimum, a chance is
a mean, points are a sum, and an edge to a position is that position's value. The words say so in
the order in which a stack machine computes it, with the operation in the lowest three bits:

| word | what it does |
| --- | --- |
| `LEAF`, then the words of a key | push the value of the position with that key |
| `FINAL` number | push the value of a payoff |
| `GAIN` number | add points to the last value |
| `WEIGHT` number | note the weight of the last value, an outcome of the next chance |
| `MAX` n, `MIN` n | put the largest or least of the last n values in their place |
| `CHANCE` n, then a number | put their weighted sum, divided by that total, in their place |
| `LABEL` number | note that the last value is that of an option, by its label's number |

Labels are written only for those who act: what options are called does not matter to a solver.

A number is a whole one within 53 bits (`whole`), or a place in a list of other numbers (`listed`),
or else is followed by a word with the bits of a float (`FLOAT`). In programs that are kept, a
`FINAL` may also stand for a `PART` that many programs have (`kernels.words`).
"""

from __future__ import annotations

LABEL, LEAF, FINAL, GAIN, WEIGHT, MAX, MIN, CHANCE = range(8)
OPERATION_BITS = 3
WHOLE, LISTED, FLOAT, PART = range(4)
"""What a number is, in two bits above the operation."""
NUMBER_BITS = 2
MOST = 1 << 53
"""Whole numbers beyond this are listed."""


def whole(operation: int, number: int) -> int:
    """The word of an operation with a whole number.

    >>> whole(GAIN, -2) >> 5
    -2
    """
    return number << (OPERATION_BITS + NUMBER_BITS) | WHOLE << OPERATION_BITS | operation


def listed(operation: int, place: int) -> int:
    """The word of an operation with a number that stands in the list.

    >>> listed(FINAL, 3) >> 5
    3
    """
    return place << (OPERATION_BITS + NUMBER_BITS) | LISTED << OPERATION_BITS | operation


def counted(operation: int, count: int) -> int:
    """The word of a `MAX`, `MIN` or `CHANCE` of some values."""
    return count << OPERATION_BITS | operation
