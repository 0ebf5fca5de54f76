"""The words of programs: where the next operation begins, and where a part is stored."""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Ints
from perfectplay.engines.compiled.program import CHANCE, FINAL, FLOAT, LEAF, MAX, MIN, PART

PART_BITS = 20
"""The bits that hold the length of a part in words."""


def next_operation(out: Ints, at: int, skip: int) -> int:
    """Where the next operation begins; keys have `skip` words.

    >>> from perfectplay.engines.compiled.program import FINAL, LEAF, whole
    >>> next_operation([LEAF, 7, whole(FINAL, 3)], 0, 1)
    2
    """
    word = out[at]
    operation = word & 7
    if operation == LEAF:
        return at + 1 + skip
    if operation in (MAX, MIN):
        return at + 1
    if operation == CHANCE:
        at += 1
        word = out[at]
    if (word >> 3 & 3) == FLOAT:
        at += 1
    return at + 1


def part_word(start: int, length: int) -> int:
    """The word that refers to a shared part of a program: its start and length.

    >>> word = part_word(7, 3)
    >>> is_part(word), part_start(word), part_end(word)
    (True, 7, 10)
    """
    return (start << PART_BITS | length) << 5 | PART << 3 | FINAL


def is_part(word: int) -> int:
    """Whether a word refers to a shared part."""
    return word & 31 == PART << 3 | FINAL


def part_start(word: int) -> int:
    """Where a part begins."""
    return word >> 5 + PART_BITS


def part_end(word: int) -> int:
    """Where a part ends."""
    return part_start(word) + (word >> 5 & (1 << PART_BITS) - 1)
